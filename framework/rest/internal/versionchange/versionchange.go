// Package versionchange compiles the changes of an API version: members that differ from the declarations.
package versionchange

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

// Compile makes the changes of a version of a plan, by the types that they are about. A partial plan lacks
// the members that rules hide from its requesters: a missing member is no mistake there.
func Compile(p *plan.Plan, v declaration.Version, kinds []field.Kind, partial bool, wrong func(format string, args ...any)) map[reflect.Type]*schema.Reshape {
	c := &compiler{plan: p, version: v.Name, kinds: kinds, partial: partial, wrong: wrong, of: map[reflect.Type]*schema.Reshape{}}
	for _, ch := range v.Changes {
		c.change(ch)
	}
	for _, ch := range v.Changes {
		c.checkRemoved(ch)
	}
	return c.of
}

// compiler makes the changes of one version.
type compiler struct {
	plan    *plan.Plan
	version string
	kinds   []field.Kind
	partial bool
	wrong   func(format string, args ...any)
	of      map[reflect.Type]*schema.Reshape
}

// mistake reports a mistake in a change.
func (c *compiler) mistake(ch declaration.VersionChange, format string, args ...any) {
	c.wrong("%q: %s[%s]: %s", c.version, ch.Word, ch.Of.Name(), fmt.Sprintf(format, args...))
}

// change adds a change to those of its type.
func (c *compiler) change(ch declaration.VersionChange) {
	if ch.Of == nil {
		c.wrong("%q has a change that is empty; write rest.Rename[Ticket](\"status\", \"state\")", c.version)
		return
	}
	known := memberNames(c.plan, ch.Of)
	if known == nil {
		if !c.partial {
			c.mistake(ch, "nothing of the set is represented by it; name the struct of the rows, or one that an action takes")
		}
		return
	}
	if c.of[ch.Of] == nil {
		c.of[ch.Of] = &schema.Reshape{Names: map[string]string{}, Gone: map[string]bool{}, Defaults: map[string]string{}}
	}
	taken := []string{ch.Member}
	switch {
	case ch.Names != nil && ch.Made == nil:
		c.mistake(ch, "a function is nil; write it")
		return
	case ch.Made != nil:
		taken = ch.Made.Of
	}
	reshape := c.of[ch.Of]
	if !c.mayTake(ch, known, taken) {
		if ch.Made != nil && c.partial { // a rule hides one: then neither the version's replacement nor the others exist
			reshape.Lose(taken)
		}
		return
	}
	switch ch.Word {
	case "Rename":
		if c.mayAdd(ch, known, ch.Text) {
			reshape.Names[ch.Member] = ch.Text
		}
	case "Remove":
		reshape.Gone[ch.Member] = true
	case "Default":
		if c.mayDefault(ch) {
			reshape.Defaults[ch.Member] = ch.Text
		}
	default:
		c.make(ch, known)
	}
}

// mayTake reports whether members exist, and no other change of the version uses them.
func (c *compiler) mayTake(ch declaration.VersionChange, known, members []string) bool {
	reshape := c.of[ch.Of]
	for _, name := range members {
		_, given := reshape.Defaults[name]
		switch {
		case !slices.Contains(known, name) && c.partial: // which a rule hides from the plan's requesters
			return false
		case !slices.Contains(known, name):
			c.mistake(ch, "%q is not a member%s", name, field.Hint(name, known))
			return false
		case ch.Word == "Default" && given:
			c.mistake(ch, "%q has a default already; write one", name)
			return false
		case ch.Word == "Rename" && reshape.Names[name] != "":
			c.mistake(ch, "%q is renamed twice; write it once", name)
			return false
		case ch.Word != "Default" && (reshape.Gone[name] || reshape.Names[name] != ""):
			c.mistake(ch, "another change of the version takes %q away; leave one of them out", name)
			return false
		}
	}
	return true
}

// mayAdd reports whether a version may have a member with a name.
func (c *compiler) mayAdd(ch declaration.VersionChange, known []string, name string) bool {
	reshape := c.of[ch.Of]
	made := slices.ContainsFunc(reshape.Made, func(m *schema.Made) bool {
		return slices.ContainsFunc(m.Members, func(f *schema.Field) bool { return f.Wire == name })
	})
	switch {
	case !schema.IsWireName(name):
		c.mistake(ch, "%q cannot be the name of a member; write letters, digits and _, a letter first", name)
	case slices.Contains(known, name) && !reshape.Gone[name]:
		c.mistake(ch, "%q is a member already; write another name", name)
	case made || slices.Contains(slices.Collect(maps.Values(reshape.Names)), name):
		c.mistake(ch, "two members become %q; write another name for one of them", name)
	default:
		return true
	}
	return false
}

