// Clients in Python.

package client

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"text/template"
)

// writePython writes a module.
func writePython(m *model, name string) ([]File, error) {
	t, err := template.New("").Funcs(template.FuncMap{
		"name": pyName, "quote": strconv.Quote, "doc": pyDoc, "type": pyType, "typed": pyTyped, "attributes": pyAttributes, "args": pyArgs,
		"passed": pyPassed, "frame": pyFrame, "result": pyResult,
		"call": func(o *operation) string { return pyCall(m, o) }, "do": func(o *operation) string { return pyDo(m, o) },
		"all": func(name string) string {
			if name == "list" {
				return "all"
			}
			return "all_" + snake(name)
		},
	}).ParseFS(templates, "templates/client.py.tmpl")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString("#" + mark)
	if err := t.ExecuteTemplate(&b, "client.py.tmpl", m); err != nil {
		return nil, err
	}
	runtime, err := templates.ReadFile("templates/runtime.py")
	if err != nil {
		return nil, err
	}
	text := blank.ReplaceAllString(strings.TrimSpace(b.String()), "\n\n\n")
	text = gap.ReplaceAllString(text, "\n\n\n$1")
	return []File{{Name: name + ".py", Text: append([]byte(text+"\n"), runtime...)}}, nil
}

var (
	// blank are more empty lines than a module has between two of its definitions.
	blank = regexp.MustCompile(`\n{4,}`)
	// gap is what stands before a definition.
	gap = regexp.MustCompile(`\n+(@dataclass\n|class |def |\w+ = Literal\[|\w+ = TypedDict\()`)
)

// PythonSample returns the credentials of the example of a module.
func (m *model) PythonSample() string {
	if sample := m.sampleCredentials(pyName); sample != "" {
		return ", " + sample
	}
	return ""
}

// pyWords are those of the language, and of modules, that cannot name an attribute or a parameter.
const pyWords = " False None True and as assert async await break class continue def del elif else except finally for from global if import in is " +
	"lambda nonlocal not or pass raise return try while with yield self input options query "

// pyName returns a name in snake case.
func pyName(name string) string {
	name = snake(name)
	if strings.Contains(pyWords, " "+name+" ") {
		name += "_"
	}
	return name
}

