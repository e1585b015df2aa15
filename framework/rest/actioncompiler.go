// Making the operation of one action: its name, input, output, status and rule.

package rest

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// actionCompiler makes the operation of one action.
type actionCompiler struct {
	c *compiler
	*Action
	subject  string // the struct of the view set; "" for an endpoint
	resource *plan.Resource
}

func (x *actionCompiler) position() string { return x.c.finder.call(x.at) }

func (x *actionCompiler) mistake(format string, args ...any) {
	subject := fmt.Sprintf("action %q ", x.name)
	if x.subject == "" {
		subject = fmt.Sprintf("endpoint %q ", x.path)
	}
	x.c.report(x.subject, "", x.at, subject+fmt.Sprintf(format, args...))
}

// named checks the name of an action, and the segment of its path.
func (x *actionCompiler) named() bool {
	switch {
	case x.in == nil:
		x.c.report(x.subject, "", x.c.set.at, "Extra has an action without a function; write rest.OnRecord, rest.OnList or rest.Sublist")
		return false
	case x.name == "":
		x.mistake("has no name; write one such as %q", "close")
	case !isSegment(x.name):
		x.mistake("has a name that is no segment of a path; write lower-case letters, digits, hyphens and underscores")
	case x.hasSegment && !isSegment(x.segment):
		x.mistake("is at %q, which is no segment of a path; write lower-case letters, digits, hyphens and underscores", x.segment)
	case x.hasSegment && x.segment == x.name:
		x.mistake("is at its own name anyway; leave rest.At out")
	default:
		return true
	}
	return false
}

// operation is the operation of the action, but for where it is and who may do it.
func (x *actionCompiler) operation() *plan.Operation {
	o := &plan.Operation{Name: x.name, Title: cmp.Or(x.title, heading(x.name)), Description: x.description, Record: x.record, Method: string(x.method()), Status: 200}
	if run := x.run; run != nil {
		o.Run = func(call plan.Call, row, input any) (any, error) { return run(&Call{call}, row, input) }
	} else if !x.narrow {
		x.mistake("has no function; write one")
	}
	x.input(o)
	x.filteredRows(o)
	x.apart(o)
	for i := range x.throttles {
		if msg := checkThrottle(&x.throttles[i]); msg != "" {
			x.mistake("%s", msg)
		} else if x.throttles[i].Actions != 0 {
			x.mistake("has a throttle of some Actions, and is one operation; leave them out")
		} else if x.throttles[i].RowCost != 0 || x.throttles[i].ExportCost != 0 {
			x.mistake("has a throttle with a RowCost or an ExportCost, which are of lists; write rest.Cost for what its input says")
		}
		x.c.limitsScope(&x.throttles[i], func(msg string) { x.mistake("%s", msg) })
	}
	if !x.narrow {
		x.output(o)
	}
	x.setStatus(o)
	return o
}

