// The question before a deletion.

package browse

import "strings"

// confirmation is the question before a deletion.
type confirmation struct {
	*form
	Question string
	Impacts  []string // what else the deletion does
	Final    bool     // it cannot be taken back
	Cancel   string   // where to go instead
}

// newConfirmation asks about the deletion.
func newConfirmation(a *offers, subject string) *confirmation {
	f := a.Delete
	f.Button = "Delete"
	c := &confirmation{form: f, Question: strings.TrimSpace(f.Title+" "+subject) + "?", Cancel: ofList(f.Action, f.List)}
	for _, impact := range a.Impacts {
		c.Impacts = append(c.Impacts, impact.Sentence(a.Language, "it"))
	}
	if c.Final = a.Endpoint == nil || a.Endpoint.Type.Deleted == nil; !c.Final {
		c.Impacts = append(c.Impacts, a.Language.SayWord("It can be restored."))
	}
	return c
}

// addImpacts tells what the deletion of the record does, with how many other records it concerns that the requester may see:
// each is counted once, where several sentences tell of records of one kind.
func (b *builder) addImpacts(a *offers) error {
	effects, err := b.req.Effects()
	a.Impacts = b.resource.CountImpacts(effects)
	return err
}
