// The columns of a file beside its key.

package structs

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// files adds columns for the parts of each file of a row: those that the struct declares with of=, and
// hidden ones for the others.
func (c *compiler) files(t *schema.Type) {
	for _, f := range slices.Clone(t.Fields) {
		if f.PartOf != "" {
			c.filePart(t, f)
		}
	}
	for _, file := range t.Files() {
		for _, part := range file.Kind.FileParts() {
			if !slices.ContainsFunc(t.Fields, func(f *schema.Field) bool { return f.File == file && f.Part == part }) {
				c.hiddenPart(t, file, part)
			}
		}
	}
}

// filePart resolves the file of a column with of=.
func (c *compiler) filePart(t *schema.Type, f *schema.Field) {
	name, part, _ := strings.Cut(f.PartOf, ".")
	report := func(format string, args ...any) {
		c.report(f.Path, fmt.Sprintf("rest tag: of=%s "+format, append([]any{f.PartOf}, args...)...))
	}
	file := t.Find(name)
	if file == nil || !file.IsFile() {
		var names []string
		for _, one := range t.Files() {
			names = append(names, one.Wire)
		}
		report("names no file of %s%s", t.Go.Name(), field.Hint(name, names))
		return
	}
	var parts []string
	for _, p := range file.Kind.FileParts() {
		parts = append(parts, string(p))
	}
	p := field.FilePart(part)
	if !slices.Contains(parts, part) {
		report("names no part of a file; write of=%s.%s, with one of %s", name, parts[0], strings.Join(parts, ", "))
		return
	}
	sf, _ := file.Type.FieldByName(p.Go())
	switch {
	case f.Type != sf.Type || f.Null:
		report("is of type %s; write %s %s", sf.Type, f.Go, sf.Type)
	case f.Writable() && f.Wire != "":
		report(`comes with the file and is never sent; write "readonly"`)
	case slices.ContainsFunc(t.Fields, func(have *schema.Field) bool { return have.File == file && have.Part == p }):
		report("is shown by another field already; leave one of them out")
	default:
		f.File, f.Part = file, p
	}
}

// hiddenPart adds the column of a part that no field of the struct has.
func (c *compiler) hiddenPart(t *schema.Type, file *schema.Field, part field.FilePart) {
	sf, _ := file.Type.FieldByName(part.Go())
	f := &schema.Field{Index: len(t.Fields), Column: file.Column + "_" + string(part), File: file, Part: part, Path: file.Path + "." + sf.Name}
	f.Spec = field.Spec{Go: file.Go + sf.Name, Messages: map[string]string{}}
	f.GoIndex = append(slices.Clone(file.GoIndex), sf.Index...)
	if mistake := setKind(f, sf.Type, c.kinds); mistake != "" {
		c.report(file.Path, mistake)
		return
	}
	f.SetColumns()
	t.Fields = append(t.Fields, f)
}

// fitsFile reports the mistakes in the field of a file.
func fitsFile(f *schema.Field, t tag, report field.Reporter) {
	for _, wrong := range []struct {
		found bool
		msg   string
	}{
		{f.Unique, `rest tag: "unique" does not fit a file; leave it out`},
		{f.Indexed, `rest tag: "index" does not fit a file; leave it out`},
		{t.hasDef, `default tag: a file has no default; write "optional" where a row may be without it`},
		{f.ReadOnly || t.name == "-", `rest tag: a file comes from clients; leave "readonly" out, and give it a name`},
	} {
		if wrong.found {
			report("%s", wrong.msg)
		}
	}
}
