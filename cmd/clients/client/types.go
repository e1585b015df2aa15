// The types of what operations take and answer.

package client

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/openapi"
)

const jsonType = "application/json"

// answerOf returns the schema of what an operation answers in JSON; nil for none.
func answerOf(op *openapi.Operation) *openapi.Schema {
	for _, status := range []string{"200", "201", "202"} {
		if answer := op.Responses.Get(status); answer != nil && answer.Content.Has(jsonType) {
			return answer.Content.Get(jsonType).Schema
		}
	}
	return nil
}

// output says what an operation answers.
func (r *reader) output(o *operation, op *openapi.Operation) error {
	empty := op.Responses.Get("204")
	o.Empty = empty != nil && empty.Preference == "" // clients ask for no preference
	ok := op.Responses.Get("200")
	if ok != nil && ok.Content.Has("*/*") {
		o.Kind = fileKind
		o.Empty = false
		return nil
	}
	if o.Name == "delete" || o.Name == deleteMany {
		return nil
	}
	answer := answerOf(op)
	if answer == nil {
		if ok != nil && slices.ContainsFunc(ok.Content.Names(), func(name string) bool { return name != "text/html" }) {
			o.Kind = fileKind
		}
		return nil
	}
	if len(answer.AnyOf) == 2 && o.Name == "create" { // or a list of them
		answer = answer.AnyOf[0]
	}
	if f, is := r.listFrame(answer); is {
		o.Frame, o.Kind = f, listKind
		if ok != nil && ok.Headers.Has("Link") {
			o.Kind = pageKind
		}
		rows := follow(answer, f.Rows)
		o.Output = r.typeOf(follow(rows.Items, f.Record), o.Name)
		return nil
	}
	answer, o.Frame.Record = inside(answer)
	o.Output = r.typeOf(answer, o.Name)
	if o.Output.Object != nil && tagged(op) {
		o.Tagged, o.Output.Object.Tagged = true, true
	}
	return nil
}

// tagged reports whether what an operation answers has an entity tag.
func tagged(op *openapi.Operation) bool {
	for _, answer := range op.Responses.All() {
		if answer.Ref == "" && answer.Content.Has(jsonType) && answer.Headers.Has("ETag") {
			return true
		}
	}
	return false
}

// inside returns the value that stands in an envelope, objects of one member each, with the names of these.
func inside(s *openapi.Schema) (value *openapi.Schema, path []string) {
	for s.Ref == "" && s.Properties.Len() == 1 && s.AdditionalProperties == nil {
		name := s.Properties.Names()[0]
		s, path = s.Properties.Get(name), append(path, name)
	}
	return s, path
}

// listFrame finds the rows in an answer that is a list of records, and the facts about its page. is is false for another.
func (r *reader) listFrame(answer *openapi.Schema) (f frame, is bool) {
	var walk func(s *openapi.Schema, path []string)
	walk = func(s *openapi.Schema, path []string) {
		last := ""
		if len(path) > 0 {
			last = path[len(path)-1]
		}
		path = slices.Clone(path)
		switch {
		case s.Ref != "":
		case slices.Contains(s.Type, "array") && s.Items != nil && !is:
			if record, within := inside(s.Items); record.Ref != "" {
				f.Rows, f.Record, is = path, within, true
			}
		case slices.Contains(s.Type, "string") && strings.HasPrefix(last, "next") && f.Next == nil:
			f.Next = path
		case slices.Contains(s.Type, "string") && strings.HasPrefix(last, "prev") && f.Previous == nil:
			f.Previous = path
		case slices.Contains(s.Type, "integer") && (strings.Contains(last, "count") || strings.Contains(last, "total")) && f.Total == nil:
			f.Total = path
		}
		for name, member := range s.Properties.All() {
			walk(member, append(path, name))
		}
	}
	walk(answer, nil)
	return f, is
}

// follow returns the schema of a member within members.
func follow(s *openapi.Schema, path []string) *openapi.Schema {
	for _, name := range path {
		s = s.Properties.Get(name)
	}
	return s
}