// pyDoc returns a docstring, with lines that are indented by so many spaces.
func pyDoc(text string, indent int) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, `\`, `\\`), `"""`, `'''`)
	var lines []string
	for i, paragraph := range strings.Split(strings.TrimSpace(text), "\n") {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, wrap(paragraph, 118-indent)...)
	}
	space := "\n" + strings.Repeat(" ", indent)
	last := lines[len(lines)-1]
	if strings.HasSuffix(last, `"`) {
		lines[len(lines)-1] += " "
	}
	out := `"""` + lines[0]
	for _, l := range lines[1:] {
		if out += "\n"; l != "" {
			out += space[1:] + l
		}
	}
	if len(lines) > 1 {
		out += space
	}
	return out + `"""`
}

// pyType returns a type in Python.
func pyType(t *typeRef) string {
	plain := map[typeKind]string{
		anyType: "Any", textType: "str", intType: "int", floatType: "float", boolType: "bool", momentType: "datetime.datetime",
		dateType: "datetime.date", decimalType: "decimal.Decimal", mapType: "dict[str, Any]", uploadType: "Upload", looseType: "int | str",
	}[t.Is]
	switch t.Is {
	case listType:
		plain = "list[" + pyType(t.Of) + "]"
	case objectType:
		plain = t.Object.Name
	case choiceType:
		plain = t.Choice.Name
	case eitherType:
		plain = pyType(t.Key) + " | " + pyType(t.Of)
	case anyType:
		return plain
	}
	if t.Null {
		return plain + " | None"
	}
	return plain
}

// pyAttribute is an attribute of a dataclass.
type pyAttribute struct {
	Name, Type, Default string
	*member
}

// pyAttributes returns the attributes of a dataclass: those that are always there come first.
func pyAttributes(o *object) []pyAttribute {
	var list, optional []pyAttribute
	taken := scope{}
	taken.reserve("etag", "field", "fields")
	for _, m := range o.Members {
		name := m.Wire
		if !isIdentifier(name) || strings.HasPrefix(name, "_") || taken[name] || strings.Contains(pyWords, " "+name+" ") {
			name = pyName(strings.Trim(name, "_"))
		}
		a := pyAttribute{Name: taken.take(name), Type: pyType(m.Type), member: m}
		wire := ""
		if a.Name != m.Wire {
			wire = `metadata={"wire": ` + strconv.Quote(m.Wire) + `}`
		}
		switch {
		case m.Required && wire == "":
			list = append(list, a)
			continue
		case m.Required:
			a.Default = " = field(" + wire + ")"
			list = append(list, a)
			continue
		}
		if !strings.HasSuffix(a.Type, "None") && a.Type != "Any" {
			a.Type += " | None"
		}
		if a.Default = " = None"; wire != "" {
			a.Default = " = field(default=None, " + wire + ")"
		}
		optional = append(optional, a)
	}
	return append(list, optional...)
}

// pyTyped returns the class of an input, or of the parameters of a list: a dictionary without the absent members.
func pyTyped(o *object) string {
	plain := true
	for _, m := range o.Members {
		plain = plain && isIdentifier(m.Wire) && !strings.HasPrefix(m.Wire, "__") && !strings.Contains(pyWords, " "+m.Wire+" ")
	}
	of := func(m *member) string {
		t := pyType(m.Type)
		if m.Type.Is == listType && o.Query {
			t = "Sequence[" + pyType(m.Type.Of) + "]"
		}
		if m.Required {
			return "Required[" + t + "]"
		}
		return t
	}
	var b strings.Builder
	if !plain {
		b.WriteString(o.Name + " = TypedDict(\n    " + strconv.Quote(o.Name) + ",\n    {\n")
		for _, m := range o.Members {
			b.WriteString("        " + strconv.Quote(m.Wire) + ": " + strconv.Quote(of(m)) + ",\n")
		}
		b.WriteString("    },\n    total=False,\n)\n" + pyDoc(o.Plain(), 0) + "\n")
		return b.String()
	}
	b.WriteString("class " + o.Name + "(TypedDict, total=False):\n    " + pyDoc(o.Plain(), 4) + "\n\n")
	for _, m := range o.Members {
		b.WriteString("    " + m.Wire + ": " + of(m) + "\n")
		if len(m.About) > 0 {
			b.WriteString("    " + pyDoc(m.Sentence(), 4) + "\n")
		}
	}
	return b.String()
}

// pyArgs returns the parameters of a method.
func pyArgs(o *operation) string {
	var args []string
	for _, k := range o.Keys {
		args = append(args, pyName(k.Wire)+": "+pyType(k.Type))
	}
	if o.Input != nil {
		t := pyType(o.Input)
		if o.Many {
			t = "Sequence[" + t + "]"
		}
		args = append(args, "input: "+t)
	}
	if o.Query != nil {
		query := "query: " + o.Query.Name
		if !o.Query.needs() {
			query += " | None = None"
		}
		args = append(args, query)
	}
	return strings.Join(append(args, "options: Options | None = None"), ", ")
}

// pyPassed returns the arguments of a method.
func pyPassed(o *operation) string {
	var args []string
	for _, k := range o.Keys {
		args = append(args, pyName(k.Wire))
	}
	if o.Query != nil {
		args = append(args, "query")
	}
	return strings.Join(append(args, "options"), ", ")
}

// pyCall returns the request of a method, in code.
func pyCall(m *model, o *operation) string {
	path := strconv.Quote(m.Prefix + o.Path)
	if len(o.Keys) > 0 {
		for _, k := range o.Keys {
			path = strings.Replace(path, "{"+k.Wire+"}", "{_path_key("+pyName(k.Wire)+")}", 1)
		}
		path = "f" + path
	}
	return "_Call(" + strconv.Quote(o.Method) + ", " + path + ", options" + o.callMembers(", query=query", "=", "True") + ")"
}

// pyFrame returns where in an answer what stands, in code.
func pyFrame(o *operation) string { return "_Frame(" + o.frameMembers("=") + ")" }

// pyResult returns what a method returns.
func pyResult(o *operation) string {
	switch { // The name list is that of a method.
	case o.Kind == fileKind:
		return "Download"
	case o.Lenient && o.Output == nil:
		return "Sequence[Outcome[None]]"
	case o.Lenient:
		return "Sequence[Outcome[" + pyType(o.Output) + "]]"
	case o.Output == nil:
		return "None"
	case o.Kind == listKind, o.Kind == bulkKind:
		return "Sequence[" + pyType(o.Output) + "]"
	case o.Empty && !o.Output.Null:
		return pyType(o.Output) + " | None"
	}
	return pyType(o.Output)
}

// pyDo returns what a method does, in code.
func pyDo(m *model, o *operation) string {
	of := "None"
	if o.Output != nil {
		of = pyType(o.Output)
	}
	call := pyCall(m, o)
	switch verb := o.verb(); {
	case verb == "none":
		return "self._connection.none(" + call + ")"
	case verb == "download":
		return "return self._connection.download(" + call + ")"
	case verb == "rows" && len(o.Frame.Rows)+len(o.Frame.Record) > 0:
		return "return self._connection.rows(" + of + ", " + call + ", " + pyFrame(o) + ")"
	case verb == "one" && len(o.Frame.Record) > 0:
		return "return self._connection.one(" + of + ", " + call + ", " + textList(o.Frame.Record) + ")"
	default:
		return "return self._connection." + verb + "(" + of + ", " + call + ")"
	}
}
