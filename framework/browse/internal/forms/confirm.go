// The question before a deletion.

package forms

import (
	"strings"

	"example.com/resourceful/framework/browse/internal/frame"
)

// Confirmation is the question before a deletion.
type Confirmation struct {
	*Form
	Question string
	Impacts  []string // what else the deletion does
	Final    bool     // it cannot be taken back
	Cancel   string   // where to go instead
}

// NewConfirmation asks about the deletion.
func NewConfirmation(a *Offers, subject string) *Confirmation {
	f := a.Delete
	f.Button = "Delete"
	c := &Confirmation{Form: f, Question: strings.TrimSpace(f.Title+" "+subject) + "?", Cancel: frame.OfList(f.Action, f.List)}
	for _, impact := range a.Impacts {
		c.Impacts = append(c.Impacts, impact.Sentence(a.Language, "it"))
	}
	if c.Final = a.Endpoint == nil || a.Endpoint.Type.Deleted == nil; !c.Final {
		c.Impacts = append(c.Impacts, a.Language.SayWord("It can be restored."))
	}
	return c
}

// AddImpacts tells what the deletion of the record does, with how many other records it concerns that the requester may see:
// each is counted once, where several sentences tell of records of one kind.
func (b *Builder) AddImpacts(a *Offers) error {
	effects, err := b.Req.Effects()
	a.Impacts = b.Resource.CountImpacts(effects)
	return err
}
