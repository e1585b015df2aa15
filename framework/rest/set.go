// Sets of resources.

package rest

import (
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
)

// Set is a named list of resources: one configuration of the service.
type Set struct {
	name       string
	resources  []Resource
	checks     []namedCheck
	kinds      []namedKind
	access     permission.Rule
	theme      Theme
	requests   RequestRules
	links      bool                     // see LinkHeader
	renderers  *listing[media.Renderer] // nil for those of every set
	parsers    *listing[media.Parser]
	schemes    []schemeList
	emailLogin bool // see EmailLogin
	scopes     []scopeList
	errors     *listing[plan.ErrorForm] // nil for PlainErrors
	throttles  *listing[Throttle]       // nil for none
	cors       *corsOf                  // nil for none
	versions   *versionList             // nil for one alone
	events     *eventsOf                // nil for those of every set
	problems   *ProblemDetails          // nil for those with pages as types
	catalogues []cataloguesAt
	timeZones  []timeZonesAt
	at         caller
}

// NewSet returns a set of resources. Nothing is checked before Compile.
func NewSet(name string, resources ...Resource) *Set {
	return &Set{name: name, resources: resources, at: callerOf(1)}
}

// Include adds resources to the set, such as those of another package. It returns the set.
func (s *Set) Include(resources ...Resource) *Set {
	s.resources = append(s.resources, resources...)
	return s
}

// Rule adds a rule that the validate tags of the set's resources may name. It returns the set.
func (s *Set) Rule(name string, check Check) *Set {
	s.checks = append(s.checks, namedCheck{name, check, callerOf(1)})
	return s
}

// Kinds adds kinds of values of the program's own, which the fields of the set's resources may have.
// A Go type that one of them matches is of that kind, and not of a built-in one that takes all
// types made of, say, string. It returns the set.
func (s *Set) Kinds(kinds ...Kind) *Set {
	for _, k := range kinds {
		s.kinds = append(s.kinds, namedKind{k, callerOf(1)})
	}
	return s
}

// Access sets who may read the root, and the rule of every resource that has none of its own.
// It returns the set.
func (s *Set) Access(rule permission.Rule) *Set {
	s.access = rule
	return s
}

// Name is the name of the configuration.
func (s *Set) Name() string { return s.name }

// Compile checks the declarations and returns the plan, or an error that joins every mistake as
// a *DeclError, in the order of their positions. It never panics, whatever was declared.
func (s *Set) Compile() (compiled *plan.Plan, err error) {
	c := newCompiler(s)
	if compiled, err = c.compile(); err == nil {
		err = c.audiences(compiled)
	}
	if err != nil {
		return nil, err
	}
	return compiled, nil
}
