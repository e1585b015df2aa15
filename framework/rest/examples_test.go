// Tests that each exported name has an example and stands in the package comment.

package rest_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// unshown are the exported names that need no example: they only say what type something has.
var unshown = map[string]string{
	"FieldOf": "is what Field returns", "Option": "is what Allow and its like are", "DeclaredQuery": "is a *Query",
	"Row": "is what Call.Query gives", "Method": "is the type of GET", "Resource": "is what a set lists",
	"RowsOf": "is what Rows returns", "Action": "is what OnRecord returns", "Shape": "is what As returns",
	"POST": "as GET", "PUT": "as GET", "PATCH": "as GET", "ThemeOf": "is for the pages of the framework", "CallOf": "is for package background",
}

// Every exported name of the package is used by an example, and examples run.
func TestExamples(t *testing.T) {
	examples := parse(t, isExample)
	used := map[string]bool{}
	for _, file := range examples {
		ast.Inspect(file, func(n ast.Node) bool {
			if s, is := n.(*ast.SelectorExpr); is {
				if of, is := s.X.(*ast.Ident); is && of.Name == "rest" {
					used[s.Sel.Name] = true
				}
			}
			return true
		})
	}
	for _, e := range doc.Examples(examples...) {
		if e.Output == "" {
			t.Errorf("Example%s has no output, so that it does not run", e.Name)
		}
	}
	for _, name := range exported(parse(t, isSource)) {
		if !used[name] && unshown[name] == "" {
			t.Errorf("no example uses rest.%s", name)
		}
	}
}

// The comment of the package has a line for each word of a rest tag, each exported name, and each field of
// a view set and a serializer.
func TestPackageComment(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	words := exported(parse(t, isSource))
	for _, of := range []reflect.Type{reflect.TypeFor[rest.ViewSet[Chore]](), reflect.TypeFor[rest.Serializer[Chore]]()} {
		for _, f := range reflect.VisibleFields(of) {
			words = append(words, f.Name)
		}
	}
	set := reflect.TypeFor[*rest.Set]()
	for i := range set.NumMethod() {
		words = append(words, "Set."+set.Method(i).Name)
	}
	_, err = rest.NewSet("notes", rest.ViewSet[misspelt]{Path: "/notes/"}).Access(permission.Anyone).Compile()
	_, known, _ := strings.Cut(strings.Split(err.Error(), "\n")[0], "; known are ")
	options := strings.Split(known, ", ")
	if len(options) < 10 {
		t.Errorf("the words of a rest tag are %q: %v", options, err)
	}
	for _, word := range append(words, options...) {
		if !regexp.MustCompile(`\b`+word+`\b`).Match(text) && unshown[word] == "" {
			t.Errorf("the package comment lacks %s", word)
		}
	}
}

type misspelt struct {
	ID int64 `rest:"id,shiny"`
}

func isSource(name string) bool  { return !strings.HasSuffix(name, "_test.go") }
func isExample(name string) bool { return strings.HasPrefix(name, "example_") && !isSource(name) }

// parse reads some of the Go files of the package.
func parse(t *testing.T, of func(name string) bool) (files []*ast.File) {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	for _, name := range names {
		if !of(name) {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// exported are the names that files of package rest declare for others.
func exported(files []*ast.File) (names []string) {
	add := func(name *ast.Ident) {
		if name.IsExported() {
			names = append(names, name.Name)
		}
	}
	for _, file := range files {
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					add(d.Name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						add(spec.Name)
					case *ast.ValueSpec:
						for _, name := range spec.Names {
							add(name)
						}
					}
				}
			}
		}
	}
	return names
}
