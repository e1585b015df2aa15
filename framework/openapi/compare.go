// What a newer document takes away from the clients of an older one.

package openapi

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Compare returns what breaks clients of an older document in a newer one, a line each, sorted; none where they can go on
// as they are. Both are JSON. Clients send what the older one takes and read what it says of answers, and pass over members
// of answers that it does not know.
func Compare(older, newer []byte) (breaks []string, err error) {
	c := comparison{}
	for _, d := range []struct {
		text []byte
		into *map[string]any
		name string
	}{{older, &c.old, "older"}, {newer, &c.new, "newer"}} {
		if err := json.Unmarshal(d.text, d.into); err != nil {
			return nil, fmt.Errorf("the %s document is no JSON: %w", d.name, err)
		}
		if _, is := (*d.into)["paths"].(map[string]any); !is {
			return nil, fmt.Errorf("the %s document has no paths; write it with the command openapi", d.name)
		}
	}
	c.schemes()
	c.paths()
	c.webhooks()
	slices.Sort(c.breaks)
	return slices.Compact(c.breaks), nil
}

type comparison struct {
	old, new map[string]any
	breaks   []string
	within   []pair // schemas that are compared
}

// pair are references to two schemas.
type pair struct{ old, new string }

func (c *comparison) tell(format string, args ...any) {
	c.breaks = append(c.breaks, fmt.Sprintf(format, args...))
}

func member(of any, names ...string) any {
	for _, name := range names {
		object, _ := of.(map[string]any)
		of = object[name]
	}
	return of
}

func objectAt(of any, names ...string) map[string]any {
	object, _ := member(of, names...).(map[string]any)
	return object
}

func listAt(of any, names ...string) []any {
	list, _ := member(of, names...).([]any)
	return list
}

// resolve follows a reference within a document.
func resolve(document map[string]any, v any) map[string]any {
	object, _ := v.(map[string]any)
	to, is := object["$ref"].(string)
	if !is {
		return object
	}
	found := objectAt(document, strings.Split(strings.TrimPrefix(to, "#/"), "/")...)
	return found
}

func (c *comparison) paths() {
	news := objectAt(c.new, "paths")
	for path, item := range objectAt(c.old, "paths") {
		now, has := news[path]
		if !has {
			c.tell("%s: the path is gone", path)
			continue
		}
		for _, method := range []string{"get", "post", "put", "patch", "delete"} {
			was := objectAt(item, method)
			is := objectAt(now, method)
			switch {
			case was == nil:
			case is == nil:
				c.tell("%s %s: the method is gone", strings.ToUpper(method), path)
			default:
				c.operation(strings.ToUpper(method)+" "+path, was, is, listAt(item, "parameters"), listAt(now, "parameters"))
			}
		}
	}
}

func (c *comparison) operation(at string, was, is map[string]any, wasShared, isShared []any) {
	if was["operationId"] != is["operationId"] {
		c.tell("%s: operationId was %v and is %v", at, was["operationId"], is["operationId"])
	}
	c.params(at, c.paramsOf(c.old, append(wasShared, listAt(was, "parameters")...)), c.paramsOf(c.new, append(isShared, listAt(is, "parameters")...)))
	c.body(at, objectAt(was, "requestBody"), objectAt(is, "requestBody"))
	c.responses(at, objectAt(was, "responses"), objectAt(is, "responses"))
	if anonymous(was) && !anonymous(is) {
		c.tell("%s: credentials are required", at)
	}
	schemes := objectAt(c.new, "components", "securitySchemes")
	for _, way := range listAt(was, "security") {
		for name := range objectAt(way) { // a scheme that is gone is reported once
			if schemes[name] != nil && !slices.ContainsFunc(listAt(is, "security"), func(v any) bool { return objectAt(v)[name] != nil || len(objectAt(v)) == 0 }) {
				c.tell("%s: credentials of %s are not taken any more", at, name)
			}
		}
	}
}

