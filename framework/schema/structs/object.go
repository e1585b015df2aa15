// Objects with a Go struct.

package structs

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/schema"
)

// objectType returns the struct that a field, or a list, holds as the value of one column: a struct whose
// fields have rest tags, and which has no kind. It is nil for any other type.
func objectType(t reflect.Type, kinds []field.Kind) reflect.Type {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || schema.IsRelation(t) || schema.IsDerived(t) || slices.ContainsFunc(kinds, func(k field.Kind) bool { return k.Match(t) }) {
		return nil
	}
	tagged := false
	for i := range t.NumField() {
		f := t.Field(i)
		_, has := f.Tag.Lookup("rest")
		if tagged = tagged || has; f.Name == "ID" {
			return nil // it is a row type
		}
	}
	if !tagged {
		return nil
	}
	return t
}

// objectKinds returns the kinds for a field: those of the compiler, and one for its struct, whose type is
// returned too.
func (c *compiler) objectKinds(sf reflect.StructField, report field.Reporter) ([]field.Kind, *schema.Type) {
	t := objectType(sf.Type, c.kinds)
	if t == nil {
		return c.kinds, nil
	}
	if slices.Contains(c.within, t) {
		report("%s holds itself; write json.RawMessage, or related rows", t)
		return append([]field.Kind{objectOf(&schema.Type{Go: t})}, c.kinds...), nil
	}
	inner := compiler{kinds: c.kinds, rules: c.rules, body: true, within: append(slices.Clone(c.within), t)}
	inner.report = func(name, msg string) { report("member %s of %s: %s", name, t, msg) }
	members := &schema.Type{Name: t.Name(), Go: t}
	inner.fields(members, t, embedded{})
	inner.checkStruct(members)
	for _, f := range members.Fields {
		if f.Filters != nil && sf.Type.Kind() == reflect.Slice {
			report("member %s of %s: filters work on one object, and the field is a list; leave the word filter out", f.Go, t)
		}
		if f.Kind.Seal != nil {
			report("member %s of %s: a %s is never shown, and an object is shown as a whole; write it outside the object", f.Go, t, f.Kind)
			continue
		}
		if f.ReadOnly || f.WriteOnly || f.CreateOnly || f.Wire == "" {
			report("member %s of %s: a member is written and shown with the whole object; leave the words readonly, writeonly and createonly out, and give it a name", f.Go, t)
		}
	}
	return append([]field.Kind{objectOf(members)}, c.kinds...), members
}

// objectOf returns the kind of a struct, stored as JSON, whose members have their own kinds and rules. It
// is parsed and refused like a nested serializer of Django REST framework.
func objectOf(t *schema.Type) field.Kind {
	object := field.Object()
	parts := func(s *field.Spec, v any) (any, []string, []field.Part) { return parseObject(t, s, v) }
	k := field.Kind{
		Name:  "object",
		Match: func(of reflect.Type) bool { return of == t.Go },
		Bind:  func(_ *field.Spec, p reflect.Value) field.Slot { return &objectSlot{t, p} },
		Parse: func(s *field.Spec, v any) (any, []string) {
			value, messages, parts := parts(s, v)
			for _, p := range parts {
				messages = append(messages, strings.TrimPrefix(p.Path, ".")+": "+strings.Join(p.Messages, " "))
			}
			return value, messages
		},
		Parts:  parts,
		Form:   object.Form,
		Arg:    func(s *field.Spec, v any) any { return objectText(t, v) },
		Text:   func(_ *field.Spec, v any) string { return objectText(t, v) },
		Column: object.Column, Lookups: object.Lookups,
		NoZero: "an object without its members",
		Rules:  []string{}, Input: object.Input, Metadata: "nested object",
		JSON: func(*field.Spec) map[string]any { return objectJSON(t) },
	}
	k.Column = func(s *field.Spec, d field.Dialect) field.Column {
		c := object.Column(s, d)
		c.Literal = func(v any) string { return "'" + strings.ReplaceAll(objectText(t, v), "'", "''") + "'" }
		return c
	}
	for _, f := range t.Fields {
		k.Members = append(k.Members, field.Member{Name: f.Wire, Required: f.Required(), Spec: &f.Spec})
	}
	if !slices.ContainsFunc(t.Fields, (*schema.Field).Required) {
		k.Zero = reflect.Zero(t.Go).Interface()
	}
	return k
}

