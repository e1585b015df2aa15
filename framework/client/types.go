// The types of what operations take and answer.

package client

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/plan"
)

const jsonType = "application/json"

// output says what an operation answers.
func (r *reader) output(o *operation, of openapi.Planned, op documentOperation) error {
	if of.File != nil {
		o.Kind = fileKind
		return nil
	}
	_, o.Empty = op.Responses["204"]
	if of.Builtin&(plan.Destroy|plan.DestroyList) != 0 {
		return nil
	}
	var answer *schema
	other := false
	for _, status := range []int{http.StatusOK, http.StatusCreated, http.StatusAccepted} {
		types := op.Responses[fmt.Sprint(status)].Content
		if c, has := types[jsonType]; has && answer == nil {
			answer = c.Schema
		}
		other = other || len(types) > 0
	}
	switch {
	case answer == nil && other:
		o.Kind = fileKind
		return nil
	case answer == nil:
		return nil
	}
	history := of.History && of.Safe()
	if of.Builtin == plan.List || history || of.Builtin == plan.ModifyList || of.Many {
		return r.list(o, of, answer, history)
	}
	if len(answer.AnyOf) == 2 && of.Builtin == plan.Create { // or a list of them
		answer = answer.AnyOf[0]
	}
	var ok bool
	if o.Frame, ok = of.RecordFrame(); ok {
		answer = follow(answer, o.Frame.Record)
	}
	o.Output = r.typeOf(answer, o.Name)
	if of.Rows != nil && o.Output.Object != nil {
		o.Tagged, o.Output.Object.Tagged = true, true
	}
	return nil
}

// list says what an operation answers with rows.
func (r *reader) list(o *operation, of openapi.Planned, answer *schema, history bool) error {
	var ok bool
	if o.Frame, ok = of.ListFrame(); !ok {
		o.Output = &typeRef{}
		return nil
	}
	o.Kind = listKind
	if history || of.Builtin == plan.List && of.Resource.Pages != nil {
		o.Kind = pageKind
	}
	answer = follow(answer, o.Frame.Rows)
	if answer == nil || answer.Items == nil {
		return fmt.Errorf("the document has no rows at %q", strings.Join(o.Frame.Rows, "."))
	}
	o.Output = r.typeOf(follow(answer.Items, o.Frame.Record), o.Name)
	return nil
}

// follow is the schema of a member within members.
func follow(s *schema, path []string) *schema {
	for _, name := range path {
		i := slices.IndexFunc(s.Properties, func(p property) bool { return p.name == name })
		if i < 0 {
			return &schema{}
		}
		s = s.Properties[i].is
	}
	return s
}

// input says what the body of an operation is.
func (r *reader) input(o *operation, of openapi.Planned, op documentOperation) error {
	types := op.RequestBody.Content
	if len(types) == 0 {
		return nil
	}
	bare, form := types[jsonType].Schema, types["multipart/form-data"].Schema
	if bare == nil {
		return fmt.Errorf("it takes no JSON")
	}
	if of.Builtin != 0 && of.Resource.Envelope != nil {
		o.InputPath = of.Resource.Envelope.InputPath()
		bare = follow(bare, o.InputPath)
	}
	switch {
	case of.Builtin == plan.DestroyList:
		o.Input = r.typeOf(bare.Items, of.Resource.Lookup.Field.Wire)
		return nil
	case of.Builtin == plan.ModifyList:
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

// sent is the type of a body. form is that of a form with files; nil for none.
func (r *reader) sent(s, form *schema) *typeRef {
	name := s.component()
	if name == "" {
		return r.typeOf(s, "")
	}
	files := map[string]*schema{}
	if form != nil && form.Ref != s.Ref {
		if of := r.d.Components.Schemas[form.component()]; of != nil {
			for _, p := range of.Properties {
				if p.is.Format == "binary" {
					files[p.name] = p.is
				}
			}
		}
	}
	return r.object(name, true, files)
}

// object is the type of a component. Representations whose members clients choose, or expand, are one type with the whole.
func (r *reader) object(name string, input bool, files map[string]*schema) *typeRef {
	whole := name
	if of := r.whole[name]; of != "" {
		whole = of
	}
	if have := r.objects[whole]; have != nil {
		return &typeRef{Is: objectType, Object: have}
	}
	s := r.d.Components.Schemas[r.fullest(whole)]
	o := &object{Name: r.typeName(whole), About: strings.TrimSpace(s.Description), Input: input}
	r.objects[whole] = o
	r.m.Types = append(r.m.Types, o)
	chosen := r.fullest(whole) != whole
	for _, p := range s.Properties {
		if input && p.is.ReadOnly {
			continue
		}
		if p.name == "_etag" {
			o.Tagged = true
			continue
		}
		required := (chosen || slices.Contains(s.Required, p.name)) && p.name != "_actions"
		o.Members = append(o.Members, r.member(p, required, input, files[p.name]))
	}
	return &typeRef{Is: objectType, Object: o}
}

// fullest is that schema of a representation which has most: the relations that clients may expand, and what rows have
// in lists.
func (r *reader) fullest(whole string) string {
	most := whole
	size := func(name string) int {
		s := r.d.Components.Schemas[name]
		if s == nil {
			return -1
		}
		n := len(s.Properties)
		for _, p := range s.Properties {
			n += len(p.is.AnyOf)
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

// typeName is the name of the type of a component.
func (r *reader) typeName(name string) string {
	if name = pascal(name, true); slices.Contains(runtimeNames, name) {
		return r.types.take(name + "Record")
	}
	return name
}

// member is a member of an object.
func (r *reader) member(p property, required, input bool, file *schema) *member {
	m := &member{Wire: p.name, Required: required}
	if file != nil {
		m.About, m.Type = sentences(file.Description, nil), &typeRef{Is: uploadType, Null: !required}
		return m
	}
	rules := p.is
	if !input {
		rules = nil
	}
	m.About = sentences(p.is.Description, rules)
	if input && p.is.component() != "" {
		m.Type = r.object(p.is.component(), true, nil)
	} else {
		m.Type = r.typeIn(p.is, p.name, input)
	}
	return m
}

// typeOf is the type of values of answers, and of parameters.
func (r *reader) typeOf(s *schema, wire string) *typeRef { return r.typeIn(s, wire, false) }

func (r *reader) typeIn(s *schema, wire string, input bool) *typeRef {
	if s == nil {
		return &typeRef{}
	}
	if name := s.component(); name != "" {
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

// anyOf is the type of values that are of one type or another: null, and a key or what it stands for. Any other is any
// value.
func (r *reader) anyOf(of []*schema, wire string, input bool) *typeRef {
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

// either is the type of a key or what it stands for, nil where the two are no such.
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

// texts are the values of an enumeration of texts, nil for any other.
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

// choice is the type of texts of which there are some. Members of one name with the same values share one.
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
