// Making the operation of one action: its name, input, output, status and rule.

package compile

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/sets"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

// actionCompiler makes the operation of one action.
type actionCompiler struct {
	c *compiler
	*declaration.Action
	subject  string // the struct of the view set; "" for an endpoint
	resource *plan.Resource
}

func (action *actionCompiler) position() string { return action.c.Finder.At(action.At) }

func (action *actionCompiler) mistake(format string, args ...any) {
	subject := fmt.Sprintf("action %q ", action.Name)
	if action.subject == "" {
		subject = fmt.Sprintf("endpoint %q ", action.Path)
	}
	action.c.Report(action.subject, "", action.At, subject+fmt.Sprintf(format, args...))
}

// named checks the name of an action, and the segment of its path.
func (action *actionCompiler) named() bool {
	switch {
	case action.In == nil:
		action.c.Report(action.subject, "", action.c.Set.At, "Extra has an action without a function; write rest.OnRecord, rest.OnList or rest.Sublist")
		return false
	case action.Name == "":
		action.mistake("has no name; write one such as %q", "close")
	case !sets.IsSegment(action.Name):
		action.mistake("has a name that is not a path segment; write lower-case letters, digits, hyphens and underscores")
	case action.HasSegment && !sets.IsSegment(action.Segment):
		action.mistake("is at %q, which is not a path segment; write lower-case letters, digits, hyphens and underscores", action.Segment)
	case action.HasSegment && action.Segment == action.Name:
		action.mistake("is at its own name anyway; leave rest.At out")
	default:
		return true
	}
	return false
}

// operation returns the operation of the action, without its path and its rule.
func (action *actionCompiler) operation() *plan.Operation {
	o := &plan.Operation{Name: action.Name, Title: cmp.Or(action.Title, heading(action.Name)), Description: action.Description, Record: action.Record, Method: action.method(), Status: 200}
	if o.Run = action.Run; o.Run == nil && !action.Narrow {
		action.mistake("has no function; write one")
	}
	action.input(o)
	action.filteredRows(o)
	action.apart(o)
	for i := range action.Throttles {
		if msg := sets.ThrottleMistake(&action.Throttles[i]); msg != "" {
			action.mistake("%s", msg)
		} else if action.Throttles[i].Actions != 0 {
			action.mistake("has a throttle of some Actions, and is one operation; leave them out")
		} else if action.Throttles[i].RowCost != 0 || action.Throttles[i].ExportCost != 0 {
			action.mistake("has a throttle with a RowCost or an ExportCost, which are of lists; write rest.Cost for what its input says")
		}
		noteScope(action.c, &action.Throttles[i], func(msg string) { action.mistake("%s", msg) })
	}
	if o.Caching = action.Cache; o.Caching != nil {
		if msg := o.Caching.Mistake(); msg != "" {
			action.mistake("has rest.Cached: %s", msg)
		}
		if !o.Safe() {
			action.mistake("has rest.Cached, and only responses to GET are cached; write rest.GET, or leave it out")
		}
	}
	if !action.Narrow {
		action.output(o)
	}
	action.setStatus(o)
	return o
}

// apart compiles the options of operations without rows.
func (action *actionCompiler) apart(o *plan.Operation) {
	o.NonAtomic, o.Formats, o.Requests, o.Card, o.MailsLinks = action.NonAtomic, action.Formats, action.Requests, action.Card, action.MailsLinks
	switch endpoint := action.Path != ""; {
	case action.NonAtomic && !endpoint:
		action.mistake("has rest.NonAtomic, and the rows of its resource are written in a transaction; leave it out, or write rest.Endpoint")
	case action.NonAtomic && o.Safe():
		action.mistake("has rest.NonAtomic, and a GET has no transaction anyway; leave it out")
	case action.Card && !endpoint:
		action.mistake("has rest.Card, which is for endpoints; leave it out")
	case action.InAccountMenu && !endpoint:
		action.mistake("has rest.InAccountMenu, which is for endpoints; leave it out")
	case action.Formats != nil && !endpoint:
		action.mistake("has rest.RenderedAs, which is for endpoints; leave it out")
	case action.Requests != nil && !endpoint:
		action.mistake("has rest.Requesting, which is for endpoints; leave it out, or write Set.Requests")
	case action.Formats != nil && len(action.Formats) == 0:
		action.mistake("has rest.RenderedAs, which names nothing; name a renderer such as %q, or leave it out", "json")
	}
	names := sets.ListRenderers(action.c.Reporter)
	for _, name := range action.Formats {
		if !slices.Contains(names, name) {
			action.mistake("is rendered as %q, and the set has the renderers %s; name one of them", name, strings.Join(names, ", "))
		}
	}
}

// heading makes "Close all" of "close-all".
func heading(name string) string {
	if name == "" {
		return ""
	}
	return strings.ToUpper(name[:1]) + strings.NewReplacer("-", " ", "_", " ").Replace(name[1:])
}

func (action *actionCompiler) method() string {
	switch {
	case action.Narrow && len(action.Methods) > 0:
		action.mistake("is a list, which GET reads; leave the method out")
	case action.Narrow:
		return "GET"
	case len(action.Methods) > 1:
		action.mistake("has the methods %s and %s; write one, and another action for the other", action.Methods[0], action.Methods[1])
	case len(action.Methods) == 1 && !slices.Contains(plan.Methods(), action.Methods[0]):
		action.mistake("has the method %q; write rest.GET, rest.POST, rest.PUT, rest.PATCH or rest.DELETE", action.Methods[0])
	case len(action.Methods) == 1:
		return action.Methods[0]
	}
	return "POST"
}

