package serve

import (
	"fmt"
	"slices"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// parse reads the body by its Content-Type.
func (x *exchange) parse() error {
	if err := x.decode(); err != nil {
		return err
	}
	x.unpack()
	return x.bodyErr
}

// input is the body as the schema takes it.
func (x *exchange) input() schema.Input {
	in := schema.Input{Value: x.body.Value, Form: x.body.Form, Files: x.body.Files, Whole: x.form.Whole, Keys: x.options.Limits.Keys}
	if x.body.Empty {
		in.Value = map[string]any{}
	}
	return in
}

// bind reads the input into changes. Unlike the other steps it does not end the request at the
// first mistake: validate adds its own, so that the client learns all of them at once.
func (x *exchange) bind() error {
	mode := schema.Create
	switch x.action {
	case plan.Replace:
		mode = schema.Replace
	case plan.Modify:
		mode = schema.Modify
	}
	x.changes, x.problems = x.route.resource.Type.Bind(x.input(), mode)
	if mode == schema.Create {
		return nil
	}
	return x.keepHidden()
}

// validate asks the database what the rules of a field alone cannot know: whether unique values
// are free and related rows exist.
func (x *exchange) validate() error {
	t := x.route.resource.Type
	for i := range x.changes {
		if err := x.lookUp(&x.changes[i]); err != nil {
			return fmt.Errorf("validate %s.%s: %w", t.Name, x.changes[i].Field.Go, err)
		}
	}
	slices.SortStableFunc(x.problems, func(a, b problem.Field) int { return place(t, a.Path) - place(t, b.Path) })
	return x.problems.Err()
}

func (x *exchange) lookUp(c *schema.Change) error {
	f, rows := c.Field, x.route.resource.rows
	switch {
	case c.Value == nil:
	case f.IsToOne() && f.ShownBy() != nil:
		text := fmt.Sprint(c.Value)
		seen := x.seen(f)
		id, found, err := rows.Lookup(x.ctx, f, c.Value, seen...)
		if err != nil {
			return err
		}
		if seen != nil { // it is looked for again: see checkRelated
			if x.names == nil {
				x.names = map[*schema.Field]string{}
			}
			x.names[f] = text
		}
		if !found {
			x.problems.Add(f.Wire, "%s", f.Missing(text))
		}
		c.Value = id
	case f.IsToOne():
		return x.checkRefs(f, []schema.Key{c.Value.(schema.Key)})
	case f.IsManyToMany():
		return x.checkRefs(f, c.Value.([]schema.Key))
	}
	if f.Unique && c.Value != nil {
		taken, err := rows.Taken(x.ctx, f, c.Value, x.id)
		if err != nil {
			return err
		}
		if taken {
			x.problems.Add(f.Wire, "%s", f.Taken(x.route.resource.Name))
		}
	}
	return nil
}

func (x *exchange) checkRefs(f *schema.Field, keys []schema.Key) error {
	if len(keys) == 0 {
		return nil
	}
	missing, err := x.route.resource.rows.Missing(x.ctx, f, keys, x.seen(f)...)
	if err == nil && len(missing) > 0 {
		x.problems.Add(f.Wire, "%s", f.Missing(missing[0]))
	}
	return err
}

// place orders messages as the fields are declared, those about the whole input first.
func place(t *schema.Type, path string) int {
	for i, f := range t.Fields {
		if f.Wire == path {
			return i
		}
	}
	return -1
}
