// Members of representations that clients choose.

package plan

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// MemberChoices determine which members of representations clients may choose.
type MemberChoices struct {
	Fields  bool // some members, or all except some
	Records bool // for records too, instead of only for lists
	// List and Retrieve are the members of the two representations.
	List, Retrieve *MemberTree
}

// MemberTree is the tree of a representation's members.
type MemberTree struct {
	Shape   *Shape
	Type    *schema.Type
	Members []*Member // in the order of the representation
	// Related are the rules that apply to every choice of the members. Only the root has them.
	Related []Related
}

// Member is a member of a representation.
type Member struct {
	Field *schema.Field
	// Nested are the members of the member; nil for a value. A relation shows them only to clients that
	// request them: then Expanded is the field that replaces it.
	Nested   *MemberTree
	Expanded *schema.Field
}

// Members are the members of each row that a client requests.
type Members struct {
	only, omit, expand *memberNames // nil if the client does not state them
}

// memberNames are names of members, with those below them.
type memberNames struct {
	whole bool
	below map[string]*memberNames
}

// add adds a path.
func (n *memberNames) add(path []string) {
	for _, name := range path {
		if n.below == nil {
			n.below = map[string]*memberNames{}
		}
		if n.below[name] == nil {
			n.below[name] = &memberNames{}
		}
		n = n.below[name]
	}
	n.whole = true
}

// at returns the names below a member, nil for none.
func (n *memberNames) at(name string) *memberNames {
	if n == nil {
		return nil
	}
	return n.below[name]
}

// Member returns the member with a name, nil for none.
func (t *MemberTree) Member(name string) *Member {
	for _, m := range t.Members {
		if m.Field.Wire == name {
			return m
		}
	}
	return nil
}

// Names of the parameters.
const (
	fieldsParam = "fields"
	omitParam   = "omit"
	expandParam = "expand"
)

// Params returns the parameters of the query by which clients choose the members of a representation.
func (c *MemberChoices) Params(of *MemberTree) []*Param {
	if c == nil || of == nil {
		return nil
	}
	var params []*Param
	add := func(name, about string, to func(*Members) **memberNames, paths []string) {
		schemaOf := map[string]any{"type": "array", "items": map[string]any{"enum": paths}}
		params = append(params, &Param{
			Name: name, About: about, Role: MembersRole, Commas: true, Schema: schemaOf,
			Read: func(l *Listing, values []string) ([]string, error) {
				return readMembers(l, values, paths, to), nil
			},
		})
	}
	if all := of.paths(false); c.Fields && len(all) > 0 {
		add(fieldsParam, "The members to show, those of nested ones after a dot; all by default.", func(m *Members) **memberNames { return &m.only }, all)
		add(omitParam, "The members not to show.", func(m *Members) **memberNames { return &m.omit }, all)
	}
	if expandable := of.paths(true); len(expandable) > 0 {
		add(expandParam, "The relations whose records are shown in place of their keys.", func(m *Members) **memberNames { return &m.expand }, expandable)
	}
	return params
}

// paths returns the names of all members, or of expandable ones, with those below them.
func (t *MemberTree) paths(expandable bool) []string {
	var paths []string
	for _, m := range t.Members {
		if !expandable || m.Expanded != nil {
			paths = append(paths, m.Field.Wire)
		}
		if m.Nested != nil {
			for _, below := range m.Nested.paths(expandable) {
				paths = append(paths, m.Field.Wire+"."+below)
			}
		}
	}
	return paths
}

// readMembers adds names of members to a client's choice.
func readMembers(l *Listing, values, known []string, to func(*Members) **memberNames) (messages []string) {
	names := &memberNames{}
	for _, value := range values {
		value = strings.TrimSpace(value)
		switch {
		case slices.Contains(known, value):
			names.add(strings.Split(value, "."))
		case value != "" && !l.Rules.IgnoreUnknown:
			messages = append(messages, unknownMember(value, known))
		}
	}
	if names.below == nil || messages != nil {
		return messages
	}
	if l.Members == nil {
		l.Members = &Members{}
	}
	*to(l.Members) = names
	return nil
}

func unknownMember(name string, known []string) string {
	message := fmt.Sprintf("\"%s\" is not a valid choice.", name)
	if meant := field.Suggest(name, known); meant != "" {
		message += fmt.Sprintf(" Did you mean \"%s\"?", meant)
	}
	return message
}

