// The known names of a body, and the messages about others.

package schema

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/problem"
)

// Names are the known fields of a body: those that it writes, and those of the representation, which are
// ignored.
type Names struct {
	known   map[string]bool
	lists   map[string]bool   // lists whose items a form may name by index
	rows    map[string]bool   // nested rows that a form may name by index, with their texts
	written []string          // in the order of the struct
	inside  map[string]*Names // names of the members of objects
	objects map[string]*Field // fields with these objects
}

// NewNames returns the names of an input of type t. It includes the names of all representations of the
// record.
func NewNames(t *Type, mode Mode, shown ...*Type) *Names {
	n := &Names{known: map[string]bool{}, lists: map[string]bool{}, rows: map[string]bool{}, inside: map[string]*Names{}, objects: map[string]*Field{}}
	for _, f := range t.Fields {
		if f.Wire == "" {
			continue
		}
		n.known[f.Wire] = true
		if !f.WritableIn(mode == Create) {
			continue
		}
		n.written = append(n.written, f.Wire)
		n.lists[f.Wire], n.rows[f.Wire] = f.Item != nil, f.IsList()
		if members := cmp.Or(f.Object, f.Items); members != nil {
			n.inside[f.Wire], n.objects[f.Wire] = NewNames(members, Create), f
		}
	}
	for _, s := range shown {
		for _, f := range s.Shown {
			n.known[f.Wire] = true
		}
	}
	return n
}

// Written returns the names of the written fields.
func (n *Names) Written() []string { return n.written }

// maxUnknown is the largest number of unknown fields in messages.
const maxUnknown = 100

// refuse adds a message about each unknown field of an input, with the closest known name, sorted by name.
// In a form, names that begin with _ belong to the service.
func (n *Names) refuse(in *Input, object map[string]any) problem.Fields {
	var unknown []string
	for name := range object {
		if !n.known[name] {
			unknown = append(unknown, name)
		}
	}
	for name := range in.Form {
		if !n.inForm(name) {
			unknown = append(unknown, name)
		}
	}
	for name := range in.Files {
		if !n.inForm(name) && in.Form[name] == nil {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	unknown = unknown[:min(len(unknown), maxUnknown)]
	var problems problem.Fields
	for _, name := range unknown {
		problems = append(problems, problem.Field{Path: name, Name: true, Messages: []string{n.message(name)}, Codes: []string{"unknown"}})
	}
	for _, name := range n.written {
		problems = append(problems, n.refuseInside(in, object, name)...)
	}
	return problems[:min(len(problems), maxUnknown)]
}

// refuseInside is refuse for the members of an object, or of a list of objects, under a name. In a form
// they are in JSON.
func (n *Names) refuseInside(in *Input, object map[string]any, name string) (problems problem.Fields) {
	inside := n.inside[name]
	if inside == nil {
		return nil
	}
	value := object[name]
	f := n.objects[name]
	if texts, _ := in.texts(f); len(texts) > 0 {
		value = f.Kind.Form(&f.Spec, texts)
	}
	refuse := func(path string, value any) {
		members, _ := value.(map[string]any)
		for _, p := range inside.refuse(&Input{}, members) {
			p = p.Under(path)
			if p.Name && in.Form[p.Path] != nil {
				continue // it already has a message
			}
			problems = append(problems, p)
		}
	}
	list, isList := value.([]any)
	if !isList {
		refuse(name, value)
	}
	for i := 0; i < len(list) && len(problems) < maxUnknown; i++ {
		refuse(name+"["+strconv.Itoa(i)+"]", list[i])
	}
	return problems
}

// inForm reports whether a form may have a name.
func (n *Names) inForm(name string) bool {
	if n.known[name] || strings.HasPrefix(name, "_") || name == "csrfmiddlewaretoken" {
		return true
	}
	if member, _, inside, ok := splitRow(name); ok {
		return n.rows[member] || n.objects[member] != nil && n.objects[member].Items != nil && n.inside[member].inForm(inside)
	}
	if member, inside, ok := strings.Cut(name, "."); ok {
		return n.objects[member] != nil && n.objects[member].Object != nil && n.inside[member].inForm(inside)
	}
	list, _, ok := splitIndex(name)
	return ok && n.lists[list]
}

func (n *Names) message(name string) string { return field.Unknown("field", name, n.written) }