// schemes compares how credentials are sent.
func (c *comparison) schemes() {
	news := objectAt(c.new, "components", "securitySchemes")
	for name, was := range objectAt(c.old, "components", "securitySchemes") {
		is, has := news[name]
		if !has {
			c.tell("credentials of %s are not taken any more", name)
			continue
		}
		for _, word := range []string{"type", "scheme", "in", "name"} {
			if old, now := member(was, word), member(is, word); old != now {
				c.tell("credentials of %s: %s was %v and is %v", name, word, old, now)
			}
		}
	}
}

// anonymous reports whether an operation needs no credentials.
func anonymous(o map[string]any) bool {
	list := listAt(o, "security")
	return len(list) == 0 || slices.ContainsFunc(list, func(v any) bool { return len(objectAt(v)) == 0 })
}

// paramsOf are parameters by their place and name.
func (c *comparison) paramsOf(document map[string]any, list []any) map[string]map[string]any {
	out := map[string]map[string]any{}
	for _, v := range list {
		p := resolve(document, v)
		out[fmt.Sprintf("%v parameter %v", p["in"], p["name"])] = p
	}
	return out
}

func (c *comparison) params(at string, was, is map[string]map[string]any) {
	for name, p := range was {
		now := is[name]
		if now == nil {
			c.tell("%s: the %s is gone", at, name)
			continue
		}
		if p["required"] != true && now["required"] == true {
			c.tell("%s: the %s is required", at, name)
		}
		c.narrowed(at+": "+name, p["schema"], now["schema"])
	}
	for name, p := range is {
		if was[name] == nil && p["required"] == true && p["in"] != "path" {
			c.tell("%s: the %s is new, and required", at, name)
		}
	}
}

func (c *comparison) body(at string, was, is map[string]any) {
	if was["required"] != true && is["required"] == true {
		c.tell("%s: a body is required", at)
	}
	types := objectAt(is, "content")
	for name, of := range objectAt(was, "content") {
		now, has := types[name]
		if !has {
			c.tell("%s: bodies of the type %s are not taken any more", at, name)
			continue
		}
		c.narrowed(at+": body", member(of, "schema"), member(now, "schema"))
	}
}

func (c *comparison) responses(at string, was, is map[string]any) {
	for status, r := range was {
		old := resolve(c.old, r)
		now := resolve(c.new, is[status])
		switch {
		case now == nil && status < "300":
			c.tell("%s: the status %s is gone", at, status)
			continue
		case now == nil:
			continue
		}
		types := objectAt(now, "content")
		for name, of := range objectAt(old, "content") {
			answer, has := types[name]
			if !has {
				c.tell("%s: the answer %s is not given as %s any more", at, status, name)
				continue
			}
			c.widened(fmt.Sprintf("%s: answer %s", at, status), member(of, "schema"), member(answer, "schema"))
			c.items(fmt.Sprintf("%s: answer %s", at, status), member(of, "x-item-schema"), member(answer, "x-item-schema"))
		}
	}
}

// types are those that a schema has, nil for any.
func types(s map[string]any) []string {
	var list []string
	switch of := s["type"].(type) {
	case string:
		return []string{of}
	case []any:
		for _, t := range of {
			list = append(list, fmt.Sprint(t))
		}
	}
	for _, one := range listAt(s, "anyOf") {
		list = append(list, types(objectAt(one))...)
	}
	return list
}

// enter resolves two schemas, and reports whether they have still to be compared. Those that refer to themselves are
// compared once.
func (c *comparison) enter(was, is any) (a, b map[string]any, ok bool) {
	p := pair{fmt.Sprint(objectAt(was)["$ref"]), fmt.Sprint(objectAt(is)["$ref"])}
	a, b = resolve(c.old, was), resolve(c.new, is)
	if p.old != fmt.Sprint(nil) && slices.Contains(c.within, p) || reflect.DeepEqual(a, b) && !refers(a) {
		return a, b, false
	}
	c.within = append(c.within, p)
	return a, b, true
}

func (c *comparison) leave() { c.within = c.within[:len(c.within)-1] }

// refers reports whether a schema has references, behind which something may have changed.
func refers(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		if _, has := v["$ref"]; has {
			return true
		}
		return slices.ContainsFunc(slices.Collect(maps.Values(v)), refers)
	case []any:
		return slices.ContainsFunc(v, refers)
	}
	return false
}

