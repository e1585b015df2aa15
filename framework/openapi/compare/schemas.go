// What schemas let through, before and now.

package compare

import (
	"slices"

	"example.com/resourceful/framework/openapi"
)

// types returns the types that a schema has, nil for any.
func types(s *openapi.Schema) []string {
	if s.Type != nil {
		return s.Type
	}
	var list []string
	for _, one := range s.AnyOf {
		list = append(list, types(one)...)
	}
	return list
}

// enter resolves two schemas, and reports whether they have still to be compared. Those that refer to themselves are
// compared once. A document has a schema for every value, which lets everything through where there is none.
func (c *comparison) enter(was, is *openapi.Schema) (a, b *openapi.Schema, ok bool) {
	var p pair
	if was != nil && is != nil {
		p = pair{was.Ref, is.Ref}
	}
	if p.old != "" && slices.Contains(c.within, p) {
		return nil, nil, false
	}
	everything := &openapi.Schema{}
	if a = c.old.SchemaOf(was); a == nil {
		a = everything
	}
	if b = c.new.SchemaOf(is); b == nil {
		b = everything
	}
	c.within = append(c.within, p)
	return a, b, true
}

func (c *comparison) leave() { c.within = c.within[:len(c.within)-1] }

// bounds of a schema, and whether a greater number lets more through.
var widensUp = map[string]bool{
	"maxLength": true, "maxItems": true, "maximum": true, "exclusiveMaximum": true,
	"minLength": false, "minItems": false, "minimum": false, "exclusiveMinimum": false,
}

// narrowed tells what a schema of what clients send takes no longer.
func (c *comparison) narrowed(at string, was, is *openapi.Schema) {
	a, b, ok := c.enter(was, is)
	if !ok {
		return
	}
	defer c.leave()
	old, now := types(a), types(b)
	for _, t := range old {
		if now != nil && !slices.Contains(now, t) && (t != "integer" || !slices.Contains(now, "number")) {
			c.tell("%s: %s is not taken any more", at, t)
		}
	}
	if b.Enum != nil && a.Enum == nil {
		c.tell("%s: only some values are taken", at)
	}
	for _, v := range a.Enum {
		if b.Enum != nil && !contains(b.Enum, v) {
			c.tell("%s: the value %v is not taken any more", at, v)
		}
	}
	for word, up := range widensUp {
		limit, bounded := b.Bound(word)
		before, had := a.Bound(word)
		if bounded && (!had || up && limit < before || !up && limit > before) {
			c.tell("%s: %s is %v", at, word, limit)
		}
	}
	if pattern := b.Others["pattern"]; pattern != nil && a.Others["pattern"] != pattern {
		c.tell("%s: pattern is %v", at, pattern)
	}
	if b.Format != "" && a.Format != b.Format {
		c.tell("%s: format is %s", at, b.Format)
	}
	c.narrowedMembers(at, a, b)
	if a.Items != nil && b.Items != nil {
		c.narrowed(at+"[]", a.Items, b.Items)
	}
	c.alternatives(at, a, b, c.narrowed)
}

// contains reports whether a value is among those of an enum.
func contains(values []any, value any) bool {
	return slices.ContainsFunc(values, func(v any) bool { return openapi.ValueWords(v) == openapi.ValueWords(value) })
}

func (c *comparison) narrowedMembers(at string, a, b *openapi.Schema) {
	for name, of := range a.Properties.All() {
		if now := b.Properties.Get(name); now != nil {
			c.narrowed(at+"."+name, of, now)
		} else if b.Closed() {
			c.tell("%s.%s: is not taken any more", at, name)
		}
	}
	for _, name := range b.Required {
		if !slices.Contains(a.Required, name) {
			c.tell("%s.%s: is required", at, name)
		}
	}
}

// widened tells what a schema of answers says that clients do not expect.
func (c *comparison) widened(at string, was, is *openapi.Schema) {
	a, b, ok := c.enter(was, is)
	if !ok {
		return
	}
	defer c.leave()
	old, now := types(a), types(b)
	for _, t := range now {
		if old != nil && !slices.Contains(old, t) && (t != "integer" || !slices.Contains(old, "number")) {
			c.tell("%s: may be %s", at, t)
		}
	}
	for _, v := range b.Enum {
		if a.Enum != nil && !contains(a.Enum, v) {
			c.tell("%s: may have the value %v", at, v)
		}
	}
	if a.Format != "" && a.Format != b.Format {
		c.tell("%s: format was %s and is %s", at, a.Format, b.Format)
	}
	for name, of := range a.Properties.All() {
		now := b.Properties.Get(name)
		if now == nil {
			c.tell("%s.%s: is gone", at, name)
			continue
		}
		if slices.Contains(a.Required, name) && !slices.Contains(b.Required, name) {
			c.tell("%s.%s: may be absent", at, name)
		}
		c.widened(at+"."+name, of, now)
	}
	if a.Items != nil && b.Items != nil {
		c.widened(at+"[]", a.Items, b.Items)
	}
	c.alternatives(at, a, b, c.widened)
}

// alternatives compares those of two schemas that have as many.
func (c *comparison) alternatives(at string, a, b *openapi.Schema, compare func(at string, was, is *openapi.Schema)) {
	if len(a.AnyOf) != len(b.AnyOf) {
		return
	}
	for i := range a.AnyOf {
		compare(at, a.AnyOf[i], b.AnyOf[i])
	}
}
