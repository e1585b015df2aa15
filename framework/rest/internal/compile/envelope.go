// The option Envelope: wrappers of representations.

package compile

import (
	"encoding/json"
	"fmt"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/sets"
	"example.com/resourceful/framework/rest/internal/source"
)

// envelopeMistake returns the mistake in an envelope around one record and around a page with it.
func envelopeMistake(e plan.Envelope) string {
	record := []byte(`{"id":1}`)
	frame := e.Frame(&plan.Page{Total: plan.Unknown})
	row := record
	if of, is := e.(plan.ItemEnvelope); is {
		row = of.AppendItem(nil, record)
	}
	list := frame.AppendAfter(append(frame.AppendBefore(nil), row...), 1)
	for _, made := range [][]byte{e.AppendRecord(nil, record), list} {
		if !json.Valid(made) {
			return fmt.Sprintf("Envelope makes %s, which is not JSON; let it append whole values", made)
		}
	}
	for _, name := range e.InputPath() {
		if name == "" {
			return "Envelope: a member of the input has no name; let InputPath return only names"
		}
	}
	return ""
}

// compileEnvelope compiles the envelope of a view set's representations.
func compileEnvelope(r *resource) {
	e := r.declaration.Envelope
	if e == nil {
		return
	}
	var path []string
	mistake, ok := sets.Try(func() string { // panics if e is a nil pointer
		_ = e.String()
		path = e.InputPath()
		if msg := sets.CheckItself(e); msg != "" {
			return msg
		}
		return envelopeMistake(e)
	})
	list := r.declaration.EnvelopeList
	switch {
	case !ok:
		r.mistake("Envelope is a pointer that is nil, or panics; write a value such as rest.Envelope{Record: %q}, or leave Envelope out", strings.ToLower(source.PlainName(r.declaration.GoType)))
	case mistake != "":
		r.mistake("%s", mistake)
	case list != "" && !r.Has(plan.List) && !showsRows(r, true):
		r.mistake("Envelope: List is %q, and the resource has no list; leave it out, or add rest.List to the actions", list)
	case r.declaration.EnvelopeNeighbours != "" && r.Resource.Pages == nil:
		r.mistake("Envelope: Next or Previous is named, and the list has no pages; leave it out, or write Pages: rest.PageNumber{Size: 20}")
	case len(path) > 0 && !r.Has(plan.Create|plan.Replace|plan.Modify):
		r.mistake("Envelope: input is in %q, and no action of the resource takes any; leave it out, or add rest.Create to the actions", strings.Join(path, "."))
	default:
		r.Resource.Envelope = e
	}
}
