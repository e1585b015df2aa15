// Mistakes in declarations, each with where it is.

package compile

import (
	"errors"
	"reflect"
	"slices"

	"example.com/resourceful/framework/rest/internal/source"
)

// Mistake is a mistake in a declaration: see rest.DeclError.
type Mistake struct {
	Pos      string
	Resource string
	Field    string
	Msg      string
}

// Error is the mistake in one line.
func (m Mistake) Error() string {
	subject := m.Resource
	if m.Field != "" {
		subject += "." + m.Field
	}
	if subject == "" {
		return m.Pos + ": " + m.Msg
	}
	return m.Pos + ": " + subject + ": " + m.Msg
}

func (c *compiler) report(resource, field string, at source.Caller, msg string) {
	c.add(&Mistake{Pos: c.finder.At(at), Resource: resource, Field: field, Msg: msg})
}

func (c *compiler) reportField(t reflect.Type, field, msg string) {
	in, name := source.Declaring(t, field)
	c.add(&Mistake{Pos: c.finder.Field(in, name, c.set.At), Resource: source.PlainName(t), Field: field, Msg: msg})
}

// reportView reports a mistake in a view set.
func (c *compiler) reportView(t reflect.Type, msg string) {
	c.add(&Mistake{Pos: c.finder.View(t, c.set.At), Resource: source.PlainName(t), Msg: msg})
}

// add keeps a mistake once: a struct that two resources share is compiled for each.
func (c *compiler) add(e *Mistake) {
	for _, have := range c.mistakes {
		if *have == *e {
			return
		}
	}
	c.mistakes = append(c.mistakes, e)
}

func (c *compiler) err() error {
	slices.SortStableFunc(c.mistakes, func(a, b *Mistake) int { return source.Compare(a.Pos, b.Pos) })
	errs := make([]error, len(c.mistakes))
	for i, m := range c.mistakes {
		errs[i] = c.asError(*m)
	}
	return errors.Join(errs...)
}
