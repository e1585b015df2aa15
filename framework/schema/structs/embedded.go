// Embedded structs, whose fields belong to the row.

package structs

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// embedded is a struct within a struct, whose fields are also the outer one's; the zero value is the outer
// struct itself.
type embedded struct {
	index []int  // reflect index
	path  string // its Go names, with a dot after each
	// rows means that the struct is that of the rows, embedded in a representation of them: words about
	// lists in its tags are allowed there.
	rows bool
}

// instead returns the field of the outer struct that replaces an embedded one in a representation: as in
// Go, one of the same name hides it.
func (c *compiler) instead(out *schema.Type, sf reflect.StructField, in embedded) (field reflect.StructField, hides bool) {
	if c.row == nil || in.index == nil {
		return sf, false
	}
	field, _ = out.Go.FieldByName(sf.Name)
	return field, len(field.Index) == 1
}

// isPlaced reports whether a field of the outer struct replaces one before it.
func (c *compiler) isPlaced(out *schema.Type, sf reflect.StructField, in embedded) bool {
	return c.row != nil && in.index == nil && slices.ContainsFunc(out.Fields, func(f *schema.Field) bool { return f.Path == sf.Name })
}

func (e embedded) indexOf(sf reflect.StructField) []int {
	return append(slices.Clone(e.index), sf.Index...)
}

// fields compiles the fields of a struct, and of its embedded structs, in order.
func (c *compiler) fields(out *schema.Type, t reflect.Type, in embedded) {
	for i := range t.NumField() {
		sf := t.Field(i)
		switch field, hides := c.instead(out, sf, in); {
		case sf.Name == "_" || c.isPlaced(out, sf, in):
		case hides && !c.isPlaced(out, field, embedded{}):
			c.field(out, field, embedded{}, nil)
		case hides:
		case sf.Anonymous:
			c.embed(out, sf, in)
		default:
			c.field(out, sf, in, nil)
		}
	}
}

// embed compiles the fields of an embedded struct.
func (c *compiler) embed(out *schema.Type, sf reflect.StructField, in embedded) {
	report := func(format string, args ...any) { c.report(in.path+sf.Name, fmt.Sprintf(format, args...)) }
	isKind := slices.ContainsFunc(c.kinds, func(k field.Kind) bool { return k.Match(sf.Type) })
	tag, tagged := sf.Tag.Lookup("rest")
	switch {
	case sf.Type.Kind() == reflect.Pointer:
		report("an embedded struct must not be a pointer: a row has all of its columns; write %s without the *", sf.Name)
	case schema.IsRelation(sf.Type):
		report("a relation has no fields to embed; give it a name, such as %s %s", sf.Name, schema.TypeText(sf.Type))
	case isKind || sf.Type.Kind() != reflect.Struct:
		report("%s is a value and has no fields to embed; give it a name", sf.Type)
	case tagged && tag == "-":
		report(`rest:"-" at an embedded struct would hide its columns; write it at each of its fields, or leave the struct out`)
	case tagged:
		report("an embedded struct has no wire name: its fields have; leave the rest tag out")
	default:
		c.fields(out, sf.Type, embedded{in.indexOf(sf), in.path + sf.Name + ".", in.rows || c.row != nil && sf.Type == c.row.Go})
	}
}

// checkPromoted reports fields of embedded structs that Go code cannot name, because another has the same
// name.
func (c *compiler) checkPromoted(t *schema.Type) {
	byName := map[string]*schema.Field{}
	for _, f := range t.Fields {
		if first := byName[f.Go]; first != nil {
			c.clash(f, first, "the name "+f.Go+" is that of field %s too, so that one hides the other; rename one of them")
			continue
		}
		byName[f.Go] = f
	}
}

// clash reports two fields that exclude each other, at the second, or at both if they are in different
// structs.
func (c *compiler) clash(f, first *schema.Field, msg string) {
	c.report(f.Path, fmt.Sprintf(msg, first.Path))
	if strings.TrimSuffix(f.Path, f.Go) != strings.TrimSuffix(first.Path, first.Go) {
		c.report(first.Path, fmt.Sprintf(msg, f.Path))
	}
}
