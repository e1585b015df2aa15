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