// input says what the body of an operation is.
func (r *reader) input(o *operation, op *openapi.Operation) error {
	if op.RequestBody == nil {
		return nil
	}
	types := op.RequestBody.Content
	if !types.Has(jsonType) {
		return fmt.Errorf("it takes no JSON")
	}
	bare, path := inside(types.Get(jsonType).Schema)
	o.InputPath = path
	var form *openapi.Schema
	if of := types.Get("multipart/form-data"); of != nil {
		form = of.Schema
	}
	switch {
	case o.Name == deleteMany:
		o.Input = r.typeOf(bare.Items, "key")
		return nil
	case o.Name == updateMany:
		if len(bare.AnyOf) == 2 {
			o.one = r.sent(bare.AnyOf[1], nil)
			bare = bare.AnyOf[0]
		}
		o.Input = r.sent(bare.Items, nil)
		return nil
	case len(bare.AnyOf) == 2:
		bare = bare.AnyOf[0]
	}
	o.Input = r.sent(bare, form)
	if o.Input.Object != nil {
		o.Upload = slices.ContainsFunc(o.Input.Object.Members, func(m *member) bool { return m.Type.Is == uploadType })
	}
	return nil
}

// sent returns the type of a body. form is that of a form with files; nil for none.
func (r *reader) sent(s, form *openapi.Schema) *typeRef {
	name := s.Component()
	if name == "" {
		return r.typeOf(s, "")
	}
	files := map[string]*openapi.Schema{}
	if form != nil && form.Ref != s.Ref {
		if of := r.d.Components.Schemas.Get(form.Component()); of != nil {
			for name, p := range of.Properties.All() {
				if p.Format == "binary" {
					files[name] = p
				}
			}
		}
	}
	return r.object(name, true, files)
}

// object returns the type of a component. Representations whose members clients choose, or expand, are one type with the whole.
func (r *reader) object(name string, input bool, files map[string]*openapi.Schema) *typeRef {
	whole := name
	if of := r.whole[name]; of != "" {
		whole = of
	}
	if have := r.objects[whole]; have != nil {
		return &typeRef{Is: objectType, Object: have}
	}
	s := r.d.Components.Schemas.Get(r.fullest(whole))
	o := &object{Name: r.typeName(whole), About: strings.TrimSpace(s.Description), Input: input}
	r.objects[whole] = o
	r.m.Types = append(r.m.Types, o)
	chosen := r.fullest(whole) != whole
	for name, p := range s.Properties.All() {
		if input && p.ReadOnly {
			continue
		}
		if name == "_etag" {
			o.Tagged = true
			continue
		}
		required := (chosen || slices.Contains(s.Required, name)) && name != "_actions"
		o.Members = append(o.Members, r.member(name, p, required, input, files[name]))
	}
	return &typeRef{Is: objectType, Object: o}
}

// fullest returns that schema of a representation which has most: the relations that clients may expand, and what rows have
// in lists.
func (r *reader) fullest(whole string) string {
	most := whole
	size := func(name string) int {
		s := r.d.Components.Schemas.Get(name)
		if s == nil {
			return -1
		}
		n := s.Properties.Len()
		for _, p := range s.Properties.All() {
			n += len(p.AnyOf)
		}
		return n
	}
	for _, name := range sortedKeys(r.whole) {
		if r.whole[name] == whole && size(name) > size(most) {
			most = name
		}
	}
	return most
}

// typeName returns the name of the type of a component.
func (r *reader) typeName(name string) string {
	if name = pascal(name, true); slices.Contains(runtimeNames, name) {
		return r.types.take(name + "Record")
	}
	return name
}

// member returns a member of an object.
func (r *reader) member(name string, s *openapi.Schema, required, input bool, file *openapi.Schema) *member {
	m := &member{Wire: name, Required: required}
	if file != nil {
		m.About, m.Type = sentences(file.Description, nil), &typeRef{Is: uploadType, Null: !required}
		return m
	}
	rules := s
	if !input {
		rules = nil
	}
	m.About = sentences(s.Description, rules)
	if input && s.Component() != "" {
		m.Type = r.object(s.Component(), true, nil)
	} else {
		m.Type = r.typeIn(s, name, input)
	}
	return m
}

