// The state of a compilation.

package compile

import (
	"reflect"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/links"
	"example.com/resourceful/framework/rest/internal/sets"
	"example.com/resourceful/framework/rest/internal/source"
	"example.com/resourceful/framework/schema"
)

// compiler is the state of the steps of Compile.
type compiler struct {
	*links.Linker
	kinds       []field.Kind
	checks      *field.Rules
	resources   []*resource // those whose type could be compiled
	types       map[reflect.Type]*schema.Type
	unmanaged   map[string]bool           // tables that others manage
	represented map[shapeKey]*schema.Type // representations that are no types of rows
	order       []*schema.Type            // types in the order in which they were found
	warnings    []string
	fields      fieldRules
	counted     map[string]bool               // names of counters
	actions     []*declaration.Action         // of the Endpoints of the set
	endpoints   []*plan.Operation             // of those without a mistake
	shapes      map[reflect.Type]*schema.Type // structs of inputs or outputs that are no rows
	queries     map[any]*plan.RowQuery
	throttles   []plan.Throttle                   // of every operation
	scoped      []scopedThrottle                  // of all throttles
	positions   map[*plan.Operation]func() string // positions of the operations' declarations
	// paramPositions are the positions of the query parameters' declarations.
	paramPositions map[*plan.Param]func() string
}

func newCompiler(s *declaration.Set, asError func(sets.Mistake) error) *compiler {
	return &compiler{
		Linker: &links.Linker{Reporter: &sets.Reporter{Set: s, AsError: asError, Finder: source.NewFinder(s.At)}, Misplaced: map[*plan.Resource]bool{}},
		types:  map[reflect.Type]*schema.Type{}, unmanaged: map[string]bool{}, counted: map[string]bool{},
		represented: map[shapeKey]*schema.Type{}, shapes: map[reflect.Type]*schema.Type{}, positions: map[*plan.Operation]func() string{}, queries: map[any]*plan.RowQuery{}, paramPositions: map[*plan.Param]func() string{},
	}
}

// shapeKey is a struct as a representation of the rows of a type.
type shapeKey struct {
	of  reflect.Type
	row *schema.Type
}

// fieldRule is the rule of a member, which the compiler finds in types: by its column or, for a member
// without one, by the struct and the name.
type fieldRule struct {
	table, column string
	of            reflect.Type
	wire          string
	rule          int // number in compiler.fieldRules.rules
	// refusedCreate and refusedChange mean that an unpermitted value is refused: see permission.OrInvalid.
	refusedCreate, refusedChange bool
	by                           *resource
}

// fieldRules are those of a set. In the plan of an audience they are given from the beginning.
type fieldRules struct {
	list     []fieldRule
	rules    []plan.MemberRule
	audience *plan.Audience // nil for the plan of all
}

// matches reports whether the rule is about a field of a type.
func (r *fieldRule) matches(t *schema.Type, f *schema.Field) bool {
	if r.column != "" {
		return t.Table == r.table && f.Column == r.column
	}
	return t.Go == r.of && f.Wire == r.wire
}

// sending returns what an audience may do with the member.
func (r *fieldRule) sending(holds plan.Audience) schema.Sending {
	return schema.Sending{
		Read: holds.Reads(r.rule), Create: holds.Creates(r.rule), Change: holds.Changes(r.rule),
		RefusedCreate: r.refusedCreate, RefusedChange: r.refusedChange,
	}
}

// scopedThrottle is a throttle of tokens with a scope, which is looked up once all scopes are known.
type scopedThrottle struct {
	scope  string
	report func(msg string)
}
