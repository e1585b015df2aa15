// The forms of a record and of a list that the requester may use.

package browse

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// addForms adds the forms of what the requester may do here, after an error too.
func (r *renderer) addForms(a *response) error {
	if !r.Known || r.User == nil && !r.req.MayRead() {
		return nil
	}
	if err := r.addOffers(a); err != nil {
		return err
	}
	return r.addRefused(a)
}

// addOffers adds those forms.
func (r *renderer) addOffers(a *response) error {
	if !r.Route.Record {
		if a.Opens == "" {
			if err := r.addOperations(a); err != nil {
				return err
			}
		}
		may, err := r.req.MayWrite()
		if err != nil {
			return err
		}
		return r.addCreate(a, may)
	}
	var err error
	if r.Record, err = r.req.LoadRecord(a.Failed || a.Tried); err != nil {
		return err
	}
	r.Address = r.req.Facts().Address
	if a.Opens == pageapi.ShowDuplicate {
		return r.addDuplicate(a)
	}
	if !a.Confirm && a.Opens == "" { // one question at a time
		if err := r.addOperations(a); err != nil {
			return err
		}
		if a.Duplicate, err = r.duplicateAddress(); err != nil {
			return err
		}
	}
	may, err := r.req.MayWrite()
	if err != nil || may == 0 {
		return err
	}
	if may&plan.Create != 0 && !a.Confirm { // a singleton that is not there yet
		return r.addCreate(a, may)
	}
	if (a.Failed || r.Form.Takes) && r.conflicts() {
		if err := r.addConflict(a); err != nil {
			return err
		}
	}
	return r.addChanges(a, may)
}

// addChanges adds the forms that change or delete a record.
func (r *renderer) addChanges(a *response, may plan.Actions) (err error) {
	path := r.recordPath()
	if may&plan.Destroy != 0 && a.Opens == "" {
		resumed := r.Form.Resumed && r.Form.ConfirmDelete || a.Tried && r.Action == plan.Destroy
		a.Delete = &form{Method: http.MethodDelete, Action: path, List: r.fromList(), Key: r.formKey(a, http.MethodDelete, path), Version: r.shownVersion(resumed)}
		a.Confirm = a.Confirm || a.Conflict != nil && r.Action == plan.Destroy
	}
	switch {
	case a.Confirm: // one question at a time
	case may&plan.Replace != 0:
		a.Edit, err = r.form(http.MethodPut, path, r.resource.Shapes.Update, r.Record, r.typing(a))
	case may&plan.Modify != 0:
		a.Edit, err = r.form(http.MethodPatch, path, r.resource.Shapes.Update, r.Record, r.typing(a))
	}
	if a.Edit != nil {
		a.Edit.Key, a.Edit.List = r.formKey(a, a.Edit.Method, path), r.fromList()
		a.Edit.Version = r.shownVersion(r.typing(a))
	}
	return err
}

// addCreate adds the form that creates a record.
func (r *renderer) addCreate(a *response, may plan.Actions) (err error) {
	if may&plan.Create == 0 {
		return nil
	}
	rec := r.resource.Type.Acquire()
	defer rec.Release()
	rec.FillAs(r.resource.Shapes.Create.Type, r.req.Now().Truncate(time.Second)) // people type no fractions
	path := r.listPath()
	if a.Create, err = r.form(http.MethodPost, path, r.resource.Shapes.Create, rec, r.typing(a)); err != nil {
		return err
	}
	a.Create.Key = r.formKey(a, http.MethodPost, path)
	return nil
}

// typing reports whether the page's form has what was typed: after a search, after a login on the
// page, after a dry run, and after a refusal.
func (r *renderer) typing(a *response) bool {
	return r.Form.RelationSearch != "" || r.Form.Resumed || (a.Failed || a.Tried) && r.writes()
}

// targetsOf are the resources that the relations of the form lead to.
func (r *renderer) targetsOf() []*catalog.Resource {
	if r.targets != nil {
		return r.targets
	}
	return r.resource.Targets
}

// recordPath is the path of the page's record, and listPath the one of the list that it is of.
func (r *renderer) recordPath() string {
	return r.resource.Fill(r.resource.RecordPattern, r.parentPath(), r.lookupPath())
}

// lookupPath is what names the page's record in a path.
func (r *renderer) lookupPath() string {
	if !r.Address.IsZero() {
		return r.Address.Path()
	}
	return url.PathEscape(r.Route.Key)
}

func (r *renderer) listPath() string { return r.resource.Fill(r.resource.Path, r.parentPath(), "") }

// parentPath is the record that the rows are below as it stands in a path, "" for none and where
// that is not known.
func (r *renderer) parentPath() string {
	switch {
	case r.Route.Parent != "":
		return url.PathEscape(r.Route.Parent)
	case r.resource.Parent == nil || r.Record == nil:
		return ""
	}
	return r.resource.Parent.PathOf(r.Record)
}

