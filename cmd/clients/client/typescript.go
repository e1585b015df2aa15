// Clients in TypeScript.

package client

import (
	"bytes"
	"strconv"
	"strings"
	"text/template"
)

// writeTypeScript writes a module.
func writeTypeScript(m *model, name string) ([]File, error) {
	t, err := template.New("").Funcs(template.FuncMap{
		"camel": tsName, "quote": strconv.Quote, "doc": tsDoc,
		"indent": func(text string) string { return strings.ReplaceAll(text, "\n", "\n\t") },
		"type":   tsType, "property": tsProperty, "args": tsArgs, "passed": tsPassed,
		"call": func(o *operation) string { return tsCall(m, o) }, "frame": tsFrame, "result": tsResult, "verb": (*operation).verb, "arg": tsArg,
		"all": func(name string) string {
			if name == "list" {
				return "all"
			}
			return "all" + pascal(name, false)
		},
	}).ParseFS(templates, "templates/client.ts.tmpl")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString("//" + mark + "\n")
	if err := t.ExecuteTemplate(&b, "client.ts.tmpl", m); err != nil {
		return nil, err
	}
	runtime, err := templates.ReadFile("templates/runtime.ts")
	if err != nil {
		return nil, err
	}
	return []File{{Name: name + ".ts", Text: append(b.Bytes(), runtime...)}}, nil
}

// Sample returns the credentials of the example of a module.
func (m *model) Sample() string {
	if sample := m.sampleCredentials(tsName); sample != "" {
		return ", { credentials: " + sample + " }"
	}
	return ""
}

// tsWords are those of the language, and of methods, that cannot name a parameter.
const tsWords = " break case catch class const continue debugger default delete do else enum export extends false finally for function if " +
	"import in instanceof new null return super switch this throw true try typeof var void while with yield let static await arguments eval " +
	"options query input "

// tsName returns a name in camel case.
func tsName(name string) string { return lowerFirst(pascal(name, false)) }

// tsParam returns the name of a parameter of a method.
func tsParam(wire string) string {
	name := tsName(wire)
	if strings.Contains(tsWords, " "+name+" ") {
		name += "Key"
	}
	return name
}

// tsDoc returns a comment of sentences; one that is "" begins a paragraph.
func tsDoc(sentences ...string) string {
	var paragraphs []string
	text := ""
	for _, s := range append(sentences, "") {
		if s == "" && text != "" {
			paragraphs = append(paragraphs, strings.ReplaceAll(text, "*/", "*∕"))
			text = ""
		} else if s != "" {
			text = strings.TrimSpace(text + " " + s)
		}
	}
	var lines []string
	for i, p := range paragraphs {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, wrap(p, 110)...)
	}
	if len(lines) == 1 {
		return "/** " + lines[0] + " */"
	}
	var b strings.Builder
	b.WriteString("/**")
	for _, l := range lines {
		b.WriteString(strings.TrimRight("\n * "+l, " "))
	}
	b.WriteString("\n */")
	return b.String()
}

// tsProperty returns the name of a member.
func tsProperty(wire string) string {
	if isIdentifier(wire) {
		return wire
	}
	return strconv.Quote(wire)
}

// tsType returns a type in TypeScript.
func tsType(t *typeRef) string {
	plain := map[typeKind]string{
		anyType: "unknown", textType: "string", intType: "number", floatType: "number", boolType: "boolean", momentType: "DateTime",
		dateType: "Date", decimalType: "Decimal", mapType: "AnyObject", uploadType: "Upload", looseType: "number | string",
	}[t.Is]
	switch t.Is {
	case listType:
		plain = tsType(t.Of)
		if strings.Contains(plain, " ") {
			plain = "(" + plain + ")"
		}
		plain += "[]"
	case objectType:
		plain = t.Object.Name
	case choiceType:
		plain = t.Choice.Name
	case eitherType:
		plain = tsType(t.Key) + " | " + tsType(t.Of)
	case anyType:
		return plain
	}
	if t.Null {
		return plain + " | null"
	}
	return plain
}

// tsArgs returns the parameters of a method, with a comma behind each.
func tsArgs(o *operation) string {
	args := ""
	for _, k := range o.Keys {
		args += tsParam(k.Wire) + ": " + tsType(k.Type) + ", "
	}
	if o.Input != nil {
		args += "input: " + tsInput(o) + ", "
	}
	if o.Query != nil {
		args += "query: " + o.Query.Name
		if !o.Query.needs() {
			args += " = {}"
		}
		args += ", "
	}
	return args
}

func tsInput(o *operation) string {
	if o.Many {
		return "readonly " + tsType(&typeRef{Is: listType, Of: o.Input})
	}
	return tsType(o.Input)
}

// tsPassed returns the arguments of a method, with a comma behind each.
func tsPassed(o *operation) string {
	args := ""
	for _, k := range o.Keys {
		args += tsParam(k.Wire) + ", "
	}
	if o.Query != nil {
		args += "query, "
	}
	return args
}

// tsCall returns the request of a method, in code.
func tsCall(m *model, o *operation) string {
	path := strconv.Quote(m.Prefix + o.Path)
	if len(o.Keys) > 0 {
		path = "`" + m.Prefix + o.Path + "`"
		for _, k := range o.Keys {
			path = strings.Replace(path, "{"+k.Wire+"}", "${pathKey("+tsParam(k.Wire)+")}", 1)
		}
	}
	return ` method: ` + strconv.Quote(o.Method) + `, path: ` + path + o.callMembers(", query", ": ", "true") + ", options "
}

// tsFrame returns where in an answer what stands, in code.
func tsFrame(o *operation) string {
	if members := o.frameMembers(": "); members != "" {
		return " " + members + " "
	}
	return ""
}

// tsResult returns what the promise of a method is of.
func tsResult(o *operation) string {
	switch {
	case o.Kind == fileKind:
		return "Download"
	case o.Lenient && o.Output == nil:
		return "Outcome<never>[]"
	case o.Lenient:
		return "Outcome<" + tsType(o.Output) + ">[]"
	case o.Output == nil:
		return "void"
	case o.Kind == listKind, o.Kind == bulkKind:
		return tsType(&typeRef{Is: listType, Of: o.Output})
	case o.Empty:
		return tsType(o.Output) + " | undefined"
	}
	return tsType(o.Output)
}

// tsArg says where in an answer the record stands, or the rows; "" for the whole.
func tsArg(o *operation) string {
	switch o.verb() {
	case "rows":
		if frame := tsFrame(o); frame != "" {
			return "{" + frame + "}"
		}
	case "one":
		if len(o.Frame.Record) > 0 {
			return textList(o.Frame.Record)
		}
	}
	return ""
}

// Describe returns what an operation does.
func (o *operation) Describe() string {
	if o.Kind == fileKind {
		return "Reads the content of the file."
	}
	if o.About == "" {
		return o.Summary + "."
	}
	return strings.Join(strings.Fields(o.About), " ")
}

// Place returns the method and the path of an operation, with its id.
func (o *operation) Place() string { return o.Method + " " + o.Path + ", " + o.ID + "." }

// Sentence describes a member.
func (m *member) Sentence() string { return strings.Join(m.About, " ") }