// apart compiles the words of operations that have no rows.
func (x *actionCompiler) apart(o *plan.Operation) {
	o.NonAtomic, o.Formats, o.Requests, o.Card = x.nonAtomic, x.formats, x.requests, x.card
	switch endpoint := x.path != ""; {
	case x.nonAtomic && !endpoint:
		x.mistake("has rest.NonAtomic, and the rows of its resource are written in a transaction; leave it out, or write rest.Endpoint")
	case x.nonAtomic && o.Safe():
		x.mistake("has rest.NonAtomic, and a GET has no transaction anyway; leave it out")
	case x.card && !endpoint:
		x.mistake("has rest.Card, which is of endpoints; leave it out")
	case x.formats != nil && !endpoint:
		x.mistake("has rest.RenderedAs, which is of endpoints; leave it out")
	case x.requests != nil && !endpoint:
		x.mistake("has rest.Requesting, which is of endpoints; leave it out, or write Set.Requests")
	case x.formats != nil && len(x.formats) == 0:
		x.mistake("has rest.RenderedAs, which names nothing; name a renderer such as %q, or leave it out", "json")
	}
	names := x.c.rendererNames()
	for _, name := range x.formats {
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

func (x *actionCompiler) method() Method {
	switch {
	case x.narrow && len(x.methods) > 0:
		x.mistake("is a list, which GET reads; leave the method out")
	case x.narrow:
		return GET
	case len(x.methods) > 1:
		x.mistake("has the methods %s and %s; write one, and another action for the other", x.methods[0], x.methods[1])
	case len(x.methods) == 1 && !slices.Contains(plan.Methods(), string(x.methods[0])):
		x.mistake("has the method %q; write rest.GET, rest.POST, rest.PUT, rest.PATCH or rest.DELETE", x.methods[0])
	case len(x.methods) == 1:
		return x.methods[0]
	}
	return POST
}

func isNone(t reflect.Type) bool { return t == reflect.TypeFor[None]() }

// input compiles what the action takes.
func (x *actionCompiler) input(o *plan.Operation) {
	_, isRow := x.c.types[x.in]
	switch {
	case isNone(x.in):
	case o.Method == string(GET):
		x.mistake("is a GET and takes %s, and a GET has no body; write rest.None, or rest.POST", x.in)
	case x.in.Kind() == reflect.Pointer:
		x.mistake("takes %s; write it without the *", x.in)
	case x.in.Kind() != reflect.Struct:
		x.mistake("takes %s, which is no struct; declare one with a field for each value, or write rest.None", x.in)
	case isRow:
		x.mistake("takes %s, which is a row with a key; declare a struct of what clients send", x.in)
	default:
		found := len(x.c.mistakes)
		t := x.shape(x.in)
		if len(x.c.mistakes) == found && !slices.ContainsFunc(t.Fields, (*schema.Field).Writable) {
			x.mistake("takes %s, which has nothing that clients send; write rest.None", x.in)
		}
		o.Input = &plan.Shape{Type: t}
	}
}

// output compiles what the action answers.
func (x *actionCompiler) output(o *plan.Operation) {
	t, many := rowType(x.out)
	o.Many = many
	switch {
	case isNone(x.out) && o.Method == string(GET):
		x.mistake("is a GET and answers nothing; write a function that returns a struct")
	case isNone(x.out):
	case isNone(t) || t.Kind() != reflect.Struct || t.PkgPath() == "time":
		x.mistake("answers %s; write a struct, a pointer to one, a slice of either, or rest.None", x.out)
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
		found := len(x.c.mistakes)
		shape := x.shape(t)
		if len(x.c.mistakes) == found && len(shape.Shown) == 0 {
			x.mistake("answers %s, which shows nothing; give its fields names on the wire, or write rest.None", t)
		}
		o.Output = &plan.Shape{Type: shape, Reads: shape.Shown}
	}
}

// rowType is the struct of what an action answers, one or a slice of them.
func rowType(out reflect.Type) (of reflect.Type, many bool) {
	if out.Kind() == reflect.Slice {
		out, many = out.Elem(), true
	}
	if out.Kind() == reflect.Pointer {
		out = out.Elem()
	}
	return out, many
}

// rowsOf is the resource whose rows have a type: that of the action, or the first one of the set.
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
		x.c.shapes[t] = schema.CompileBody(t, x.c.kinds, x.c.checks, func(field, msg string) {
			x.c.add(&DeclError{Pos: x.c.finder.field(t, field, x.at), Resource: t.Name(), Field: field, Msg: msg})
		})
	}
	return x.c.shapes[t]
}

func (x *actionCompiler) setStatus(o *plan.Operation) {
	if o.Output == nil && !x.narrow {
		o.Status = 204
	}
	switch {
	case x.status == 0:
	case x.narrow:
		x.mistake("is a list, which answers 200; leave rest.Status out")
	case x.status < 200 || x.status > 299:
		x.mistake("has the status %d of a success; write one from 200 to 299, and return a *problem.Error for a refusal", x.status)
	case (x.status == 204 || x.status == 205) && o.Output != nil:
		x.mistake("has the status %d, which has no body, and answers %s; let it answer rest.None, or leave rest.Status out", x.status, x.out)
	default:
		o.Status = x.status
	}
}
