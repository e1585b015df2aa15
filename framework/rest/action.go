// Actions: operations of a team's own.

package rest

import (
	"reflect"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/source"
)

// Action is an operation of a team's own: a typed function behind a method and a path. OnRecord, OnList
// and Sublist make one for ViewSet.Extra.
//
// It has the formats, credentials, permission, limits, OPTIONS and pages of the built-in operations. A
// *problem.Error that its function returns is the answer; any other error, and a panic, is a 500 that
// is logged once. What an unsafe action does runs in one transaction, which an error undoes.
type Action struct{ action declaration.Action }

// None is the input of an action that takes no body, and the output of one that answers 204.
type None struct{}

// Option is one of the words after the function of an action: a method such as GET, or what Allow, At,
// Status and Describe return.
type Option interface{ apply(*declaration.Action) }

// Method is an HTTP method. As an Option it is the one of an action; without one that is POST.
type Method string

// The methods of actions. GET takes no input, and HEAD goes with it.
const (
	GET    Method = "GET"
	POST   Method = "POST"
	PUT    Method = "PUT"
	PATCH  Method = "PATCH"
	DELETE Method = "DELETE"
)

func (m Method) apply(a *declaration.Action) { a.Methods = append(a.Methods, string(m)) }

type optionFunc func(*declaration.Action)

func (f optionFunc) apply(a *declaration.Action) { f(a) }

// Allow replaces the resource's rule for one action. Whoever may read a record may run the action on it where
// this rule allows.
func Allow(rule permission.Rule) Option {
	return optionFunc(func(a *declaration.Action) { a.Rule, a.HasRule = rule, true })
}

// At names the segment of the path, where it is not the name of the action.
func At(segment string) Option {
	return optionFunc(func(a *declaration.Action) { a.Segment, a.HasSegment = segment, true })
}

// Status is the status of a success: 200 by default, 204 without an output.
func Status(code int) Option { return optionFunc(func(a *declaration.Action) { a.Status = code }) }

// Describe says in a sentence or two what an action is for.
func Describe(text string) Option {
	return optionFunc(func(a *declaration.Action) { a.Description = text })
}

// Filtered lets the query of a GET by OnList have the filters and the search of the resource's list, without its
// order and pages. The function reads the rows that they leave by [RowsOf.Filtered]:
//
//	rest.OnList("stats", func(c *rest.Call, _ rest.None) (Stats, error) {
//		open, err := rest.Rows[Ticket](c).Filtered().Count(predicate.Eq("status", "open"))
//		return Stats{Open: open}, err
//	}, rest.GET, rest.Filtered())
func Filtered() Option { return optionFunc(func(a *declaration.Action) { a.Filtered = true }) }

// NonAtomic runs an unsafe operation without rows outside of a transaction, as Django's non_atomic_requests: for
// code that waits for another service, or that keeps what it does elsewhere. Nothing undoes what it has done before
// an error, and it takes no Idempotency-Key, which is kept in the transaction of the work.
func NonAtomic() Option { return optionFunc(func(a *declaration.Action) { a.NonAtomic = true }) }

// RenderedAs names the renderers of the set that an endpoint answers with, such as "json"; its path then takes no
// suffix. It is renderer_classes of a view of Django REST framework.
func RenderedAs(formats ...string) Option {
	return optionFunc(func(a *declaration.Action) { a.Formats = append([]string{}, formats...) })
}

// Requesting replaces the rules of Set.Requests for one endpoint.
func Requesting(rules RequestRules) Option {
	return optionFunc(func(a *declaration.Action) { a.Requests = &rules })
}

// Card gives an endpoint a page in the look of the login: a form and what came of it, without the request and the response
// that other pages show. The form has what the query of its address says under the names of its fields, but for those
// that people type secretly. The root does not list it.
func Card() Option { return optionFunc(func(a *declaration.Action) { a.Card = true }) }

