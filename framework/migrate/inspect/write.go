// Writing the Go file of a schema.

package inspect

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"go/token"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/schema"
)

// Options are what the file depends on beside the schema.
type Options struct {
	Package string   // its name; "" for that of the schema, or "tables"
	Tables  []string // the only tables, in lower case for SQLite; nil for all
	Source  string   // where the tables are, for the comment at its top; "" for the name of the schema
}

// Missing returns the tables of the options that the schema does not have.
func (o Options) Missing(s *Schema) (names []string) {
	for _, name := range o.Tables {
		if s.table(name) == nil {
			names = append(names, name)
		}
	}
	return names
}

// Write writes one Go file, formatted and the same for the same schema: a struct and a view set for each table and view, and a
// function Set with all of them. It returns an error of w, or for a package name that is no identifier, or if no table can have a
// resource.
func Write(w io.Writer, s *Schema, o Options) error {
	if o.Package == "" {
		o.Package = packageName(s.Name)
	}
	if !token.IsIdentifier(o.Package) || o.Package == "_" {
		return fmt.Errorf("%q is not a package name; write lower-case letters and digits", o.Package)
	}
	g := newGenerator(s, o)
	if len(g.resources) == 0 {
		return g.nothing()
	}
	var b bytes.Buffer
	g.header(&b)
	for _, r := range g.resources {
		g.writeResource(&b, r)
	}
	for _, e := range s.Enums {
		if g.enums[e] != "" {
			g.writeEnum(&b, e)
		}
	}
	text, err := format.Source(b.Bytes())
	if err != nil {
		return fmt.Errorf("the file would not compile: %w", err) // our own mistake: tests cover the names and texts of databases
	}
	_, err = w.Write(text)
	return err
}

// nothing is the error for a schema without any resource.
func (g *generator) nothing() error {
	if len(g.omitted) == 0 {
		return errors.New("there are no tables")
	}
	var all []string
	for _, o := range g.omitted {
		all = append(all, fmt.Sprintf("%s: %s", o.table, o.reason))
	}
	return fmt.Errorf("no table can have a resource:\n%s", strings.Join(all, "\n"))
}

// packageName returns a package name for a schema.
func packageName(name string) string {
	name = strings.ToLower(enumName(strings.ReplaceAll(name, "_", "")))
	if name == "main" || name == "public" || !token.IsIdentifier(name) {
		return "tables"
	}
	return name
}

// header writes the package, its imports, and the function Set.
func (g *generator) header(b *bytes.Buffer) {
	of := g.options.Source
	if of == "" {
		of = fmt.Sprintf("the schema %s of the database %s", g.schema.Name, g.schema.Database)
	}
	fmt.Fprintf(b, "// Package %s declares resources over the tables of %s.\n//\n", g.options.Package, oneLine(of))
	b.WriteString("// The service never changes these tables, only their rows. The file was written once, by the command inspect: edit it.\n")
	if len(g.omitted) > 0 {
		b.WriteString("//\n// Tables without a resource:\n//\n")
		for _, o := range g.omitted {
			fmt.Fprintf(b, "//   - %s: %s\n", oneLine(o.table), oneLine(o.reason))
		}
	}
	fmt.Fprintf(b, "package %s\n\nimport (\n", g.options.Package)
	paths := map[string]bool{"example.com/resourceful/framework/rest": true, "example.com/resourceful/framework/permission": true}
	maps.Copy(paths, g.imports)
	delete(paths, "")
	for _, wantStandard := range []bool{true, false} {
		for _, path := range slices.Sorted(maps.Keys(paths)) {
			if isStandard := !strings.Contains(path, "."); isStandard == wantStandard {
				fmt.Fprintf(b, "\t%q\n", path)
			}
		}
		b.WriteString("\n")
	}
	b.WriteString(")\n\n// Set is all resources. Only administrators may read and write them: give each view set the rule in Access that is right for it.\n")
	fmt.Fprintf(b, "func Set() *rest.Set {\n\treturn rest.NewSet(%q,\n", g.options.Package)
	for _, r := range g.resources {
		fmt.Fprintf(b, "\t\t%s(),\n", r.funcName)
	}
	b.WriteString("\t)\n}\n")
}

