// Actions: operations of a team.

package rest

import (
	"reflect"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/source"
)

// Action is an operation of a team: a typed function with a method and a path. OnRecord, OnList and Sublist
// make one for ViewSet.Extra.
//
// It has the formats, credentials, permission, limits, OPTIONS and pages of the built-in operations. A
// *problem.Error from its function is the response; any other error, and a panic, is a 500 that is logged
// once. An unsafe action runs in one transaction, which an error rolls back.
type Action struct{ action declaration.Action }

// None is the input of an action without a body, and the output of one that responds with 204.
type None struct{}

// Option is an option after the function of an action: a method such as GET, or a result of Allow, At,
// Status or Describe.
type Option interface{ apply(*declaration.Action) }

// Method is an HTTP method. As an Option it is the method of an action, by default POST.
type Method string

// The methods of actions. GET takes no input, and includes HEAD.
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

// Allow replaces the resource's rule for one action. It permits the action on records that the requester
// may read.
func Allow(rule permission.Rule) Option {
	return optionFunc(func(a *declaration.Action) { a.Rule, a.HasRule = rule, true })
}

// When limits an action on a record to rows that meet a condition on their own columns:
//
//	rest.OnRecord("close", closeTicket, rest.When(predicate.Ne("status", "closed"), "The ticket is already closed."))
//
// It is checked on the locked row, after the rule and the input. The response for another row is 409 with the message;
// an empty one is `"Close" is not possible for this record now.` Pages, OPTIONS and _actions=true leave out
// an action that does not apply, and the OpenAPI document and the tools of agents state the condition.
func When(holds predicate.Expr, message string) Option {
	return optionFunc(func(a *declaration.Action) {
		a.When = append(a.When, declaration.When{Holds: holds, Message: message})
	})
}

// At sets the segment of the path, if it differs from the name of the action.
func At(segment string) Option {
	return optionFunc(func(a *declaration.Action) { a.Segment, a.HasSegment = segment, true })
}

// Status is the status of a success: 200 by default, 204 without an output.
func Status(code int) Option { return optionFunc(func(a *declaration.Action) { a.Status = code }) }

// Describe describes the purpose of an action in a sentence or two.
func Describe(text string) Option {
	return optionFunc(func(a *declaration.Action) { a.Description = text })
}

// Filtered adds the filters and the search of the resource's list to the query of a GET by OnList, without
// its order and pages. The function reads the matching rows by [RowsOf.Filtered]:
//
//	rest.OnList("stats", func(c *rest.Call, _ rest.None) (Stats, error) {
//		open, err := rest.Rows[Ticket](c).Filtered().Count(predicate.Eq("status", "open"))
//		return Stats{Open: open}, err
//	}, rest.GET, rest.Filtered())
func Filtered() Option { return optionFunc(func(a *declaration.Action) { a.Filtered = true }) }

// NonAtomic runs an unsafe operation without rows outside of a transaction, as Django's
// non_atomic_requests: for code that waits for another service, or that stores its changes elsewhere. An
// error does not undo earlier changes, and the operation takes no Idempotency-Key, which is stored in the
// transaction of the changes.
func NonAtomic() Option { return optionFunc(func(a *declaration.Action) { a.NonAtomic = true }) }

// RenderedAs restricts an endpoint to some renderers of the set, such as "json"; its path then takes no
// suffix. It corresponds to renderer_classes of a view in Django REST framework.
func RenderedAs(formats ...string) Option {
	return optionFunc(func(a *declaration.Action) { a.Formats = append([]string{}, formats...) })
}

// Requesting replaces the rules of Set.Requests for one endpoint.
func Requesting(rules RequestRules) Option {
	return optionFunc(func(a *declaration.Action) { a.Requests = &rules })
}

// Card gives an endpoint a page in the style of the login: a form and its result, without the request and
// the response of other pages. The query of its address fills the form, by the names of its fields, except
// secret inputs. The root does not list it.
func Card() Option { return optionFunc(func(a *declaration.Action) { a.Card = true }) }

// InAccountMenu lists an endpoint that GET reads in the account menu of every page, under a name such as
// "Password", for people who are logged in. Its rule must permit all of them.
func InAccountMenu(name string) Option {
	return optionFunc(func(a *declaration.Action) { a.AccountMenu, a.InAccountMenu = name, true })
}

// MailsLinks marks an action that mails links to the service, from [Call.Address]: check says that it needs the
// setting base-url.
func MailsLinks() Option { return optionFunc(func(a *declaration.Action) { a.MailsLinks = true }) }

// OnRecord is an action on one record, at its path and a name: POST /tickets/{key}/close/.
//
// In is a struct whose fields have tags as those of rows do, or None. Out is *T, []*T or another row of the
// set, which is read again in its resource's representation for the requester. It may also be a struct with
// its own tags, a slice of either, or None. None and a nil pointer respond with 204.
//
// The row has all its columns. For an unsafe action it is locked, in the transaction, after a second check
// of the rule, and has the keys of its many-to-many relations. Changes of these are saved after the action,
// as by an update: Validate and BeforeSave run, in the transaction, and the rule is checked for the row as
// written. The database may require the transaction to run again: then the action runs again, on a fresh
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

// OnList is an action next to the records of a list: GET /tickets/stats/. Its name precedes a key of the
// same text. The rule of the resource determines who may use it; its condition on readable rows applies to
// the rows in the response. If the rule has a further condition on rows for writing, an unsafe action needs
// Allow with a rule about the requester: there is no row to check.
func OnList[In, Out any](name string, run func(c *Call, in In) (Out, error), options ...Option) Action {
	a := newAction[In, Out](name, options)
	a.At = source.CallerOf(1)
	a.Run = withoutRow(run)
	return Action{a}
}

// Sublist is a list of the resource's rows that meet a rule, with all features of its list: GET
// /tickets/mine/ of permission.Me("assignee").
func Sublist(name string, rule permission.Rule, options ...Option) Action {
	a := newAction[None, None](name, options)
	a.Narrow, a.At = true, source.CallerOf(1)
	if a.HasRule {
		rule = permission.All(rule, a.Rule)
	}
	a.Rule, a.HasRule = rule, true
	return Action{a}
}

// Endpoint is an operation without rows, at its own path. A set lists it like a resource; several with one
// path have different methods. Allow, or the rule of the set, determines who may use it.
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

// inputOf returns the input, or the zero value for none.
func inputOf[In any](input any) (in In) {
	if p, ok := input.(*In); ok {
		in = *p
	}
	return in
}

// answer converts the result of a team's function for plan.Operation.Run.
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

// pointer returns a value as a pointer to its struct, nil for none.
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