// bounds of a schema, and whether a greater number lets more through.
var widensUp = map[string]bool{
	"maxLength": true, "maxItems": true, "maximum": true, "exclusiveMaximum": true,
	"minLength": false, "minItems": false, "minimum": false, "exclusiveMinimum": false,
}

// narrowed tells what a schema of what clients send takes no longer.
func (c *comparison) narrowed(at string, was, is any) {
	a, b, ok := c.enter(was, is)
	if !ok {
		return
	}
	defer c.leave()
	old, now := types(a), types(b)
	for _, t := range old {
		if now != nil && !slices.Contains(now, t) && (t != "integer" || !slices.Contains(now, "number")) {
			c.tell("%s: %s is not taken any more", at, t)
		}
	}
	if values := listAt(b, "enum"); values != nil {
		olds := listAt(a, "enum")
		if olds == nil {
			c.tell("%s: only some values are taken", at)
		}
		for _, v := range olds {
			if !slices.Contains(values, v) {
				c.tell("%s: the value %v is not taken any more", at, v)
			}
		}
	}
	for word, up := range widensUp {
		limit, bounded := b[word].(float64)
		before, had := a[word].(float64)
		if bounded && (!had || up && limit < before || !up && limit > before) {
			c.tell("%s: %s is %v", at, word, limit)
		}
	}
	for _, word := range []string{"pattern", "format"} {
		if b[word] != nil && a[word] != b[word] {
			c.tell("%s: %s is %v", at, word, b[word])
		}
	}
	c.narrowedMembers(at, a, b)
	if a["items"] != nil && b["items"] != nil {
		c.narrowed(at+"[]", a["items"], b["items"])
	}
	c.alternatives(at, a, b, c.narrowed)
}

func (c *comparison) narrowedMembers(at string, a, b map[string]any) {
	news := objectAt(b, "properties")
	for name, of := range objectAt(a, "properties") {
		now, has := news[name]
		switch {
		case has:
			c.narrowed(at+"."+name, of, now)
		case b["additionalProperties"] == false:
			c.tell("%s.%s: is not taken any more", at, name)
		}
	}
	for _, name := range listAt(b, "required") {
		if !slices.Contains(listAt(a, "required"), name) {
			c.tell("%s.%v: is required", at, name)
		}
	}
}

// widened tells what a schema of answers says that clients do not expect.
func (c *comparison) widened(at string, was, is any) {
	a, b, ok := c.enter(was, is)
	if !ok {
		return
	}
	defer c.leave()
	old, now := types(a), types(b)
	for _, t := range now {
		if old != nil && !slices.Contains(old, t) && (t != "integer" || !slices.Contains(old, "number")) {
			c.tell("%s: may be %s", at, t)
		}
	}
	if olds := listAt(a, "enum"); olds != nil {
		for _, v := range listAt(b, "enum") {
			if !slices.Contains(olds, v) {
				c.tell("%s: may have the value %v", at, v)
			}
		}
	}
	if a["format"] != nil && a["format"] != b["format"] {
		c.tell("%s: format was %v and is %v", at, a["format"], b["format"])
	}
	news := objectAt(b, "properties")
	for name, of := range objectAt(a, "properties") {
		now, has := news[name]
		if !has {
			c.tell("%s.%s: is gone", at, name)
			continue
		}
		if slices.Contains(listAt(a, "required"), any(name)) && !slices.Contains(listAt(b, "required"), any(name)) {
			c.tell("%s.%s: may be absent", at, name)
		}
		c.widened(at+"."+name, of, now)
	}
	if a["items"] != nil && b["items"] != nil {
		c.widened(at+"[]", a["items"], b["items"])
	}
	c.alternatives(at, a, b, c.widened)
}

// alternatives compares those of two schemas that have as many.
func (c *comparison) alternatives(at string, a, b map[string]any, compare func(at string, was, is any)) {
	ones, others := listAt(a, "anyOf"), listAt(b, "anyOf")
	if len(ones) != len(others) {
		return
	}
	for i := range ones {
		compare(at, ones[i], others[i])
	}
}