// isNone reports whether a type means no input or output.
func (action *actionCompiler) isNone(t reflect.Type) bool { return t == action.None }

// input compiles the input of the action.
func (action *actionCompiler) input(o *plan.Operation) {
	_, isRow := action.c.types[action.In]
	switch {
	case action.isNone(action.In):
	case o.Method == "GET":
		action.mistake("is a GET and takes %s, and a GET has no body; write rest.None, or rest.POST", action.In)
	case action.In.Kind() == reflect.Pointer:
		action.mistake("takes %s; write it without the *", action.In)
	case action.In.Kind() != reflect.Struct:
		action.mistake("takes %s, which is not a struct; declare one with a field for each value, or write rest.None", action.In)
	case isRow:
		action.mistake("takes %s, which is a row with a key; declare a struct with the fields that clients send", action.In)
	default:
		found := len(action.c.Mistakes)
		t := action.shape(action.In)
		if len(action.c.Mistakes) == found && !slices.ContainsFunc(t.Fields, (*schema.Field).Writable) {
			action.mistake("takes %s, which has no fields that clients send; write rest.None", action.In)
		}
		o.Input = &plan.Shape{Type: t}
	}
}

// output compiles the output of the action.
func (action *actionCompiler) output(o *plan.Operation) {
	t, many := rowType(action.Out)
	o.Many = many
	switch {
	case action.isNone(action.Out) && o.Method == "GET":
		action.mistake("is a GET and answers nothing; write a function that returns a struct")
	case action.isNone(action.Out):
	case action.isNone(t) || t.Kind() != reflect.Struct || t.PkgPath() == "time":
		action.mistake("answers %s; write a struct, a pointer to one, a slice of either, or rest.None", action.Out)
	default:
		if o.Rows = action.rowsOf(t); o.Rows != nil {
			o.Output = o.Rows.Shown(o.Many)
			action.readableRows(o.Rows)
			return
		}
		if _, isRow := action.c.types[t]; isRow {
			action.mistake("answers %s, rows that no resource of the set serves; list one, or declare a struct of what clients may see", t)
			return
		}
		found := len(action.c.Mistakes)
		shape := action.shape(t)
		if len(action.c.Mistakes) == found && len(shape.Shown) == 0 {
			action.mistake("answers %s, which shows nothing; give its fields names on the wire, or write rest.None", t)
		}
		o.Output = &plan.Shape{Type: shape, Reads: shape.Shown}
	}
}

// rowType returns the struct of an action's output, one or a slice of them.
func rowType(out reflect.Type) (of reflect.Type, many bool) {
	if out.Kind() == reflect.Slice {
		out, many = out.Elem(), true
	}
	if out.Kind() == reflect.Pointer {
		out = out.Elem()
	}
	return out, many
}

// rowsOf returns the resource whose rows have a type: that of the action, or the first one of the set.
func (action *actionCompiler) rowsOf(t reflect.Type) *plan.Resource {
	if action.resource != nil && action.resource.Type.Go == t {
		return action.resource
	}
	for _, res := range action.c.Compiled {
		if res.Type.Go == t {
			return res
		}
	}
	return nil
}

// shape compiles a struct that is no row, once.
func (action *actionCompiler) shape(t reflect.Type) *schema.Type {
	if action.c.shapes[t] == nil {
		action.c.shapes[t] = structs.CompileBody(t, action.c.kinds, action.c.checks, func(field, msg string) {
			action.c.Add(&sets.Mistake{Pos: action.c.Finder.Field(t, field, action.At), Resource: t.Name(), Field: field, Msg: msg})
		})
	}
	return action.c.shapes[t]
}

func (action *actionCompiler) setStatus(o *plan.Operation) {
	if o.Output == nil && !action.Narrow {
		o.Status = 204
	}
	switch {
	case action.Status == 0:
	case action.Narrow:
		action.mistake("is a list, which answers 200; leave rest.Status out")
	case action.Status < 200 || action.Status > 299:
		action.mistake("has the status %d for a success; write one from 200 to 299, and return a *problem.Error for a refusal", action.Status)
	case (action.Status == 204 || action.Status == 205) && o.Output != nil:
		action.mistake("has the status %d, which has no body, and answers %s; let it answer rest.None, or leave rest.Status out", action.Status, action.Out)
	default:
		o.Status = action.Status
	}
}

// tokenScheme checks that a scheme of the set makes the tokens of the endpoint.
func (action *actionCompiler) tokenScheme() {
	if !action.Tokens {
		return
	}
	for _, list := range action.c.Set.Schemes {
		if slices.ContainsFunc(list.Values, func(s auth.Scheme) bool { _, ok := s.(auth.TokenIssuer); return ok }) {
			return
		}
	}
	action.mistake("is about tokens, and no scheme of the set issues any; write Schemes(token.Scheme{}, session.Scheme{}, basic.Scheme{})")
}

// sessionScheme checks that the logins of a set start the sessions of the endpoint. A set without schemes
// has those of the program, which do.
func (action *actionCompiler) sessionScheme() {
	if !action.Sessions || len(action.c.Set.Schemes) == 0 {
		return
	}
	for _, list := range action.c.Set.Schemes {
		if slices.ContainsFunc(list.Values, func(s auth.Scheme) bool { _, ok := s.(auth.SessionStarter); return ok }) {
			return
		}
	}
	action.mistake("is about sessions, and no scheme of the set starts any; list session.Scheme{} in Schemes")
}
