// Clients in Go.

package client

import (
	"bytes"
	"embed"
	"fmt"
	"go/format"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

//go:embed runtime/errors.go runtime/files.go runtime/pages.go runtime/transport.go runtime/values.go
var goRuntime embed.FS

//go:embed templates
var templates embed.FS

// goRuntimeFiles are copied into each client.
var goRuntimeFiles = []string{"errors.go", "files.go", "pages.go", "transport.go", "values.go"}

// writeGo writes a package.
func writeGo(m *model, name string) ([]File, error) {
	if token.IsKeyword(name) || name == "main" {
		name += "client"
	}
	w := goWriter{model: m, Package: name}
	t, err := template.New("").Funcs(w.functions()).ParseFS(templates, "templates/*.go.tmpl")
	if err != nil {
		return nil, err
	}
	var files []File
	add := func(name, of string, data any) error {
		var b bytes.Buffer
		b.WriteString("//" + mark + "\n")
		if err := t.ExecuteTemplate(&b, of, data); err != nil {
			return err
		}
		text, err := format.Source(b.Bytes())
		if err != nil {
			return fmt.Errorf("%s: %w\n%s", name, err, b.Bytes())
		}
		files = append(files, File{Name: name, Text: text})
		return nil
	}
	if err := add("client.go", "client.go.tmpl", w); err != nil {
		return nil, err
	}
	if err := add("types.go", "types.go.tmpl", w); err != nil {
		return nil, err
	}
	taken := scope{}
	taken.reserve("client", "types")
	for _, name := range goRuntimeFiles {
		taken.reserve(strings.TrimSuffix(name, ".go"))
	}
	for _, g := range m.Groups {
		base := snake(g.Name)
		if strings.HasSuffix(base, "_test") { // which no build has
			base += "s"
		}
		if err := add(taken.take(base)+".go", "group.go.tmpl", goGroup{w, g}); err != nil {
			return nil, err
		}
	}
	for _, file := range goRuntimeFiles {
		text, err := goRuntime.ReadFile("runtime/" + file)
		if err != nil {
			return nil, err
		}
		_, code, _ := bytes.Cut(text, []byte("package runtime\n"))
		text = append([]byte("//"+mark+"\npackage "+name+"\n"), code...)
		files = append(files, File{Name: file, Text: text})
	}
	return files, nil
}

// goWriter is what the templates of Go read.
type goWriter struct {
	*model
	Package string
}

// Model returns what the package has.
func (w goWriter) Model() *model { return w.model }

// TypeOf returns the type of a constant: what the name of its choice begins with.
func (w goWriter) TypeOf(constant goConstant) string { return constant.of }

// UsesTime reports whether records or inputs have moments.
func (w goWriter) UsesTime() bool {
	return slices.ContainsFunc(w.Types, func(o *object) bool { return !o.Query && o.has(momentType) })
}

type goGroup struct {
	goWriter
	Group *group
}

// Iterates reports whether there is a list with pages that can be followed.
func (g goGroup) Iterates() bool {
	return slices.ContainsFunc(g.Group.Operations, (*operation).Iterable)
}

// Queries reports whether there is an operation with parameters.
func (g goGroup) Queries() bool {
	return slices.ContainsFunc(g.Group.Operations, func(o *operation) bool { return o.Query != nil })
}

// UsesTime reports whether parameters or keys are moments.
func (g goGroup) UsesTime() bool {
	return slices.ContainsFunc(g.Group.Operations, func(o *operation) bool { return o.Query != nil && o.Query.has(momentType) })
}

// UsesHTTP reports whether a request is made that is no page of a list.
func (g goGroup) UsesHTTP() bool {
	return slices.ContainsFunc(g.Group.Operations, func(o *operation) bool { return o.Kind != pageKind })
}

func (w goWriter) functions() template.FuncMap {
	return template.FuncMap{
		"pascal": func(name string) string { return pascal(name, true) }, "quote": strconv.Quote, "doc": goDoc, "type": goType,
		"fields": goFields, "args": goArgs, "path": goPath, "list": goList, "results": goResults, "methodDoc": goMethodDoc,
		"constants": goConstants, "method": func(o *operation) string { return "http.Method" + o.Method[:1] + strings.ToLower(o.Method[1:]) },
		"files": goFiles, "variadic": goVariadic, "passed": goPassed,
	}
}

// goDoc returns a comment of some sentences, indented by the formatter.
func goDoc(sentences ...string) string {
	var b strings.Builder
	for _, line := range wrap(strings.Join(sentences, " "), 110) {
		b.WriteString("// " + line + "\n")
	}
	return b.String()
}

// goType returns a type in Go.
func goType(t *typeRef) string {
	plain := map[typeKind]string{
		anyType: "any", looseType: "string", textType: "string", intType: "int64", floatType: "float64", boolType: "bool", momentType: "time.Time",
		dateType: "Date", decimalType: "Decimal", mapType: "map[string]any", uploadType: "*Upload",
	}[t.Is]
	switch t.Is {
	case listType:
		return "[]" + goType(t.Of)
	case objectType:
		plain = t.Object.Name
	case choiceType:
		plain = t.Choice.Name
	case eitherType:
		plain = "Either[" + goType(t.Key) + ", " + goType(t.Of) + "]"
	case anyType, mapType, uploadType:
		return plain
	}
	if t.Null {
		return "*" + plain
	}
	return plain
}

// goField is a field of a struct.
type goField struct {
	Name, Type, Tag string
	*member
}

// goFields returns the fields of a struct.
func goFields(o *object) (list []goField) {
	taken := scope{}
	if o.Tagged {
		taken.reserve("ETag")
	}
	for _, m := range o.Members {
		f := goField{Name: taken.take(pascal(m.Wire, true)), Type: goType(m.Type), Tag: m.Wire, member: m}
		switch {
		case m.Wire == "_actions" && !o.Query || o.Query && m.Type.Is == listType:
			f.Tag += ",omitempty"
		case !m.Required:
			f.Type, f.Tag = "Opt["+f.Type+"]", f.Tag+",omitzero"
		}
		f.Tag = "`json:" + strconv.Quote(f.Tag) + "`"
		list = append(list, f)
	}
	return list
}

// goName returns the name of a parameter of a method.
func goName(wire string) string {
	name := lowerFirst(pascal(wire, true))
	if token.IsKeyword(name) || name == "ctx" || name == "input" || name == "query" || name == "options" || name == "a" || name == "r" {
		name += "Key"
	}
	return name
}

// goArgs returns the parameters of a method, with a comma behind each.
func goArgs(o *operation) string {
	args := "ctx context.Context, "
	for _, k := range o.Keys {
		args += goName(k.Wire) + " " + goType(k.Type) + ", "
	}
	if o.Query != nil {
		args += "query " + o.Query.Name + ", "
	}
	if o.Input != nil {
		args += "input "
		if o.Many {
			args += "[]"
		}
		args += goType(o.Input) + ", "
	}
	return args
}

// goPassed returns the arguments of a method but for the context, with a comma behind each.
func goPassed(o *operation) string {
	args := ""
	for _, k := range o.Keys {
		args += goName(k.Wire) + ", "
	}
	if o.Query != nil {
		args += "query, "
	}
	return args
}

// goPath returns the path of an operation in code.
func goPath(m *model, o *operation) string {
	var parts []string
	rest := m.Prefix + o.Path
	for _, k := range o.Keys {
		before, after, _ := strings.Cut(rest, "{"+k.Wire+"}")
		parts = append(parts, strconv.Quote(before), "pathKey("+goName(k.Wire)+")")
		rest = after
	}
	if rest != "" {
		parts = append(parts, strconv.Quote(rest))
	}
	return strings.Join(parts, "+")
}

// goList returns a list of texts in code.
func goList(list []string) string {
	if list == nil {
		return "nil"
	}
	text := textList(list)
	return "[]string{" + text[1:len(text)-1] + "}"
}

// goVariadic returns texts as the last arguments of a call.
func goVariadic(list []string) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(", " + strconv.Quote(s))
	}
	return b.String()
}

