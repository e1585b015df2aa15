// Mistakes in declarations, each with where it is.

package compile

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"example.com/resourceful/framework/rest/internal/declaration"
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

// reporter keeps the mistakes of a set.
type reporter struct {
	set      *declaration.Set
	finder   *source.Finder
	mistakes []*Mistake
	asError  func(Mistake) error // makes the error of a mistake
}

// report keeps a mistake of a set.
func (r *reporter) report(resource, field string, at source.Caller, msg string) {
	r.add(&Mistake{Pos: r.finder.At(at), Resource: resource, Field: field, Msg: msg})
}

func (r *reporter) reportField(t reflect.Type, field, msg string) {
	in, name := source.Declaring(t, field)
	r.add(&Mistake{Pos: r.finder.Field(in, name, r.set.At), Resource: source.PlainName(t), Field: field, Msg: msg})
}

// reportView reports a mistake in a view set.
func (r *reporter) reportView(t reflect.Type, msg string) {
	r.add(&Mistake{Pos: r.finder.View(t, r.set.At), Resource: source.PlainName(t), Msg: msg})
}

// add keeps a mistake once: a struct that two resources share is compiled for each.
func (r *reporter) add(e *Mistake) {
	for _, have := range r.mistakes {
		if *have == *e {
			return
		}
	}
	r.mistakes = append(r.mistakes, e)
}

func (r *reporter) err() error {
	slices.SortStableFunc(r.mistakes, func(a, b *Mistake) int { return source.Compare(a.Pos, b.Pos) })
	errs := make([]error, len(r.mistakes))
	for i, m := range r.mistakes {
		errs[i] = r.asError(*m)
	}
	return errors.Join(errs...)
}

// listedOnce checks that a set is told of its formats in one call.
func (r *reporter) listedOnce(name string, at source.Caller, again *source.Caller) {
	if again != nil {
		r.report("", "", *again, fmt.Sprintf("%s was called before, at %s; list all of them in one call", name, r.finder.At(at)))
	}
}

// Try is fn's result, false where fn panics: it is a team's function, and may be wrong.
func Try[R any](fn func() R) (result R, ok bool) {
	defer func() { _ = recover() }()
	return fn(), true
}
