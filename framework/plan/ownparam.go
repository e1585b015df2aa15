// Parameters with conditions from the code of a team.

package plan

import (
	"errors"
	"sync"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// OwnFilter reads the values of a parameter with the code of a team: it returns a condition on the rows of
// t, by names, or a *problem.Error whose text refuses the request.
func OwnFilter(t *schema.Type, read func(call Call, values []string) (predicate.Expr, error)) func(*Listing, []string) ([]string, error) {
	b := &binder{t: t, templates: map[string]predicate.Expr{}}
	return func(l *Listing, values []string) ([]string, error) {
		where, err := read(l.Call(), values)
		if p := problem.As(err); p != nil && p.Fields == nil {
			return []string{p.Detail}, nil
		}
		if err == nil {
			where, err = b.bind(where)
		}
		if err != nil {
			return nil, err
		}
		var account int64
		if user := l.Call().User(); user != nil {
			account = user.ID
		}
		l.Require(where.As(account))
		return nil, nil
	}
}

// maxTemplates is the largest number of condition shapes kept for each parameter.
const maxTemplates = 64

// binder resolves the names of conditions, once for each of their shapes.
type binder struct {
	t         *schema.Type
	mu        sync.RWMutex
	templates map[string]predicate.Expr
}

func (b *binder) bind(where predicate.Expr) (predicate.Expr, error) {
	template, values := where.Template()
	shape := template.Shape()
	b.mu.RLock()
	bound, known := b.templates[shape]
	b.mu.RUnlock()
	if !known {
		var err error
		if bound, err = template.Bind(b.t); err != nil {
			return predicate.Expr{}, err
		}
		if bound.Has(predicate.OpFunc) {
			return predicate.Expr{}, errors.New("the condition has a Go function, which the database cannot ask")
		}
		b.mu.Lock()
		if len(b.templates) < maxTemplates {
			b.templates[shape] = bound
		}
		b.mu.Unlock()
	}
	return bound.With(values...)
}
