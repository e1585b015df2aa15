// Structs of bodies that are no rows: input and output of operations.

package structs

import (
	"reflect"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// CompileBody compiles a struct of input or output that is not stored. It has neither a table nor a key;
// its fields are values on the wire. It reports mistakes like Compile.
func CompileBody(t reflect.Type, kinds []field.Kind, rules *field.Rules, report func(field, msg string)) *schema.Type {
	c := compiler{kinds: kinds, rules: rules, report: report, body: true}
	out := &schema.Type{Name: t.Name(), Go: t}
	c.fields(out, t, embedded{})
	c.checkStruct(out)
	c.constrain(out)
	return out
}

// fitsBody reports the mistakes in a field of a struct that is not stored, and whether it can be as
// declared.
func fitsBody(f *schema.Field, t tag, report field.Reporter) bool {
	switch {
	case f.Relation != nil:
		report("a relation is part of a row, and this struct is not a row; write the key as an int64, or the text by which clients name the other row as a string")
	case f.IsFile():
		report("a file is kept with a row, and this struct is not a row; let clients send it to the resource of the row")
	case f.Derived != nil:
		report("what is read of other rows is part of a row, and this struct is not a row; write a field that the function fills")
	case t.column != "":
		report("db tag: the struct is not stored, and its fields have no columns; leave the tag out")
	case t.is("index"):
		report(`rest tag: "index" is about the rows of a table, and this struct is not a row; leave it out`)
	case t.is("version"):
		report(`rest tag: "version" counts the changes of a row, and this struct is not a row; leave it out`)
	case t.is("unique"):
		report(`rest tag: "unique" is about the rows of a table, and this struct is not a row; leave it out`)
	case hasKey(t.values, "search"):
		report(`rest tag: "search" is about the rows of a list, and this struct is not a row; leave it out`)
	case hasKey(t.values, "filter") && !f.InObject:
		report(`rest tag: "filter" is about the rows of a list, and this struct is not a row; leave it out`)
	case t.is("sort"):
		report(`rest tag: "sort" is about the rows of a list, and this struct is not a row; leave it out`)
	case t.is("title"):
		report(`rest tag: "title" names the rows of a table, and this struct is not a row; leave it out`)
	case t.is("link"):
		report(`rest tag: "link" shows the address of a row, and this struct is not a row; leave it out`)
	default:
		return true
	}
	return false
}
