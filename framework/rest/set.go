// Sets of resources.

package rest

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/compile"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/sets"
	"example.com/resourceful/framework/rest/internal/source"
)

// Set is a named list of resources: one configuration of the service.
type Set struct {
	resources []Resource
	set       declaration.Set
}

// NewSet returns a set of resources. Nothing is checked before Compile.
func NewSet(name string, resources ...Resource) *Set {
	return &Set{resources: resources, set: declaration.Set{Name: name, At: source.CallerOf(1)}}
}

// Include adds resources to the set, such as those of another package. It returns the set.
func (s *Set) Include(resources ...Resource) *Set {
	s.resources = append(s.resources, resources...)
	return s
}

// Rule adds a rule that the validate tags of the set's resources may name. It returns the set.
func (s *Set) Rule(name string, check Check) *Set {
	s.set.Checks = append(s.set.Checks, declaration.NamedCheck{Name: name, Check: check, At: source.CallerOf(1)})
	return s
}

// Kinds adds kinds of values for the fields of the set's resources. A Go type that matches one of them has
// that kind, instead of a built-in one for all types made of, say, string. It returns the set.
func (s *Set) Kinds(kinds ...Kind) *Set {
	for _, k := range kinds {
		s.set.Kinds = append(s.set.Kinds, declaration.NamedKind{Kind: k, At: source.CallerOf(1)})
	}
	return s
}

// Access sets the rule for reading the root, and the rule of every resource that declares none. It returns
// the set.
func (s *Set) Access(rule permission.Rule) *Set {
	s.set.Access = rule
	return s
}

// Name returns the name of the configuration.
func (s *Set) Name() string { return s.set.Name }

// Compile checks the declarations and returns the plan, or an error that joins every mistake as a
// *DeclError, in the order of their positions. It never panics, for any declaration.
func (s *Set) Compile() (compiled *plan.Plan, err error) {
	declared := s.set
	for _, r := range s.resources {
		d, _ := sets.Try(func() *declaration.ViewSet { return r.declare() }) // panics if r is nil, or a nil pointer
		declared.Declarations = append(declared.Declarations, d)
	}
	return compile.Compile(&declared, func(m sets.Mistake) error {
		e := DeclError(m)
		return &e
	})
}