// writeResource writes a struct and its view set.
func (g *generator) writeResource(b *bytes.Buffer, r *resource) {
	t := r.table
	fmt.Fprintf(b, "\n// %s is a row of the %s %s.\n", r.typeName, t.Kind, t.Name)
	writeComments(b, "", comment(t.Comment))
	for _, remark := range t.Remarks {
		fmt.Fprintf(b, "// %s\n", oneLine(remark))
	}
	for _, columns := range t.Unique {
		if len(columns) > 1 && !r.readOnly() && g.uniqueTogether(r, columns) == nil {
			fmt.Fprintf(b, "// The database checks that no two rows have the same %s.\n", oneLine(strings.Join(columns, ", ")))
		}
	}
	for _, check := range t.Checks {
		if len(bounds(check)) == 0 {
			fmt.Fprintf(b, "// The database checks %s.\n", oneLine(check))
		}
	}
	fmt.Fprintf(b, "type %s struct {\n", r.typeName)
	for _, f := range append(slices.Clone(r.fields), r.pairs...) {
		writeComments(b, "\t", f.comments)
		if f.name != "" {
			fmt.Fprintf(b, "\t%s %s %s\n", f.name, f.typ, tagLiteral(f.tags))
		}
	}
	b.WriteString("}\n\n")
	fmt.Fprintf(b, "// %s is the view set of the %s %s.\n", r.funcName, t.Kind, t.Name)
	for _, reason := range r.reasons {
		fmt.Fprintf(b, "// %s\n", oneLine(reason))
	}
	fmt.Fprintf(b, "func %s() rest.Resource {\n\treturn rest.ViewSet[%s]{\n", r.funcName, r.typeName)
	fmt.Fprintf(b, "\t\tPath: \"/%s/\",\n", r.path)
	if schema.Plural(schema.Snake(r.typeName)) != t.Name {
		fmt.Fprintf(b, "\t\tTable: %q,\n", t.Name)
	}
	b.WriteString("\t\tUnmanaged: true,\n")
	if actions := r.actions(); actions != "" {
		fmt.Fprintf(b, "\t\tActions: %s,\n", actions)
	}
	b.WriteString("\t\tAccess: permission.Admin,\n")
	if len(r.key) == 1 {
		fmt.Fprintf(b, "\t\tOrder: []string{%q},\n", r.fields[0].wire)
	}
	b.WriteString("\t\tPages: rest.PageNumber{Size: 20},\n")
	if t.Comment != "" {
		fmt.Fprintf(b, "\t\tDescription: %s,\n", literal(oneLine(t.Comment)))
	}
	g.writeIndexes(b, r)
	b.WriteString("\t}\n}\n")
}

// writeIndexes writes the columns that are unique together.
func (g *generator) writeIndexes(b *bytes.Buffer, r *resource) {
	var lines []string
	for _, columns := range r.table.Unique {
		if wires := g.uniqueTogether(r, columns); wires != nil {
			lines = append(lines, fmt.Sprintf("\t\t\t{Fields: []string{%s}, Unique: true},\n", strings.Join(wires, ", ")))
		}
	}
	if lines != nil {
		fmt.Fprintf(b, "\t\tIndexes: []rest.Index{\n%s\t\t},\n", strings.Join(lines, ""))
	}
}

// uniqueTogether returns the quoted wire names of columns that an Index can declare as unique together; nil if none can.
func (g *generator) uniqueTogether(r *resource, columns []string) (wires []string) {
	if r.readOnly() || len(columns) < 2 {
		return nil
	}
	length := 0
	for _, name := range columns {
		c := r.table.column(name)
		i := slices.IndexFunc(r.fields, func(f structField) bool { return f.name != "" && f.column == name })
		as := g.typeOf(c)
		if i < 0 || as.kind == "other" || as.kind == "text" && c.Type.Length == 0 {
			return nil
		}
		length += c.Type.Length
		wires = append(wires, strconv.Quote(r.fields[i].wire))
	}
	if length > maxUnique {
		return nil
	}
	return wires
}

// writeEnum writes the type of an enum, with its values as choices.
func (g *generator) writeEnum(b *bytes.Buffer, e *Enum) {
	name := g.enums[e]
	fmt.Fprintf(b, "\n// %s is a value of the type %s.\ntype %s string\n\n", name, oneLine(e.Name), name)
	fmt.Fprintf(b, "// Choices returns the values of the type in its order, with their texts for people.\nfunc (%s) Choices() []rest.Choice {\n\treturn []rest.Choice{\n", name)
	for _, value := range e.Values {
		fmt.Fprintf(b, "\t\trest.ChoiceOf(%s(%q), %q),\n", name, value, label(value))
	}
	b.WriteString("\t}\n}\n")
}

// label returns a text for people for a value in lower case: "In progress" of "in_progress". Others stay as they are.
func label(value string) string {
	if schema.IsName(value) {
		return schema.Label(value)
	}
	return value
}

// tagLiteral writes the tags of a field in Go.
func tagLiteral(pairs []string) string {
	var parts []string
	for i := 0; i < len(pairs); i += 2 {
		parts = append(parts, pairs[i]+":"+strconv.Quote(pairs[i+1]))
	}
	return literal(strings.Join(parts, " "))
}

// literal writes a text in Go, in backquotes if it can have them.
func literal(text string) string {
	if strings.Contains(text, `"`) && strconv.CanBackquote(text) {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}

// comment returns the lines of a comment of the database.
func comment(text string) (lines []string) {
	for line := range strings.Lines(text) {
		if line = oneLine(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// oneLine returns a text with single spaces for lines, tabs and other white space, and without control characters. What
// gofmt takes for a build constraint begins with a quote.
func oneLine(text string) string {
	line := strings.Join(strings.Fields(strings.Map(func(c rune) rune {
		if c < ' ' || c == 0x7f || c == '\u2028' || c == '\u2029' {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(text, "?"))), " ")
	if strings.HasPrefix(line, "+build") {
		return "'" + line + "'"
	}
	return line
}

// writeComments writes comment lines.
func writeComments(b *bytes.Buffer, indent string, lines []string) {
	for _, line := range lines {
		fmt.Fprintf(b, "%s// %s\n", indent, line)
	}
}