// parseObject binds the members, by their kinds and rules, to a struct.
func parseObject(t *schema.Type, s *field.Spec, v any) (value any, messages []string, parts []field.Part) {
	if text, unreadable := v.(field.Unreadable); unreadable {
		return nil, []string{string(text)}, nil
	}
	changes, problems := t.Bind(schema.Input{Value: v, Coded: s.IsCoded(), Client: s.Client()}, schema.Create)
	for _, p := range problems {
		part := field.Part{Path: "." + p.Path, Messages: p.Messages}
		if s.IsCoded() {
			part.Messages = make([]string, len(p.Messages))
			copy(part.Messages, p.Codes)
		}
		parts = append(parts, part)
	}
	if parts != nil {
		return nil, nil, parts
	}
	rec := t.New()
	rec.Fill(time.Now())
	rec.Apply(changes)
	return reflect.ValueOf(rec.Value()).Elem().Interface(), nil, nil
}

// objectText returns a bound object as JSON.
func objectText(t *schema.Type, v any) string {
	p := reflect.New(t.Go)
	slot := &objectSlot{t, p}
	slot.Set(v)
	return string(slot.Append(nil, ""))
}

// objectJSON returns the JSON Schema of the object.
func objectJSON(t *schema.Type) map[string]any {
	properties, required := map[string]any{}, []any{}
	for _, f := range t.Fields {
		properties[f.Wire] = f.JSON()
		if f.Required() {
			required = append(required, f.Wire)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required}
}

// objectSlot is the struct at p.
type objectSlot struct {
	t *schema.Type
	p reflect.Value
}

// Scan parses the result of Append, by the kinds of the members and without their rules, which may have
// changed since.
func (s *objectSlot) Scan(src any) error {
	var text string
	if err := field.ScanText(&text, src); err != nil {
		return err
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var object map[string]any
	var orders notation.Orders
	if s.t.KeepsOrder(0) {
		o, _ := notation.DecodeOrdered(text)
		object, _ = o.Value.(map[string]any)
		orders = o.Orders
	} else if err := d.Decode(&object); err != nil || d.More() {
		object = nil
	}
	if object == nil {
		return fmt.Errorf("column holds %.100q, want an object in JSON", text)
	}
	rec := s.t.New()
	rec.Fill(time.Now())
	for _, f := range s.t.Fields {
		value, has := object[f.Wire]
		plain, isText := value.(string)
		switch {
		case !has:
		case value == nil:
			rec.Set(f, nil)
		case isText && f.Kind.FreeText:
			rec.Set(f, plain)
		default:
			bound, messages := f.Kind.Parse(&f.Spec, f.InOrder(value, orders))
			if messages != nil {
				return fmt.Errorf("member %s of an object: %s", f.Wire, strings.Join(messages, " "))
			}
			rec.Set(f, bound)
		}
	}
	s.p.Elem().Set(reflect.ValueOf(rec.Value()).Elem())
	return nil
}

func (s *objectSlot) Arg() any { return string(s.Append(nil, "")) }
func (s *objectSlot) Get() any { return s.p.Elem().Interface() }

func (s *objectSlot) Set(v any) {
	if v == nil {
		s.p.Elem().SetZero()
		return
	}
	s.p.Elem().Set(reflect.ValueOf(v))
}

func (s *objectSlot) Append(b []byte, base string) []byte { return s.AppendIn(b, base, nil) }

func (s *objectSlot) AppendIn(b []byte, base string, client *time.Location) []byte {
	rec := s.t.Acquire()
	defer rec.Release()
	rec.Assign(s.p.Interface())
	return rec.AppendIn(b, base, client)
}

// Size implements field.Sized.
func (s *objectSlot) Size() int { return len(s.Append(nil, "")) }
