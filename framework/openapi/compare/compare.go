// Package compare tells what a newer OpenAPI document takes away from the clients of an older one.
package compare

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/openapi"
)

// Breaks returns what breaks clients of an older document in a newer one, a line each, sorted; none where they can go on
// as they are. Clients send what the older one takes and read what it says of answers, and pass over members of answers
// that it does not know.
func Breaks(older, newer *openapi.Document) []string {
	c := comparison{old: older, new: newer}
	c.schemes()
	c.paths()
	c.webhooks()
	slices.Sort(c.breaks)
	return slices.Compact(c.breaks)
}

type comparison struct {
	old, new *openapi.Document
	breaks   []string
	within   []pair // schemas that are compared
}

// pair are references to two schemas.
type pair struct{ old, new string }

func (c *comparison) tell(format string, args ...any) {
	c.breaks = append(c.breaks, fmt.Sprintf(format, args...))
}

func (c *comparison) paths() {
	for path, was := range c.old.Paths.All() {
		is := c.new.Paths.Get(path)
		if is == nil {
			c.tell("%s: the path is gone", path)
			continue
		}
		for _, method := range []string{"get", "post", "put", "patch", "delete"} {
			before, now := was.Operations.Get(method), is.Operations.Get(method)
			at := strings.ToUpper(method) + " " + path
			switch {
			case before == nil:
			case now == nil:
				c.tell("%s: the method is gone", at)
			default:
				c.params(at, paramsOf(c.old, was, before), paramsOf(c.new, is, now))
				c.operation(at, before, now)
			}
		}
	}
}

func (c *comparison) operation(at string, was, is *openapi.Operation) {
	if was.OperationID != is.OperationID {
		c.tell("%s: operationId was %s and is %s", at, was.OperationID, is.OperationID)
	}
	c.body(at, was.RequestBody, is.RequestBody)
	c.responses(at, was.Responses, is.Responses)
	if anonymous(was) && !anonymous(is) {
		c.tell("%s: credentials are required", at)
	}
	for _, way := range was.Security {
		for _, name := range way.Names() { // a scheme that is gone is reported once
			takes := func(way openapi.Map[[]string]) bool { return way.Has(name) || way.Len() == 0 }
			if c.new.Components.SecuritySchemes.Has(name) && !slices.ContainsFunc(is.Security, takes) {
				c.tell("%s: credentials of %s are not taken any more", at, name)
			}
		}
	}
}

// schemes compares how credentials are sent.
func (c *comparison) schemes() {
	for name, was := range c.old.Components.SecuritySchemes.All() {
		is := c.new.Components.SecuritySchemes.Get(name)
		if is == nil {
			c.tell("credentials of %s are not taken any more", name)
			continue
		}
		for _, member := range []struct{ name, was, is string }{
			{"type", was.Type, is.Type}, {"scheme", was.Scheme, is.Scheme}, {"in", was.In, is.In}, {"name", was.Name, is.Name},
		} {
			if member.was != member.is {
				c.tell("credentials of %s: %s was %s and is %s", name, member.name, member.was, member.is)
			}
		}
	}
}

// anonymous reports whether an operation needs no credentials.
func anonymous(o *openapi.Operation) bool {
	return len(o.Security) == 0 || slices.ContainsFunc(o.Security, func(way openapi.Map[[]string]) bool { return way.Len() == 0 })
}

// paramsOf returns the parameters of an operation, and of its path, by their place and name.
func paramsOf(d *openapi.Document, item *openapi.PathItem, o *openapi.Operation) map[string]*openapi.Parameter {
	out := map[string]*openapi.Parameter{}
	for _, p := range slices.Concat(item.Parameters, o.Parameters) {
		if p = d.ParameterOf(p); p != nil {
			out[p.In+" parameter "+p.Name] = p
		}
	}
	return out
}

func (c *comparison) params(at string, was, is map[string]*openapi.Parameter) {
	for name, p := range was {
		now := is[name]
		if now == nil {
			c.tell("%s: the %s is gone", at, name)
			continue
		}
		if !p.Required && now.Required {
			c.tell("%s: the %s is required", at, name)
		}
		c.narrowed(at+": "+name, p.Schema, now.Schema)
	}
	for name, p := range is {
		if was[name] == nil && p.Required && p.In != "path" {
			c.tell("%s: the %s is new, and required", at, name)
		}
	}
}

func (c *comparison) body(at string, was, is *openapi.RequestBody) {
	var none openapi.RequestBody
	if was == nil {
		was = &none
	}
	if is == nil {
		is = &none
	}
	if !was.Required && is.Required {
		c.tell("%s: a body is required", at)
	}
	for name, of := range was.Content.All() {
		now := is.Content.Get(name)
		if now == nil {
			c.tell("%s: bodies of the type %s are not taken any more", at, name)
			continue
		}
		c.narrowed(at+": body", of.Schema, now.Schema)
	}
}

func (c *comparison) responses(at string, was, is openapi.Map[*openapi.Response]) {
	for status, r := range was.All() {
		old, now := c.old.ResponseOf(r), c.new.ResponseOf(is.Get(status))
		if now == nil && status < "300" {
			c.tell("%s: the status %s is gone", at, status)
		}
		if old == nil || now == nil {
			continue
		}
		for name, of := range old.Content.All() {
			answer := now.Content.Get(name)
			if answer == nil {
				c.tell("%s: the answer %s is not given as %s any more", at, status, name)
				continue
			}
			c.widened(fmt.Sprintf("%s: answer %s", at, status), of.Schema, answer.Schema)
			c.items(fmt.Sprintf("%s: answer %s", at, status), of.ItemSchema, answer.ItemSchema)
		}
	}
}
