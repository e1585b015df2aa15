// Pages with a single form: a copy of a record, the question before a deletion, and the link out of them.

package forms

import (
	"net/http"
	"strings"

	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// AddDuplicate adds the form for a new record that starts from the page's record.
func (b *Builder) AddDuplicate(offers *Offers) error {
	address, err := b.DuplicateAddress()
	if err != nil || address == "" {
		return err
	}
	b.example = b.Record
	defer func() { b.example = nil }()
	return b.AddCreate(offers, plan.Create)
}

// DuplicateAddress returns the address where the page's record can be duplicated, or "" where the requester
// may not create a copy.
func (b *Builder) DuplicateAddress() (string, error) {
	if b.Resource.Singleton || b.Route.Apart || b.Record == nil || b.ListPath() == "" || !b.Resource.Has(plan.Retrieve) {
		return "", nil
	}
	for _, o := range b.Resource.Operations {
		if o.Builtin != plan.Create {
			continue
		}
		may, err := b.Req.MayDo([]*plan.Operation{o})
		if err != nil || len(may) == 0 {
			return "", err
		}
		return layout.FormAddress(b.RecordPath(), pageapi.ShowDuplicate), nil
	}
	return "", nil
}

// takesOver reports whether a form for a new record starts with the example's value of a field. The page
// must show the value, and other records may have the same.
func (b *Builder) takesOver(f *schema.Field) bool {
	return b.example != nil && !f.Unique && !f.IsFile() && !f.WriteOnly && f != b.example.Type.Key && b.Resource.Shows(f)
}

// FocusFirst gives the focus to the first input with a text or a choice.
func FocusFirst(fields []*inputs.Input) bool {
	for _, in := range fields {
		if in.Nested == nil && in.Members == nil && in.Items == nil && in.Input != "multiselect" {
			in.Focus = true
			return true
		}
	}
	return false
}

// leave sets the link that leaves the form: to the page of the record or of the list.
func (f *Form) leave(answer *layout.Answer) {
	switch {
	case f.Method == http.MethodDelete:
	case f.Own && layout.PlainPath(answer) == f.Action:
		f.Cancel, _ = layout.Above(answer)
	case f.Own:
		f.Cancel = layout.Local(answer, layout.PlainPath(answer))
	default:
		f.Cancel = layout.OfList(f.Action, f.List)
	}
}

// Confirmation is the question before a deletion.
type Confirmation struct {
	*Form
	Question string
	Impacts  []string // other effects of the deletion
	Final    bool     // it cannot be undone
	Cancel   string   // the link that leaves the question
}

// NewConfirmation returns the question before a deletion.
func NewConfirmation(offers *Offers, subject string) *Confirmation {
	f := offers.Delete
	f.Button = "Delete"
	c := &Confirmation{Form: f, Question: strings.TrimSpace(f.Title+" "+subject) + "?", Cancel: layout.OfList(f.Action, f.List)}
	for _, impact := range offers.Impacts {
		c.Impacts = append(c.Impacts, impact.Sentence(offers.Language, "it"))
	}
	if c.Final = offers.Endpoint == nil || offers.Endpoint.Type.Deleted == nil; !c.Final {
		c.Impacts = append(c.Impacts, offers.Language.SayWord("It can be restored."))
	}
	return c
}

// AddImpacts adds the effects of the record's deletion, with the number of other records that the requester
// may see. If several sentences are about one kind of record, each counts a record once.
func (b *Builder) AddImpacts(offers *Offers) error {
	effects, err := b.Req.Effects()
	offers.Impacts = b.Resource.CountImpacts(effects)
	return err
}
