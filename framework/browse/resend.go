package browse

import (
	"slices"
	"strconv"

	"example.com/resourceful/framework/serve"
)

// resend is a form that a fault kept from being done, to be sent again.
type resend struct {
	Hidden []serve.Sent
	Fields []*input
	Once   bool // it is done no more than once, however often it is sent
}

// keyField is the field of a form that makes it be done once.
const keyField = "_key"

func newResend(a *serve.Answer) *resend {
	if a.Resend == nil {
		return nil
	}
	out := &resend{Hidden: a.Resend.Hidden}
	out.Once = a.Status >= 500 && slices.ContainsFunc(out.Hidden, func(s serve.Sent) bool { return s.Name == keyField })
	for i := range a.Resend.Fields {
		field := a.Resend.Fields[i]
		field.Name = strconv.Itoa(i + 1) // in the id: several fields may have one name, and that any letters
		field.Search = ""                // it would come back without the others
		in := newInput(&field, "again")
		field.Name = a.Resend.Fields[i].Name
		out.Fields = append(out.Fields, in)
	}
	return out
}
