// The operations of a document, for generated code.

package openapi

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
)

// Planned is an operation of a document, with what the plan has of it.
type Planned struct {
	ID    string // its operationId
	Route *plan.Route
	*plan.Operation
}

// Operations are those of the document but for the root, by path, and those of one path in the order of the plan.
func (d *Document) Operations() []Planned { return d.offered }

// Choices are, by the names of schemas of representations whose members clients choose or expand, those of the whole
// ones: a client may take all of them for one type. Where there is no whole one, the name is free.
func (d *Document) Choices() map[string]string { return d.choices }

// choicesOf finds the whole representations of those that clients choose from.
func (b *builder) choicesOf() map[string]string {
	choices := map[string]string{}
	for key, name := range b.names {
		if key.mode > selected || key.of != nil || key.form || key.mode == shown && key.tree == nil {
			continue
		}
		whole := b.names[shapeKey{t: key.t}]
		if whole == "" && (b.schemas[typeName(key.t)] == nil || name == typeName(key.t)) {
			whole = typeName(key.t)
		}
		if whole != "" {
			choices[name] = whole
		}
	}
	return choices
}

// addOperation notes an operation and returns its id.
func (b *builder) addOperation(r *plan.Route, o *plan.Operation) string {
	id := b.operationID(o)
	b.offered = append(b.offered, Planned{ID: id, Route: r, Operation: o})
	return id
}

// Frame says where in an answer what a client wants stands: the names of members within each other.
type Frame struct {
	Rows     []string // the list of rows
	Record   []string // the record, within a row of a list or within the answer
	Next     []string // the address of the next page; nil where the frame has none
	Previous []string // the address of the page before; nil where the frame has none
	Total    []string // the number of all rows; nil where the frame has none
}

// What the pages are told whose frames are searched.
const (
	sampleNext     = "https://example.com/next"
	samplePrevious = "https://example.com/previous"
	sampleTotal    = 7919
)

// ListFrame returns the place of the rows in an answer that is a list, and the facts about its page. ok is
// false where an envelope does not hold each record as a whole.
func (o Planned) ListFrame() (f Frame, ok bool) {
	r, pages := o.Rows, plan.Paginator(nil)
	switch {
	case o.History && o.Safe():
		r, pages = nil, o.Resource.History.Pages
	case o.Builtin != 0:
		r = o.Resource
		if o.Builtin == plan.List {
			pages = r.Pages
		}
	}
	to := func(int64) string { return "https://example.com/" }
	frame := frameOf(r, pages, &plan.Page{Total: sampleTotal, Next: sampleNext, Previous: samplePrevious, Number: 2, Last: 3, To: to})
	item := []byte(sampleRecord)
	if r != nil {
		if of, is := r.Envelope.(plan.ItemEnvelope); is {
			item = of.AppendItem(nil, item)
		}
	}
	paths := map[string][]string{}
	if !findSamples(frame.AppendAfter(append(frame.AppendBefore(nil), item...), 1), paths) {
		return f, false
	}
	row, ok := paths[sampleRecord]
	at := slices.Index(row, "0")
	if !ok || at < 0 {
		return f, false
	}
	f = Frame{Rows: row[:at], Record: row[at+1:], Next: paths[sampleNext], Previous: paths[samplePrevious], Total: paths[strconv.Itoa(sampleTotal)]}
	return f, true
}

// RecordFrame is where the record of an answer stands. ok is false where the envelope does not hold it as a whole.
func (o Planned) RecordFrame() (f Frame, ok bool) {
	r := o.Rows
	if r == nil || r.Envelope == nil {
		return f, true
	}
	paths := map[string][]string{}
	if !findSamples(r.Envelope.AppendRecord(nil, []byte(sampleRecord)), paths) {
		return f, false
	}
	f.Record, ok = paths[sampleRecord]
	return f, ok
}

// frameOf is the object in which the rows of a page stand, nil for a list without pages.
func frameOf(r *plan.Resource, pages plan.Paginator, p *plan.Page) media.Frame {
	if r != nil && r.Envelope != nil {
		if f := r.Envelope.Frame(p); f.Name != "" {
			return f
		}
	}
	if pages != nil {
		return pages.Frame(p)
	}
	return media.Frame{}
}

// findSamples fills in where the samples stand in a text of JSON: by their own text, the first of each. Items of lists are
// named by their index.
func findSamples(text []byte, paths map[string][]string) bool {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return false
	}
	var walk func(v any, path []string)
	walk = func(v any, path []string) {
		found := ""
		switch v := v.(type) {
		case map[string]any:
			if v["\ue000"] == true {
				found = sampleRecord
				break
			}
			for name, inner := range v {
				walk(inner, append(slices.Clone(path), name))
			}
		case []any:
			for i, inner := range v {
				walk(inner, append(slices.Clone(path), strconv.Itoa(i)))
			}
		case string:
			found = v
		case json.Number:
			found = v.String()
		}
		if have, has := paths[found]; found != "" && (!has || slices.Compare(path, have) < 0) {
			paths[found] = append([]string{}, path...)
		}
	}
	walk(v, nil)
	return true
}