// mayDefault reports whether clients may leave out a member that they otherwise send.
func (c *compiler) mayDefault(ch declaration.VersionChange) (may bool) {
	sent := false
	for _, t := range represented(c.plan, ch.Of) {
		f := t.ByWire(ch.Member)
		if f == nil || !f.Writable() {
			continue
		}
		sent = true
		if f.Relation != nil || f.Derived != nil || f.IsFile() || f.Kind.Seal != nil {
			c.mistake(ch, "%q is %s, which has no default", ch.Member, f.WithArticle())
			return false
		}
		spec := f.Spec
		if mistake := spec.SetDefault(ch.Text); mistake != "" {
			c.mistake(ch, "%s", mistake)
			return false
		}
	}
	if !sent && !c.partial {
		c.mistake(ch, "clients do not send %q; leave the change out", ch.Member)
	}
	return sent
}

// make adds members from functions.
func (c *compiler) make(ch declaration.VersionChange, known []string) {
	row := rowsOf(c.plan, ch.Of)
	if row == nil {
		c.mistake(ch, "members are made of rows, and these are none; name the struct of the rows")
		return
	}
	reshape, made := c.of[ch.Of], *ch.Made
	if mistake := schema.CheckMade(row, &made, ch.Types[len(ch.Names):]); mistake != "" {
		c.mistake(ch, "%s", mistake)
		return
	}
	for _, name := range made.Of {
		reshape.Gone[name] = true
	}
	for i, name := range ch.Names {
		if !c.mayAdd(ch, known, name) {
			return
		}
		report := func(msg string) { c.mistake(ch, "%q: %s", name, msg) }
		f := structs.NewMember(name, ch.Types[i], reflect.StructTag(ch.Tag), c.kinds, report)
		if f == nil {
			return
		}
		made.Members = append(made.Members, f)
	}
	if len(made.Members) == 2 && made.Members[0].Wire == made.Members[1].Wire {
		c.mistake(ch, "two members become %q; write another name for one of them", made.Members[0].Wire)
		return
	}
	reshape.Made = append(reshape.Made, &made)
}

// checkRemoved reports a member that a create needs, and that clients of the version cannot send.
func (c *compiler) checkRemoved(ch declaration.VersionChange) {
	if ch.Word != "Remove" || c.of[ch.Of] == nil || !c.of[ch.Of].Gone[ch.Member] || c.partial {
		return
	}
	if _, given := c.of[ch.Of].Defaults[ch.Member]; given {
		return
	}
	for _, t := range represented(c.plan, ch.Of) {
		if f := t.ByWire(ch.Member); f != nil && f.Required() && f.Derived == nil {
			c.mistake(ch, "rows need a value of %q, which clients of the version do not send; give it one with rest.Default[%s](%q, \"…\")", ch.Member, ch.Of.Name(), ch.Member)
			return
		}
	}
}

// rowsOf returns the type of rows with a struct, nil for none.
func rowsOf(p *plan.Plan, of reflect.Type) *schema.Type {
	for _, e := range p.Resources {
		if e.Type.Go == of {
			return e.Type
		}
	}
	return nil
}

// memberNames returns the names of the members of all representations of a type; nil for none.
func memberNames(p *plan.Plan, of reflect.Type) (names []string) {
	for _, t := range represented(p, of) {
		for _, f := range t.Fields {
			if f.Wire != "" && !slices.Contains(names, f.Wire) {
				names = append(names, f.Wire)
			}
		}
	}
	return names
}

// represented lists all representations of a type.
func represented(p *plan.Plan, of reflect.Type) (types []*schema.Type) {
	var walk func(t *schema.Type)
	walk = func(t *schema.Type) {
		if (t.Go == of || t.Row != nil && t.Row.Go == of) && !slices.Contains(types, t) {
			types = append(types, t)
		}
		for _, f := range t.Fields {
			if f.IsNested() && f.Derived.Shape != nil {
				walk(f.Derived.Shape)
			}
		}
	}
	for _, e := range p.Resources {
		walk(e.Type)
		for _, s := range e.Shapes.All() {
			walk(s.Type)
		}
	}
	for _, r := range p.Routes {
		for _, o := range r.Operations {
			for _, s := range []*plan.Shape{o.Input, o.Output} {
				if s != nil {
					walk(s.Type)
				}
			}
		}
	}
	return types
}