// writes reports whether the request carries input.
func (r *renderer) writes() bool {
	return r.Action&(plan.Create|plan.Replace|plan.Modify) != 0
}

// formKey is the key of a form. The form that came back after a login, a search or a dry run keeps the key
// that it was sent with, because nothing was tried under that now, and it may have been done
// before.
func (r *renderer) formKey(a *response, method, action string) string {
	if (r.Form.Resumed || r.Form.RelationSearch != "" || a.Tried) && r.isSent(a, method, action) {
		if key, _ := r.Form.Get(pageapi.KeyField); pageapi.ValidFormKey(key) {
			return key
		}
	}
	return r.req.NewKey()
}

// isSent reports whether the form that was sent is the one of a method and an address. A body
// written by hand for a PUT may be sent as PATCH.
func (r *renderer) isSent(a *response, method, action string) bool {
	sent, overridden := r.Form.Get(pageapi.MethodField)
	if !overridden {
		sent = http.MethodPost
	}
	return action == plainPath(a) && (sent == method || sent == http.MethodPatch && method == http.MethodPut)
}

// form fills a form, but for its key, for an input with the record's values or, after a refusal,
// with what was typed.
func (r *renderer) form(method, action string, input *plan.Shape, rec *schema.Record, typed bool) (*form, error) {
	out := &form{Method: method, Action: action, Typed: typed, RawTypes: r.pages.RawTypes}
	var fixed map[*schema.Field]string
	if method != http.MethodPost {
		fixed = r.req.ReadOnlyFields()
	}
	for _, sent := range input.Type.Fields {
		made := method == http.MethodPost
		if !sent.WritableIn(made) {
			continue
		}
		if sent.IsNested() {
			if rows, err := r.nestedRows(sent, made, typed); err != nil {
				return nil, err
			} else if rows != nil {
				out.Fields = append(out.Fields, rows)
				continue
			}
			if !made {
				continue // rows that have no inputs here are left alone
			}
		}
		if _, readOnly := fixed[catalog.RowField(sent)]; readOnly {
			continue
		}
		in, err := r.formInput(sent, rec, made, typed)
		if err != nil {
			return nil, err
		}
		out.Fields = append(out.Fields, in)
		out.Multipart = out.Multipart || in.Input == "file"
	}
	// What a form says of itself it says before the first file: until then nothing of that is taken.
	slices.SortStableFunc(out.Fields, inputs.CompareFiles)
	if typed {
		out.Errors = inputs.InputErrors(r.problems)
	}
	return out, nil
}

// formInput is the input for a field of a form that makes a record, or changes one.
func (r *renderer) formInput(sent *schema.Field, rec *schema.Record, made, typed bool) (*inputs.Input, error) {
	in, f := inputs.New(sent), catalog.RowField(sent)
	in.Field, in.Row, in.Made, in.Zone, in.Words = f, rec, made, r.Zone, r.Language
	if in.Hidden = !made && (in.Secret || !r.resource.Shows(f)); in.Hidden || f.IsFile() && !made {
		in.Required = false // left empty, it keeps its value
	}
	if in.Hidden && inputs.ThreeWay(f, true) {
		in.Input = "select"
	}
	search, texts := "", inputs.FormTexts(f, rec, r.Base, r.Zone)
	if in.Hidden || made && !f.HasDefault && !sent.HasDefault {
		texts = nil // a zero is nobody's choice
	}
	if r.takesOver(f) {
		texts = inputs.FormTexts(f, r.example, r.Base, r.Zone)
	}
	if typed {
		search, texts = r.takeTyped(in, sent, texts)
	}
	if f.IsFile() && !made {
		in.File = r.currentFile(f, rec, typed)
	}
	if given := r.asked(sent.Wire); given != nil && !typed {
		texts = given[:1]
	}
	if in.Secret {
		texts = nil
	}
	if err := r.fill(in, f, texts, search); err != nil {
		return nil, err
	}
	if in.Input == "select" && f.Choices != nil && len(in.Options) > inputs.ManyChoices {
		in.Narrow(search)
	}
	return in, r.split(in, f, sent.Wire, texts, typed)
}

// takeTyped gives an input what is wrong with what was typed. It returns what was searched for
// among its options, and its texts: those that were sent in place of the record's, unless the form
// takes these.
func (r *renderer) takeTyped(in *inputs.Input, f *schema.Field, texts []string) (search string, typed []string) {
	search = inputs.Last(r.Sent.Form[pageapi.FindPrefix+f.Wire])
	in.Errors = inputs.FieldErrors(r.problems, f.Wire)
	if sent, ok := r.sentTexts(f); ok && !r.taken(f) {
		texts = sent
		in.Retype = in.Secret && strings.Join(sent, "") != ""
	}
	in.Retype = in.Retype || in.Input == "file" && r.Sent.Files[f.Wire] || in.Secret && slices.Contains(r.Form.Posted[pageapi.RetypeField], f.Wire)
	return search, texts
}
