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

func (x *actionCompiler) position() string { return x.c.Finder.At(x.At) }

func (x *actionCompiler) mistake(format string, args ...any) {
	subject := fmt.Sprintf("action %q ", x.Name)
	if x.subject == "" {
		subject = fmt.Sprintf("endpoint %q ", x.Path)
	}
	x.c.Report(x.subject, "", x.At, subject+fmt.Sprintf(format, args...))
}

// named checks the name of an action, and the segment of its path.
func (x *actionCompiler) named() bool {
	switch {
	case x.In == nil:
		x.c.Report(x.subject, "", x.c.Set.At, "Extra has an action without a function; write rest.OnRecord, rest.OnList or rest.Sublist")
		return false
	case x.Name == "":
		x.mistake("has no name; write one such as %q", "close")
	case !isSegment(x.Name):
		x.mistake("has a name that is no segment of a path; write lower-case letters, digits, hyphens and underscores")
	case x.HasSegment && !isSegment(x.Segment):
		x.mistake("is at %q, which is no segment of a path; write lower-case letters, digits, hyphens and underscores", x.Segment)
	case x.HasSegment && x.Segment == x.Name:
		x.mistake("is at its own name anyway; leave rest.At out")
	default:
		return true
	}
	return false
}

// operation returns the operation of the action, without its path and its rule.
func (x *actionCompiler) operation() *plan.Operation {
	o := &plan.Operation{Name: x.Name, Title: cmp.Or(x.Title, heading(x.Name)), Description: x.Description, Record: x.Record, Method: x.method(), Status: 200}
	if o.Run = x.Run; o.Run == nil && !x.Narrow {
		x.mistake("has no function; write one")
	}
	x.input(o)
	x.filteredRows(o)
	x.apart(o)
	for i := range x.Throttles {
		if msg := throttleMistake(&x.Throttles[i]); msg != "" {
			x.mistake("%s", msg)
		} else if x.Throttles[i].Actions != 0 {
			x.mistake("has a throttle of some Actions, and is one operation; leave them out")
		} else if x.Throttles[i].RowCost != 0 || x.Throttles[i].ExportCost != 0 {
			x.mistake("has a throttle with a RowCost or an ExportCost, which are of lists; write rest.Cost for what its input says")
		}
		noteScope(x.c, &x.Throttles[i], func(msg string) { x.mistake("%s", msg) })
	}
	if !x.Narrow {
		x.output(o)
	}
	x.setStatus(o)
	return o
}

