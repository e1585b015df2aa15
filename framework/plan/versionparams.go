// The query parameters of a version: members, orders and filters by its names.

package plan

import (
	"slices"
	"strings"

	"example.com/resourceful/framework/schema"
)

// members returns the choices of a resource, with the names of the version.
func (v *Version) members(e *Resource) *MemberChoices {
	if e.Members == nil {
		return nil
	}
	c := *e.Members
	c.List, c.Retrieve = v.memberTree(c.List), v.memberTree(c.Retrieve)
	if c == *e.Members {
		return e.Members
	}
	return &c
}

func (v *Version) memberTree(t *MemberTree) *MemberTree {
	if t == nil {
		return nil
	}
	made, differs := &MemberTree{Shape: v.shape(t.Shape), Type: v.reshaping.Type(t.Type), Related: v.related(t.Related)}, false
	for _, m := range t.Members {
		c := &Member{Field: v.reshaping.Field(m.Field), Nested: v.memberTree(m.Nested), Expanded: m.Expanded}
		if c.Field.Wire == "" {
			differs = true
			continue
		}
		if c.Expanded != nil && (c.Nested != m.Nested || c.Field != m.Field) {
			c.Expanded = c.Field.Nest(c.Nested.Type)
		}
		differs = differs || *c != *m
		made.Members = append(made.Members, c)
	}
	for i, f := range made.Type.Shown {
		if f.IsMade() {
			differs, made.Members = true, slices.Insert(made.Members, min(i, len(made.Members)), &Member{Field: f})
		}
	}
	if !differs {
		return t
	}
	return made
}

// ordering returns the orders that clients may request by the names of the version; nil if none differs.
func (v *Version) ordering(e *Resource) *Ordering {
	if e.Ordering == nil {
		return nil
	}
	var choices []OrderChoice
	differs := false
	for _, c := range e.Ordering.Choices {
		name, known := v.reshaping.Name(e.Type, c.Name)
		differs = differs || name != c.Name || !known
		if c.Name = name; known {
			choices = append(choices, c)
		}
	}
	if !differs {
		return nil
	}
	o := NewOrdering(choices, e.Ordering.declared)
	o.Related = e.Ordering.Related
	return o
}

// renamedParams returns the parameters of a resource or of its records by the names of the version.
func (v *Version) renamedParams(e, c *Resource, params []*Param, ofRecord bool) []*Param {
	var chosen []*Param
	if c.Members != e.Members {
		tree := c.Members.List
		if ofRecord {
			tree = c.Members.Retrieve
		}
		chosen = c.Members.Params(tree)
	}
	var made []*Param
	for _, p := range params {
		switch {
		case p.Role == OrderingRole && c.Ordering != e.Ordering && len(c.Ordering.Choices) == 0:
			continue
		case p.Role == OrderingRole && c.Ordering != e.Ordering:
			p = c.Ordering.Param()
		case p.Role == MembersRole && chosen != nil:
			p, chosen = chosen[0], chosen[1:]
		case p.Path != nil:
			if p = v.filter(e.Type, p); p == nil {
				continue
			}
		}
		made = append(made, p)
	}
	return made
}

// filter returns a filter of rows of a type by the names of the version, nil for one of an unknown member.
// Its name contains those of its path, joined by two underscores or a dot.
func (v *Version) filter(t *schema.Type, p *Param) *Param {
	if made, there := v.params[p]; there {
		return made
	}
	v.params[p] = p
	path, words, known := v.path(t, p.Path)
	switch {
	case !known:
		v.params[p] = nil
		return nil
	case path == nil:
		return p
	}
	c := *p
	c.Path, c.Field = path, path.End
	c.Label, c.About = path.label(), strings.Replace(p.About, p.Path.Text, path.Text, 1)
	was := strings.Split(p.Path.Text, ".")
	for _, between := range []string{"__", "."} {
		if rest, found := strings.CutPrefix(p.Name, strings.Join(was, between)); found && (rest == "" || strings.HasPrefix(rest, "__")) {
			c.Name = strings.Join(words, between) + rest
			break
		}
	}
	v.params[p] = &c
	return &c
}

// path returns a path of rows of a type with the names of the version, and these; nil if none differs.
// known is false if the version does not have a member of it.
func (v *Version) path(t *schema.Type, p *FieldPath) (path *FieldPath, names []string, known bool) {
	made, differs := *p, false
	made.Steps = slices.Clone(p.Steps)
	words := strings.Split(p.Text, ".")
	for i := 0; i <= len(p.Steps) && i < len(words); i++ {
		f := p.End
		if i < len(p.Steps) {
			f = p.Steps[i].Field
		}
		name, known := v.reshaping.Name(t, words[i])
		if !known {
			return nil, nil, false
		}
		if f.Relation != nil {
			t = f.Relation.Type
		}
		if name == words[i] {
			continue
		}
		c := *f
		c.Wire, c.Label = name, NameWords(name)
		words[i], differs = name, true
		if i < len(p.Steps) {
			made.Steps[i].Field = &c
		} else {
			made.End = &c
		}
	}
	if !differs {
		return nil, nil, true
	}
	made.Text = strings.Join(words, ".")
	return &made, words, true
}