// typeOf returns the type of values of answers, and of parameters.
func (r *reader) typeOf(s *openapi.Schema, wire string) *typeRef { return r.typeIn(s, wire, false) }

func (r *reader) typeIn(s *openapi.Schema, wire string, input bool) *typeRef {
	if s == nil {
		return &typeRef{}
	}
	if name := s.Component(); name != "" {
		return r.object(name, input, nil)
	}
	if len(s.AnyOf) > 0 {
		return r.anyOf(s.AnyOf, wire, input)
	}
	t := &typeRef{}
	kinds := slices.DeleteFunc(slices.Clone(s.Type), func(name string) bool {
		t.Null = t.Null || name == "null"
		return name == "null"
	})
	values, null := texts(s.Enum)
	t.Null = t.Null || null
	switch {
	case len(kinds) > 1:
	case values != nil:
		t.Is, t.Choice = choiceType, r.choice(wire, values)
	case len(kinds) == 0:
	case kinds[0] == "string":
		t.Is = textType
		switch s.Format {
		case "date-time":
			t.Is = momentType
		case "date":
			t.Is = dateType
		case "decimal":
			t.Is = decimalType
		}
	case kinds[0] == "integer":
		t.Is = intType
	case kinds[0] == "number":
		t.Is = floatType
	case kinds[0] == "boolean":
		t.Is = boolType
	case kinds[0] == "array":
		t.Is, t.Of = listType, r.typeIn(s.Items, wire, input)
	case kinds[0] == "object":
		t.Is = mapType
	}
	return t
}

// anyOf returns the type of values that are of one type or another: null, and a key or what it stands for. Any other is any
// value.
func (r *reader) anyOf(of []*openapi.Schema, wire string, input bool) *typeRef {
	null := false
	var list []*typeRef
	for _, s := range of {
		if len(s.Type) == 1 && s.Type[0] == "null" {
			null = true
			continue
		}
		list = append(list, r.typeIn(s, wire, input))
	}
	t := &typeRef{}
	switch {
	case len(list) == 1:
		t = list[0]
	case len(list) != 2:
	case list[0].Is == listType && list[1].Is == listType:
		if of := either(list[0].Of, list[1].Of); of != nil {
			t = &typeRef{Is: listType, Of: of}
		}
	case list[0].Is == intType && list[1].Is == anyType: // or a word, such as last
		t = &typeRef{Is: looseType}
	default:
		if of := either(list[0], list[1]); of != nil {
			t = of
		}
	}
	if null || slices.ContainsFunc(list, func(t *typeRef) bool { return t.Null }) {
		whole := *t
		whole.Null = true
		return &whole
	}
	return t
}

// either returns the type of a key or what it stands for, nil where the two are no such.
func either(a, b *typeRef) *typeRef {
	if a.Is == objectType {
		a, b = b, a
	}
	if b.Is != objectType || a.Is != textType && a.Is != intType {
		return nil
	}
	key := *a
	key.Null = false
	return &typeRef{Is: eitherType, Key: &key, Of: b}
}

// texts returns the values of an enumeration of texts, nil for any other.
func texts(enum []any) (values []string, null bool) {
	for _, v := range enum {
		switch v := v.(type) {
		case nil:
			null = true
		case string:
			values = append(values, v)
		default:
			return nil, null
		}
	}
	return values, null
}

// choice returns the type of texts of which there are some. Members of one name with the same values share one.
func (r *reader) choice(wire string, values []string) *choice {
	key := wire + "\x00" + strings.Join(values, "\x00")
	if have := r.choices[key]; have != nil {
		return have
	}
	c := &choice{Name: r.types.take(pascal(r.of+" "+wire, true)), Values: values}
	r.choices[key] = c
	r.m.Choices = append(r.m.Choices, c)
	return c
}
