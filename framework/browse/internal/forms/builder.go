// Package forms makes the forms of a page, with the typed values of a form that comes back.
package forms

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// Builder makes the forms of a page.
type Builder struct {
	*layout.Source
	example  *schema.Record      // the record that a new one starts from; nil for none
	Targets  []*catalog.Resource // resources of the form's relations; nil for those of Resource
	nested   *plan.Resource      // of the nested row whose inputs are made; nil for none
	Problems problem.Fields      // mistakes in the input
	Taken    []*schema.Field     // fields for which the form has the record's values instead of the sent ones
}

// AddChanges adds the forms that change or delete a record.
func (b *Builder) AddChanges(offers *Offers, may plan.Actions, conflict bool) (err error) {
	path := b.RecordPath()
	if may&plan.Destroy != 0 && offers.Opens == "" {
		resumed := b.Form.Resumed && b.Form.ConfirmDelete || offers.Tried && b.Action == plan.Destroy
		offers.Delete = &Form{Method: http.MethodDelete, Action: path, List: b.FromList(), Key: b.FormKey(offers, http.MethodDelete, path), Version: b.shownVersion(resumed)}
		offers.Confirm = offers.Confirm || conflict && b.Action == plan.Destroy
	}
	if offers.Confirm || may&(plan.Replace|plan.Modify) == 0 { // one question at a time
		return nil
	}
	method := http.MethodPut
	if may&plan.Replace == 0 {
		method = http.MethodPatch
	}
	if offers.Edit, err = b.form(method, path, b.Resource.Shapes.Update, b.Record, b.Typing(offers)); err == nil {
		offers.Edit.Key, offers.Edit.List = b.FormKey(offers, offers.Edit.Method, path), b.FromList()
		offers.Edit.Version = b.shownVersion(b.Typing(offers))
		if b.Typing(offers) {
			offers.Edit.Another, _ = b.Form.Get(pageapi.AnotherField)
		}
	}
	return err
}

// AddCreate adds the form that creates a record.
func (b *Builder) AddCreate(offers *Offers, may plan.Actions) (err error) {
	if may&plan.Create == 0 {
		return nil
	}
	rec := b.Resource.Type.Acquire()
	defer rec.Release()
	rec.FillAs(b.Resource.Shapes.Create.Type, b.Req.Now().Truncate(time.Second)) // a time without fractions of a second
	path := b.ListPath()
	if offers.Create, err = b.form(http.MethodPost, path, b.Resource.Shapes.Create, rec, b.Typing(offers)); err != nil {
		return err
	}
	offers.Create.Key = b.FormKey(offers, http.MethodPost, path)
	return nil
}

// Typing reports whether the page's form has what was typed: after a search, after a login on the
// page, after a dry run, and after a refusal.
func (b *Builder) Typing(offers *Offers) bool {
	return b.Form.RelationSearch != "" || b.Form.Resumed || (offers.Failed || offers.Tried) && b.Writes()
}

// FormKey returns the key of a form. A form that comes back after a login, a search or a dry run keeps its
// key: nothing was applied under it now, but may have been before.
func (b *Builder) FormKey(offers *Offers, method, action string) string {
	if (b.Form.Resumed || b.Form.RelationSearch != "" || offers.Tried) && b.isSent(offers.Answer, method, action) {
		if key, _ := b.Form.Get(pageapi.KeyField); pageapi.ValidFormKey(key) {
			return key
		}
	}
	return b.Req.NewKey()
}

// isSent reports whether the sent form has a method and an address. A raw body in the form of a PUT may be
// sent as PATCH.
func (b *Builder) isSent(answer *layout.Answer, method, action string) bool {
	sent, overridden := b.Form.Get(pageapi.MethodField)
	if !overridden {
		sent = http.MethodPost
	}
	return action == layout.PlainPath(answer) && (sent == method || sent == http.MethodPatch && method == http.MethodPut)
}

// form fills a form with the record's values or, after a refusal, with the typed values. The caller adds
// its key.
func (b *Builder) form(method, action string, input *plan.Shape, rec *schema.Record, typed bool) (*Form, error) {
	out := &Form{Method: method, Action: action, Typed: typed, RawTypes: b.Catalog.RawTypes}
	var fixed map[*schema.Field]string
	if method != http.MethodPost {
		fixed = b.Req.ReadOnlyFields()
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
				continue // rows without inputs in this form stay unchanged
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
	// A form's hidden fields come before its first file: the server uses no file before it knows them.
	slices.SortStableFunc(out.Fields, func(a, b *inputs.Input) int { return rank(a.Input == "file") - rank(b.Input == "file") })
	if typed {
		out.Errors = inputs.InputErrors(b.Problems)
	}
	return out, nil
}

// formInput returns the input for a field of a form that creates or changes a record.
func (b *Builder) formInput(sent *schema.Field, rec *schema.Record, made, typed bool) (*inputs.Input, error) {
	in, f := inputs.New(sent), catalog.RowField(sent)
	in.Field, in.Row, in.Made = f, rec, made
	if in.Hidden = !made && (in.Secret || !b.Resource.Shows(f)); in.Hidden || f.IsFile() && !made {
		in.Required = false // an empty input keeps the field's value
	}
	if in.Hidden && inputs.ThreeWay(f, true) {
		in.Input = "select"
	}
	search, path, texts := "", "", inputs.FormTexts(f, rec, b.Base, b.Zone)
	if in.Hidden || made && !f.HasDefault && !sent.HasDefault {
		texts = nil // nobody chose the zero value
	}
	if b.takesOver(f) {
		texts = inputs.FormTexts(f, b.example, b.Base, b.Zone)
	}
	if typed {
		path = sent.Wire
		search, texts = b.takeTyped(in, sent, texts)
	}
	if f.IsFile() && !made {
		in.File = b.currentFile(f, rec, typed)
	}
	if given := b.Asked(sent.Wire); given != nil && !typed {
		texts = given[:1]
	} else if given := b.filtered(f); given != nil && made && !typed {
		texts = given
	}
	if in.Secret {
		texts = nil
	}
	err := b.fillAt(in, f, texts, search, path)
	if in.Input == "select" && f.Choices != nil && len(in.Options) > inputs.ManyChoices {
		in.Narrow(search)
	}
	return in, err
}

// takeTyped returns the search text for the options of an input and its texts: the sent ones, or the record's if the form takes these.
func (b *Builder) takeTyped(in *inputs.Input, f *schema.Field, texts []string) (search string, typed []string) {
	search = inputs.Last(b.Sent.Form[pageapi.FindPrefix+f.Wire])
	if sent, ok := b.SentTexts(f); ok && !slices.Contains(b.Taken, f) {
		texts = sent
		in.Retype = in.Secret && strings.Join(sent, "") != ""
	}
	in.Retype = in.Retype || in.Input == "file" && b.Sent.Files[f.Wire] || in.Secret && slices.Contains(b.Form.Posted[pageapi.RetypeField], f.Wire)
	return search, texts
}

// SentTexts returns the sent value of a field, as texts.
func (b *Builder) SentTexts(f *schema.Field) (texts []string, sent bool) {
	if b.Sent.Form != nil {
		texts, sent = f.TextsOfForm(b.Sent.Form)
		return texts, sent || inputs.EmptyIsUnsent(f)
	}
	object, _ := b.Sent.Value.(map[string]any)
	value, sent := object[f.Wire]
	if !sent {
		return nil, false
	}
	if list, ok := value.([]any); ok {
		return inputs.Texts(list, inputs.SentText), true
	}
	return []string{inputs.SentText(value)}, true
}