// OnRecord is an action on one record, at its path and a name: POST /tickets/{key}/close/.
//
// In is a struct whose fields have tags as those of rows do, or None. Out is *T, []*T or another row of the
// set, which is read again and shown as its resource shows it to the requester. It may also be a struct with
// its own tags, a slice of either, or None. None and a nil pointer answer 204.
//
// The row has all its columns. An unsafe action gets it locked, in its transaction, after the rule was
// asked again, and with the keys of its many-to-many relations. What it changes of these is saved when it
// returns, as by an update: Validate and BeforeSave run, in the transaction, and the rule is asked about the
// row as written. The database may ask for the transaction again: then the action is run again, on a fresh
// row and input. A safe action saves nothing.
func OnRecord[T, In, Out any](name string, run func(c *Call, row *T, in In) (Out, error), options ...Option) Action {
	a := newAction[In, Out](name, options)
	a.Record, a.Row, a.At = true, reflect.TypeFor[T](), source.CallerOf(1)
	if run != nil {
		a.Run = func(call plan.Call, row, input any) (any, error) {
			return answer(run(&Call{call}, row.(*T), inputOf[In](input)))
		}
	}
	return Action{a}
}

// OnList is an action beside the records of a list: GET /tickets/stats/. The name goes before a key of the same
// text. The rule of the resource says who may do it; what that asks of rows to read them is asked of those that
// the action answers. Where the rule asks more of a row to write it, an unsafe action needs Allow with a rule
// about the requester: there is no row that it could look at.
func OnList[In, Out any](name string, run func(c *Call, in In) (Out, error), options ...Option) Action {
	a := newAction[In, Out](name, options)
	a.At = source.CallerOf(1)
	a.Run = withoutRow(run)
	return Action{a}
}

// Sublist is a list of those rows of the resource for which a rule holds, with all that its list can
// do: GET /tickets/mine/ of permission.Me("assignee").
func Sublist(name string, rule permission.Rule, options ...Option) Action {
	a := newAction[None, None](name, options)
	a.Narrow, a.At = true, source.CallerOf(1)
	if a.HasRule {
		rule = permission.All(rule, a.Rule)
	}
	a.Rule, a.HasRule = rule, true
	return Action{a}
}

// Endpoint is an operation without rows, at its own path. A set lists it like a resource; several of one path
// have different methods. Who may use it is said by Allow, or by the rule of the set.
func Endpoint[In, Out any](path string, run func(c *Call, in In) (Out, error), options ...Option) Resource {
	a := newAction[In, Out]("", options)
	a.Path, a.At = path, source.CallerOf(1)
	a.Run = withoutRow(run)
	return endpoint{a}
}

// endpoint is an action that a set lists.
type endpoint struct{ action declaration.Action }

func (e endpoint) declare() *declaration.ViewSet {
	return &declaration.ViewSet{Endpoints: []*declaration.Action{&e.action}}
}

func newAction[In, Out any](name string, options []Option) declaration.Action {
	a := declaration.Action{Name: name, In: reflect.TypeFor[In](), Out: reflect.TypeFor[Out](), None: reflect.TypeFor[None]()}
	for _, o := range options {
		if o != nil {
			o.apply(&a)
		}
	}
	return a
}

func withoutRow[In, Out any](run func(*Call, In) (Out, error)) func(plan.Call, any, any) (any, error) {
	if run == nil {
		return nil
	}
	return func(call plan.Call, _, input any) (any, error) {
		return answer(run(&Call{call}, inputOf[In](input)))
	}
}

// inputOf is the input, or the zero value for none.
func inputOf[In any](input any) (in In) {
	if p, ok := input.(*In); ok {
		in = *p
	}
	return in
}

// answer brings what a team's function returns into the form of plan.Operation.Run.
func answer[Out any](out Out, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	v := reflect.ValueOf(&out).Elem()
	if v.Kind() != reflect.Slice {
		return pointer(v), nil
	}
	list := make([]any, 0, v.Len())
	for i := range v.Len() {
		if row := pointer(v.Index(i)); row != nil {
			list = append(list, row)
		}
	}
	return list, nil
}

// pointer is a value as a pointer to its struct, nil for none.
func pointer(v reflect.Value) any {
	switch {
	case v.Type() == reflect.TypeFor[None]():
		return nil
	case v.Kind() != reflect.Pointer:
		return v.Addr().Interface()
	case v.IsNil():
		return nil
	default:
		return v.Interface()
	}
}
