// The question before a deletion.

package forms

import (
	"strings"

	"example.com/resourceful/framework/browse/internal/layout"
)

// Confirmation is the question before a deletion.
type Confirmation struct {
	*Form
	Question string
	Impacts  []string // other effects of the deletion
	Final    bool     // it cannot be undone
	Cancel   string   // the link that leaves the question
}

// NewConfirmation returns the question before a deletion.
func NewConfirmation(a *Offers, subject string) *Confirmation {
	f := a.Delete
	f.Button = "Delete"
	c := &Confirmation{Form: f, Question: strings.TrimSpace(f.Title+" "+subject) + "?", Cancel: layout.OfList(f.Action, f.List)}
	for _, impact := range a.Impacts {
		c.Impacts = append(c.Impacts, impact.Sentence(a.Language, "it"))
	}
	if c.Final = a.Endpoint == nil || a.Endpoint.Type.Deleted == nil; !c.Final {
		c.Impacts = append(c.Impacts, a.Language.SayWord("It can be restored."))
	}
	return c
}

// AddImpacts adds the effects of the record's deletion, with the number of other records that the requester
// may see. If several sentences are about one kind of record, each counts a record once.
func (b *Builder) AddImpacts(a *Offers) error {
	effects, err := b.Req.Effects()
	a.Impacts = b.Resource.CountImpacts(effects)
	return err
}
