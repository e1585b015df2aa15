// Package sets compiles the options of a set without its resources, and collects the mistakes in all
// declarations.
package sets

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

// Error returns the mistake in one line.
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

// Reporter collects the mistakes of a set.
type Reporter struct {
	Set      *declaration.Set
	Finder   *source.Finder
	Mistakes []*Mistake
	AsError  func(Mistake) error // makes the error of a mistake
}

// Report adds a mistake of a set.
func (reporter *Reporter) Report(resource, field string, at source.Caller, msg string) {
	reporter.Add(&Mistake{Pos: reporter.Finder.At(at), Resource: resource, Field: field, Msg: msg})
}

// ReportField reports a mistake in a field of a struct, which may be embedded in it.
func (reporter *Reporter) ReportField(t reflect.Type, field, msg string) {
	in, name := source.Declaring(t, field)
	reporter.Add(&Mistake{Pos: reporter.Finder.Field(in, name, reporter.Set.At), Resource: source.PlainName(t), Field: field, Msg: msg})
}

// ReportView reports a mistake in a view set.
func (reporter *Reporter) ReportView(t reflect.Type, msg string) {
	reporter.Add(&Mistake{Pos: reporter.Finder.View(t, reporter.Set.At), Resource: source.PlainName(t), Msg: msg})
}

// Add adds a mistake once: a struct that two resources share is compiled for each.
func (reporter *Reporter) Add(e *Mistake) {
	for _, have := range reporter.Mistakes {
		if *have == *e {
			return
		}
	}
	reporter.Mistakes = append(reporter.Mistakes, e)
}

func (reporter *Reporter) Join() error {
	slices.SortStableFunc(reporter.Mistakes, func(a, b *Mistake) int { return source.Compare(a.Pos, b.Pos) })
	errs := make([]error, len(reporter.Mistakes))
	for i, m := range reporter.Mistakes {
		errs[i] = reporter.AsError(*m)
	}
	return errors.Join(errs...)
}

// CheckListedOnce checks that a set lists its formats in one call.
func (reporter *Reporter) CheckListedOnce(name string, at source.Caller, again *source.Caller) {
	if again != nil {
		reporter.Report("", "", *again, fmt.Sprintf("%s was called before, at %s; list all of them in one call", name, reporter.Finder.At(at)))
	}
}

// Try returns fn's result, or false if fn panics: it is a team's function, and may be wrong.
func Try[R any](fn func() R) (result R, ok bool) {
	defer func() { _ = recover() }()
	return fn(), true
}