// Choice is the chosen part of a representation: some of its members, and of nested ones some of theirs.
type Choice struct {
	tree    *MemberTree
	members []chosen
}

type chosen struct {
	*Member
	nested *Choice // nil for a value, or a relation that is shown by keys
}

// Choose finds the members that a client requests. A named member of an expandable relation expands it.
func (t *MemberTree) Choose(m *Members) *Choice { return t.choose(m.only, m.omit, m.expand) }

func (t *MemberTree) choose(only, omit, expand *memberNames) *Choice {
	c := &Choice{tree: t}
	for _, m := range t.Members {
		name := m.Field.Wire
		wanted, left, more := only.at(name), omit.at(name), expand.at(name)
		switch {
		case only != nil && !only.whole && wanted == nil || left != nil && left.whole:
			continue
		case m.Nested == nil || m.Expanded != nil && more == nil && (wanted == nil || wanted.below == nil):
			c.members = append(c.members, chosen{Member: m})
			continue
		}
		if wanted != nil && wanted.whole {
			wanted = nil // all of it
		}
		c.members = append(c.members, chosen{m, m.Nested.choose(wanted, left, more)})
	}
	return c
}

// Key returns the cache key of a choice.
func (c *Choice) Key() string { return string(c.appendKey(nil)) }

func (c *Choice) appendKey(b []byte) []byte {
	for _, m := range c.members {
		b = append(b, m.Field.Wire...)
		if m.nested != nil {
			b = append(m.nested.appendKey(append(b, '(')), ')')
		}
		b = append(b, ',')
	}
	return b
}

// Represent makes the representation of a choice, which reads the held fields of the rows besides its
// members.
func (c *Choice) Represent(held []*schema.Field) *Shape {
	used := fieldsFor{}
	t := c.represent(used)
	shape := &Shape{Type: t, Reads: t.Reads()}
	for _, of := range held {
		if f := t.Hold(of); !slices.Contains(shape.Reads, f) {
			shape.Reads = append(shape.Reads, f)
		}
	}
	used.note(shape.Reads)
	for _, r := range c.tree.Related {
		for _, f := range used[r.Field] {
			shape.Related = append(shape.Related, Related{Field: f, Visibility: r.Visibility})
		}
	}
	return shape
}

// represent makes the type of a choice. It notes the declared field of each new field.
func (c *Choice) represent(used fieldsFor) *schema.Type {
	var shown []*schema.Field
	for _, m := range c.members {
		f := m.Field
		if m.nested != nil {
			nested := m.nested.represent(used)
			used.note(nested.NestedReads())
			if d := f.Derived; d != nil && d.OrderBy != nil {
				used.note([]*schema.Field{d.OrderBy})
			}
			if m.Expanded != nil {
				f = m.Expanded
			}
			shows := f.Nest(nested)
			used.add(f, shows)
			f = shows
		}
		shown = append(shown, f)
	}
	return c.tree.Type.Choose(shown)
}

// fieldsFor maps a declared field to the fields that are read for it. A type that is nested at two places
// has two for one.
type fieldsFor map[*schema.Field][]*schema.Field

func (u fieldsFor) add(declared, f *schema.Field) {
	if !slices.Contains(u[declared], f) {
		u[declared] = append(u[declared], f)
	}
}

// note notes that declared fields are read, with the references on a path.
func (u fieldsFor) note(fields []*schema.Field) {
	for _, f := range fields {
		u.add(f, f)
		if f.Derived != nil && f.Derived.Form == schema.FormPath {
			for _, step := range f.Derived.Steps {
				u.add(step, step)
			}
		}
	}
}

// words describes the choices in the text of the plan.
func (c *MemberChoices) words() string {
	if c == nil {
		return ""
	}
	var words []string
	if c.Fields {
		words = append(words, "fields, omit")
	}
	for _, t := range []*MemberTree{c.List, c.Retrieve} {
		if t == nil {
			continue
		}
		if paths := t.paths(true); len(paths) > 0 {
			words = append(words, "expand "+strings.Join(paths, ", "))
			break
		}
	}
	if c.Records {
		words = append(words, "of records too")
	}
	return strings.Join(words, "; ")
}
