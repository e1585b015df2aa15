// Forms with addresses of their own: for a new record, for changes, and for a record like another.

package browse

import (
	"net/http"
	"strings"

	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// addDuplicate adds the form for a new record that begins as the page's.
func (b *builder) addDuplicate(a *offers) error {
	address, err := b.duplicateAddress()
	if err != nil || address == "" {
		return err
	}
	b.example = b.Record
	defer func() { b.example = nil }()
	return b.addCreate(a, plan.Create)
}

// duplicateAddress is where the page's record can be duplicated, "" where the requester may make no record like it.
func (b *builder) duplicateAddress() (string, error) {
	if b.resource.Singleton || b.Route.Apart || b.Record == nil || b.listPath() == "" || !b.resource.Has(plan.Retrieve) {
		return "", nil
	}
	for _, o := range b.resource.Operations {
		if o.Builtin != plan.Create {
			continue
		}
		may, err := b.req.MayDo([]*plan.Operation{o})
		if err != nil || len(may) == 0 {
			return "", err
		}
		return formAddress(b.recordPath(), pageapi.ShowDuplicate), nil
	}
	return "", nil
}

// takesOver reports whether a form for a new record begins with the example's value of a field: with one that its page shows,
// and that another record may have too.
func (b *builder) takesOver(f *schema.Field) bool {
	return b.example != nil && !f.Unique && !f.IsFile() && !f.WriteOnly && f != b.example.Type.Key && b.resource.Shows(f)
}

// open lays out the page of the one form that it is of: its name stands over the page, and its first input has the focus.
func (v *page) open(a *response) {
	if a.Opens == "" {
		return
	}
	for _, f := range v.Forms {
		if f.ID != a.Opens && (f.ID != "create" || a.Opens != pageapi.ShowDuplicate) {
			continue
		}
		title := a.Language.SayWord(f.Title)
		if a.Opens == pageapi.ShowDuplicate {
			title = words.Phrase(a.Language, "Duplicate %s", strings.ToLower(a.Endpoint.Name))
			f.Cancel, a.Heading = plainPath(&a.answer), "" // the new record has another name
		}
		v.Alone, f.Alone, f.Open = f, true, true
		v.Crumbs = append(v.Crumbs, crumb{Name: title, Path: v.HereURL, Current: true})
		for i := range v.Crumbs[:len(v.Crumbs)-1] {
			v.Crumbs[i].Current = false
		}
		a.Name, a.Description, v.Title = title, "", title
		if a.Failed {
			v.Title = words.Phrase(a.Language, "Error: %s", title)
		}
		if len(v.Flashes) == 0 {
			focusFirst(f.Fields)
		}
		return
	}
}

// focusFirst gives the focus to the first input that takes a text or a choice.
func focusFirst(fields []*inputs.Input) bool {
	for _, in := range fields {
		if in.Nested == nil && in.Members == nil && in.Items == nil && in.Input != "multiselect" {
			in.Focus = true
			return true
		}
	}
	return false
}

// leave says where a form leads that is left: to the page that shows what is there.
func (f *form) leave(a *answer) {
	switch {
	case f.Method == http.MethodDelete:
	case f.Own && plainPath(a) == f.Action:
		f.Cancel, _ = above(a)
	case f.Own:
		f.Cancel = local(a, plainPath(a))
	default:
		f.Cancel = ofList(f.Action, f.List)
	}
}