// apart compiles the options of operations without rows.
func (x *actionCompiler) apart(o *plan.Operation) {
	o.NonAtomic, o.Formats, o.Requests, o.Card = x.NonAtomic, x.Formats, x.Requests, x.Card
	switch endpoint := x.Path != ""; {
	case x.NonAtomic && !endpoint:
		x.mistake("has rest.NonAtomic, and the rows of its resource are written in a transaction; leave it out, or write rest.Endpoint")
	case x.NonAtomic && o.Safe():
		x.mistake("has rest.NonAtomic, and a GET has no transaction anyway; leave it out")
	case x.Card && !endpoint:
		x.mistake("has rest.Card, which is of endpoints; leave it out")
	case x.Formats != nil && !endpoint:
		x.mistake("has rest.RenderedAs, which is of endpoints; leave it out")
	case x.Requests != nil && !endpoint:
		x.mistake("has rest.Requesting, which is of endpoints; leave it out, or write Set.Requests")
	case x.Formats != nil && len(x.Formats) == 0:
		x.mistake("has rest.RenderedAs, which names nothing; name a renderer such as %q, or leave it out", "json")
	}
	names := sets.ListRenderers(x.c.Reporter)
	for _, name := range x.Formats {
		if !slices.Contains(names, name) {
			x.mistake("is rendered as %q, and the set has the renderers %s; name one of them", name, strings.Join(names, ", "))
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

func (x *actionCompiler) method() string {
	switch {
	case x.Narrow && len(x.Methods) > 0:
		x.mistake("is a list, which GET reads; leave the method out")
	case x.Narrow:
		return "GET"
	case len(x.Methods) > 1:
		x.mistake("has the methods %s and %s; write one, and another action for the other", x.Methods[0], x.Methods[1])
	case len(x.Methods) == 1 && !slices.Contains(plan.Methods(), x.Methods[0]):
		x.mistake("has the method %q; write rest.GET, rest.POST, rest.PUT, rest.PATCH or rest.DELETE", x.Methods[0])
	case len(x.Methods) == 1:
		return x.Methods[0]
	}
	return "POST"
}

// isNone reports whether a type means no input or output.
func (x *actionCompiler) isNone(t reflect.Type) bool { return t == x.None }

// input compiles the input of the action.
func (x *actionCompiler) input(o *plan.Operation) {
	_, isRow := x.c.types[x.In]
	switch {
	case x.isNone(x.In):
	case o.Method == "GET":
		x.mistake("is a GET and takes %s, and a GET has no body; write rest.None, or rest.POST", x.In)
	case x.In.Kind() == reflect.Pointer:
		x.mistake("takes %s; write it without the *", x.In)
	case x.In.Kind() != reflect.Struct:
		x.mistake("takes %s, which is no struct; declare one with a field for each value, or write rest.None", x.In)
	case isRow:
		x.mistake("takes %s, which is a row with a key; declare a struct of what clients send", x.In)
	default:
		found := len(x.c.Mistakes)
		t := x.shape(x.In)
		if len(x.c.Mistakes) == found && !slices.ContainsFunc(t.Fields, (*schema.Field).Writable) {
			x.mistake("takes %s, which has nothing that clients send; write rest.None", x.In)
		}
		o.Input = &plan.Shape{Type: t}
	}
}

// output compiles the output of the action.
func (x *actionCompiler) output(o *plan.Operation) {
	t, many := rowType(x.Out)
	o.Many = many
	switch {
	case x.isNone(x.Out) && o.Method == "GET":
		x.mistake("is a GET and answers nothing; write a function that returns a struct")
	case x.isNone(x.Out):
	case x.isNone(t) || t.Kind() != reflect.Struct || t.PkgPath() == "time":
		x.mistake("answers %s; write a struct, a pointer to one, a slice of either, or rest.None", x.Out)
	default:
		if o.Rows = x.rowsOf(t); o.Rows != nil {
			o.Output = o.Rows.Shown(o.Many)
			x.readableRows(o.Rows)
			return
		}
		if _, isRow := x.c.types[t]; isRow {
			x.mistake("answers %s, rows that no resource of the set serves; list one, or declare a struct of what clients may see", t)
			return
		}
		found := len(x.c.Mistakes)
		shape := x.shape(t)
		if len(x.c.Mistakes) == found && len(shape.Shown) == 0 {
			x.mistake("answers %s, which shows nothing; give its fields names on the wire, or write rest.None", t)
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
func (x *actionCompiler) rowsOf(t reflect.Type) *plan.Resource {
	if x.resource != nil && x.resource.Type.Go == t {
		return x.resource
	}
	for _, e := range x.c.compiled {
		if e.Type.Go == t {
			return e
		}
	}
	return nil
}

// shape compiles a struct that is no row, once.
func (x *actionCompiler) shape(t reflect.Type) *schema.Type {
	if x.c.shapes[t] == nil {
		x.c.shapes[t] = structs.CompileBody(t, x.c.kinds, x.c.checks, func(field, msg string) {
			x.c.Add(&sets.Mistake{Pos: x.c.Finder.Field(t, field, x.At), Resource: t.Name(), Field: field, Msg: msg})
		})
	}
	return x.c.shapes[t]
}

func (x *actionCompiler) setStatus(o *plan.Operation) {
	if o.Output == nil && !x.Narrow {
		o.Status = 204
	}
	switch {
	case x.Status == 0:
	case x.Narrow:
		x.mistake("is a list, which answers 200; leave rest.Status out")
	case x.Status < 200 || x.Status > 299:
		x.mistake("has the status %d of a success; write one from 200 to 299, and return a *problem.Error for a refusal", x.Status)
	case (x.Status == 204 || x.Status == 205) && o.Output != nil:
		x.mistake("has the status %d, which has no body, and answers %s; let it answer rest.None, or leave rest.Status out", x.Status, x.Out)
	default:
		o.Status = x.Status
	}
}

// tokenScheme checks that a scheme of the set makes the tokens of the endpoint.
func (x *actionCompiler) tokenScheme() {
	if !x.Tokens {
		return
	}
	for _, list := range x.c.Set.Schemes {
		if slices.ContainsFunc(list.Values, func(s auth.Scheme) bool { _, ok := s.(auth.TokenIssuer); return ok }) {
			return
		}
	}
	x.mistake("is about tokens, and no scheme of the set makes some; write Schemes(token.Scheme{}, session.Scheme{}, basic.Scheme{})")
}