// goResults returns what a method returns.
func goResults(o *operation) string {
	switch {
	case o.Kind == fileKind:
		return "(*Download, error)"
	case o.Lenient && o.Output == nil:
		return "([]Outcome[any], error)"
	case o.Lenient:
		return "([]Outcome[" + goType(o.Output) + "], error)"
	case o.Output == nil:
		return "error"
	case o.Kind == pageKind:
		return "(*Page[" + goType(o.Output) + "], error)"
	case o.Kind == listKind, o.Kind == bulkKind:
		return "([]" + goType(o.Output) + ", error)"
	case o.Output.Is == objectType && !o.Output.Null:
		return "(*" + goType(o.Output) + ", error)"
	}
	return "(" + goType(o.Output) + ", error)"
}

// goMethodDoc says what a method does.
func goMethodDoc(o *operation, name string) string {
	about := o.Describe()
	if o.Kind == fileKind {
		about += " The caller closes the body."
	}
	first, _, _ := strings.Cut(about, " ")
	text := name + ": " + about
	if strings.HasSuffix(first, "s") {
		text = name + " " + strings.ToLower(about[:1]) + about[1:]
	}
	if o.Empty && o.Output != nil {
		text += " It returns nil where there is nothing to show."
	}
	doc := goDoc(text) + "//\n" + goDoc(o.Place())
	if o.Deprecated {
		doc += "//\n// Deprecated: the version of the service ends.\n"
	}
	return doc
}

// goConstant is a value of a choice.
type goConstant struct{ Name, Value, of string }

// goConstants returns the values of a choice by name; none where there are so many that nobody reads them.
func goConstants(c *choice) (list []goConstant) {
	const most = 60
	if len(c.Values) > most {
		return nil
	}
	taken := scope{}
	for _, v := range c.Values {
		name := "Blank"
		if word, down := strings.CutPrefix(v, "-"); down && word != "" {
			name = pascal(word, true) + "Down"
		} else if v != "" {
			name = pascal(v, true)
		}
		list = append(list, goConstant{taken.take(c.Name + name), v, c.Name})
	}
	return list
}

// goFiles returns the files of an input, by their members, in code.
func goFiles(o *operation) string {
	var b strings.Builder
	for _, f := range goFields(o.Input.Object) {
		if f.member.Type.Is == uploadType {
			value := "input." + f.Name
			if !f.Required {
				value += ".value"
			}
			fmt.Fprintf(&b, "%q: %s,", f.Wire, value)
		}
	}
	return "map[string]*Upload{" + b.String() + "}"
}
