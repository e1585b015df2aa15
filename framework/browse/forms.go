// The forms of a record and of a list that the requester may use.

package browse

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// addChanges adds the forms that change or delete a record.
func (b *builder) addChanges(a *offers, may plan.Actions, conflict bool) (err error) {
	path := b.recordPath()
	if may&plan.Destroy != 0 && a.Opens == "" {
		resumed := b.Form.Resumed && b.Form.ConfirmDelete || a.Tried && b.Action == plan.Destroy
		a.Delete = &form{Method: http.MethodDelete, Action: path, List: b.fromList(), Key: b.formKey(a, http.MethodDelete, path), Version: b.shownVersion(resumed)}
		a.Confirm = a.Confirm || conflict && b.Action == plan.Destroy
	}
	switch {
	case a.Confirm: // one question at a time
	case may&plan.Replace != 0:
		a.Edit, err = b.form(http.MethodPut, path, b.resource.Shapes.Update, b.Record, b.typing(a))
	case may&plan.Modify != 0:
		a.Edit, err = b.form(http.MethodPatch, path, b.resource.Shapes.Update, b.Record, b.typing(a))
	}
	if a.Edit != nil {
		a.Edit.Key, a.Edit.List = b.formKey(a, a.Edit.Method, path), b.fromList()
		a.Edit.Version = b.shownVersion(b.typing(a))
	}
	return err
}

// addCreate adds the form that creates a record.
func (b *builder) addCreate(a *offers, may plan.Actions) (err error) {
	if may&plan.Create == 0 {
		return nil
	}
	rec := b.resource.Type.Acquire()
	defer rec.Release()
	rec.FillAs(b.resource.Shapes.Create.Type, b.req.Now().Truncate(time.Second)) // people type no fractions
	path := b.listPath()
	if a.Create, err = b.form(http.MethodPost, path, b.resource.Shapes.Create, rec, b.typing(a)); err != nil {
		return err
	}
	a.Create.Key = b.formKey(a, http.MethodPost, path)
	return nil
}

// typing reports whether the page's form has what was typed: after a search, after a login on the
// page, after a dry run, and after a refusal.
func (b *builder) typing(a *offers) bool {
	return b.Form.RelationSearch != "" || b.Form.Resumed || (a.Failed || a.Tried) && b.writes()
}

// targetsOf are the resources that the relations of the form lead to.
func (b *builder) targetsOf() []*catalog.Resource {
	if b.targets != nil {
		return b.targets
	}
	return b.resource.Targets
}

// formKey is the key of a form. The form that came back after a login, a search or a dry run keeps the key
// that it was sent with, because nothing was tried under that now, and it may have been done
// before.
func (b *builder) formKey(a *offers, method, action string) string {
	if (b.Form.Resumed || b.Form.RelationSearch != "" || a.Tried) && b.isSent(a.answer, method, action) {
		if key, _ := b.Form.Get(pageapi.KeyField); pageapi.ValidFormKey(key) {
			return key
		}
	}
	return b.req.NewKey()
}

// isSent reports whether the form that was sent is the one of a method and an address. A body
// written by hand for a PUT may be sent as PATCH.
func (b *builder) isSent(a *answer, method, action string) bool {
	sent, overridden := b.Form.Get(pageapi.MethodField)
	if !overridden {
		sent = http.MethodPost
	}
	return action == plainPath(a) && (sent == method || sent == http.MethodPatch && method == http.MethodPut)
}

// form fills a form, but for its key, for an input with the record's values or, after a refusal,
// with what was typed.
func (b *builder) form(method, action string, input *plan.Shape, rec *schema.Record, typed bool) (*form, error) {
	out := &form{Method: method, Action: action, Typed: typed, RawTypes: b.catalog.RawTypes}
	var fixed map[*schema.Field]string
	if method != http.MethodPost {
		fixed = b.req.ReadOnlyFields()
	}
	for _, sent := range input.Type.Fields {
		made := method == http.MethodPost
		if !sent.WritableIn(made) {
			continue
		}
		if sent.IsNested() {
			if rows, err := b.nestedRows(sent, made, typed); err != nil {
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
		in, err := b.formInput(sent, rec, made, typed)
		if err != nil {
			return nil, err
		}
		out.Fields = append(out.Fields, in)
		out.Multipart = out.Multipart || in.Input == "file"
	}
	// What a form says of itself it says before the first file: until then nothing of that is taken.
	slices.SortStableFunc(out.Fields, inputs.CompareFiles)
	if typed {
		out.Errors = inputs.InputErrors(b.problems)
	}
	return out, nil
}

// formInput is the input for a field of a form that makes a record, or changes one.
func (b *builder) formInput(sent *schema.Field, rec *schema.Record, made, typed bool) (*inputs.Input, error) {
	in, f := inputs.New(sent), catalog.RowField(sent)
	in.Field, in.Row, in.Made, in.Zone, in.Words = f, rec, made, b.Zone, b.Language
	if in.Hidden = !made && (in.Secret || !b.resource.Shows(f)); in.Hidden || f.IsFile() && !made {
		in.Required = false // left empty, it keeps its value
	}
	if in.Hidden && inputs.ThreeWay(f, true) {
		in.Input = "select"
	}
	search, texts := "", inputs.FormTexts(f, rec, b.Base, b.Zone)
	if in.Hidden || made && !f.HasDefault && !sent.HasDefault {
		texts = nil // a zero is nobody's choice
	}
	if b.takesOver(f) {
		texts = inputs.FormTexts(f, b.example, b.Base, b.Zone)
	}
	if typed {
		search, texts = b.takeTyped(in, sent, texts)
	}
	if f.IsFile() && !made {
		in.File = b.currentFile(f, rec, typed)
	}
	if given := b.asked(sent.Wire); given != nil && !typed {
		texts = given[:1]
	}
	if in.Secret {
		texts = nil
	}
	if err := b.fill(in, f, texts, search); err != nil {
		return nil, err
	}
	if in.Input == "select" && f.Choices != nil && len(in.Options) > inputs.ManyChoices {
		in.Narrow(search)
	}
	return in, b.split(in, f, sent.Wire, texts, typed)
}

// takeTyped gives an input what is wrong with what was typed. It returns what was searched for
// among its options, and its texts: those that were sent in place of the record's, unless the form
// takes these.
func (b *builder) takeTyped(in *inputs.Input, f *schema.Field, texts []string) (search string, typed []string) {
	search = inputs.Last(b.Sent.Form[pageapi.FindPrefix+f.Wire])
	in.Errors = inputs.FieldErrors(b.problems, f.Wire)
	if sent, ok := b.sentTexts(f); ok && !slices.Contains(b.taken, f) {
		texts = sent
		in.Retype = in.Secret && strings.Join(sent, "") != ""
	}
	in.Retype = in.Retype || in.Input == "file" && b.Sent.Files[f.Wire] || in.Secret && slices.Contains(b.Form.Posted[pageapi.RetypeField], f.Wire)
	return search, texts
}

// builder makes the forms of a page.
type builder struct {
	*source
	example  *schema.Record      // that a form for a new record begins as; nil for none
	targets  []*catalog.Resource // of the relations of the form that is being made; nil for those of the resource
	problems problem.Fields      // what is wrong with the input
	taken    []*schema.Field     // of which the form takes the record's values in place of what was sent
}
