package german_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// framework is the folder of the packages whose messages are collected.
const framework = "../.."

// untold are those of its folders that have no message of the catalogue.
var untold = map[string]string{
	"agents":     "what tools say is read by programs, and one document is the same for all",
	"client":     "generated code is read by programs and their authors",
	"openapi":    "the document is read by programs, and one is the same for all",
	"permission": "its reasons are for pages, and stand among the words: see TestReasons",
	"app":        "what it says is for whoever operates",
	"database":   "what it says is for whoever operates",
	"migrate":    "what it says is for whoever operates",
	"observe":    "what it says is for whoever operates",
	"mail":       "what it says is for whoever operates; the text of a mail is the team's",
	"resttest":   "what it says is for whoever tests",
	"docs":       "the handbook is English",
	"messages":   "the catalogues themselves",
}

// A source is a message as the code of the framework has it, with %s for each parameter, and where that is.
type source struct{ message, position string }

// sources are all messages of the framework, found in its code where such are made, and whatever texts it has.
func sources(t *testing.T) (list []source, texts map[string]bool) {
	t.Helper()
	packages := map[string][]*ast.File{}
	files := token.NewFileSet()
	err := filepath.WalkDir(framework, func(path string, d fs.DirEntry, err error) error {
		inside, _ := filepath.Rel(framework, path)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || untold[inside] != "" || strings.HasSuffix(d.Name(), "test")):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		packages[filepath.Dir(path)] = append(packages[filepath.Dir(path)], file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	texts = map[string]bool{}
	for _, folder := range slices.Sorted(maps.Keys(packages)) {
		c := collector{constants: constants(packages[folder])}
		for _, file := range packages[folder] {
			ast.Inspect(file, c.visit)
			ast.Inspect(file, func(n ast.Node) bool {
				if e, is := n.(ast.Expr); is {
					for _, text := range c.texts(e) {
						texts[normal(text)] = true
					}
				}
				return true
			})
		}
		for _, e := range c.found {
			for _, message := range c.texts(e) {
				if isMessage(message) {
					list = append(list, source{normal(message), files.Position(e.Pos()).String()})
				}
			}
		}
	}
	return list, texts
}

// reasons are the sentences that rules of access refuse with.
func reasons(t *testing.T) (list []source) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(framework, "permission", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	files, c := token.NewFileSet(), collector{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if made, is := n.(*ast.ReturnStmt); is {
				c.visit(made)
			}
			return true
		})
	}
	for _, e := range c.found {
		for _, message := range c.texts(e) {
			list = append(list, source{normal(message), files.Position(e.Pos()).String()})
		}
	}
	return list
}

// normal is a message with %s for each parameter.
func normal(message string) string {
	return verbs.ReplaceAllString(strings.ReplaceAll(message, "%q", `"%s"`), "%s")
}

var (
	// sentence is what a function returns for a client; what is wrong with a declaration has a remedy behind a semicolon.
	sentence = regexp.MustCompile(`^["“A-Z%][^;]* [^;]*[.?]$`)
	verbs    = regexp.MustCompile(`%[+0-9.]*[dsvXx]`)
)

// isMessage tells a message from a code, and from what is only a parameter of another one.
func isMessage(text string) bool {
	return strings.Contains(text, " ") && strings.Trim(verbs.ReplaceAllString(text, ""), "-: ") != "" && !strings.HasPrefix(text, "<")
}

// constants are the texts that a package has names for.
func constants(files []*ast.File) map[string]ast.Expr {
	named := map[string]ast.Expr{}
	for _, file := range files {
		for _, d := range file.Decls {
			declared, is := d.(*ast.GenDecl)
			if !is || declared.Tok != token.CONST {
				continue
			}
			for _, s := range declared.Specs {
				spec := s.(*ast.ValueSpec)
				for i, name := range spec.Names {
					if i < len(spec.Values) {
						named[name.Name] = spec.Values[i]
					}
				}
			}
		}
	}
	return named
}

// collector finds the expressions that make messages.
type collector struct {
	constants map[string]ast.Expr
	found     []ast.Expr
}

// arguments are which argument of a function or method is a message, by its name; problem.New and errors of packages
// have it behind the code.
var arguments = map[string]int{"Tell": 2, "tell": 1, "Add": 1, "Message": 1, "Invalid": 0, "refusal": 0, "malformed": 0, "errMalformed": 0, "invalid": 2, "done": 0, "success": 0, "failure": 0, "invalidRow": 1, "referred": 1}

// members are the fields of structs that hold messages.
var members = []string{"Unread", "Invalid", "Moment", "Absent", "Message", "Subject", "LoginError", "UsernameError", "PasswordError"}

func (c *collector) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		name := calledName(n.Fun)
		if name == "problem.New" && len(n.Args) > 1 {
			c.found = append(c.found, n.Args[1])
		}
		_, short, method := strings.Cut(name, ".")
		if !method {
			short = name
		}
		if short == "append" && len(n.Args) > 1 && calledName(n.Args[0]) == "messages" {
			c.found = append(c.found, n.Args[1:]...)
		}
		if i, is := arguments[short]; is && i < len(n.Args) {
			c.found = append(c.found, n.Args[i])
		}
	case *ast.AssignStmt:
		for i, to := range n.Lhs {
			if name := calledName(to); i < len(n.Rhs) && (strings.HasSuffix(name, ".Detail") || name == "messages" || name == "detail") {
				c.found = append(c.found, n.Rhs[i])
			}
		}
	case *ast.ReturnStmt:
		for _, e := range n.Results {
			for _, text := range c.texts(e) {
				if sentence.MatchString(text) {
					c.found = append(c.found, e)
				}
			}
		}
	case *ast.KeyValueExpr:
		if key, is := n.Key.(*ast.Ident); is && slices.Contains(members, key.Name) {
			c.found = append(c.found, n.Value)
		}
	case *ast.CompositeLit:
		if array, is := n.Type.(*ast.ArrayType); is && fmt.Sprint(array.Elt) == "string" {
			for _, e := range n.Elts {
				if text := c.texts(e); len(text) == 1 && (strings.HasSuffix(text[0], ".") || strings.HasSuffix(text[0], ":")) {
					c.found = append(c.found, e)
				}
			}
		}
	case *ast.ValueSpec:
		for i, name := range n.Names {
			if i < len(n.Values) && strings.HasSuffix(name.Name, "Messages") {
				c.mapOf(n.Values[i])
			}
		}
	case *ast.FuncDecl:
		if strings.HasSuffix(n.Name.Name, "Messages") && n.Body != nil {
			ast.Inspect(n.Body, func(n ast.Node) bool {
				if lit, is := n.(*ast.CompositeLit); is {
					c.mapOf(lit)
				}
				return true
			})
		}
	}
	return true
}

func (c *collector) mapOf(e ast.Expr) {
	lit, is := e.(*ast.CompositeLit)
	if !is {
		return
	}
	for _, e := range lit.Elts {
		if pair, is := e.(*ast.KeyValueExpr); is {
			c.found = append(c.found, pair.Value)
		}
	}
}

// calledName is what a call names: "problem.New", "Tell".
func calledName(fun ast.Expr) string {
	switch f := fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if of, is := f.X.(*ast.Ident); is {
			return of.Name + "." + f.Sel.Name
		}
		return "." + f.Sel.Name
	}
	return ""
}

// texts are the literals that an expression may be.
func (c *collector) texts(e ast.Expr) []string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return []string{text}
		}
	case *ast.Ident:
		if of := c.constants[e.Name]; of != nil {
			return c.texts(of)
		}
	case *ast.BinaryExpr:
		var list []string
		for _, a := range c.either(e.X) {
			for _, b := range c.either(e.Y) {
				list = append(list, a+b)
			}
		}
		return list
	case *ast.CallExpr:
		switch calledName(e.Fun) {
		case "fmt.Sprintf":
			return c.texts(e.Args[0])
		case "cmp.Or":
			var list []string
			for _, a := range e.Args {
				list = append(list, c.texts(a)...)
			}
			return list
		}
	}
	return nil
}

// either are the literals of a part of a text, a parameter where it is none.
func (c *collector) either(e ast.Expr) []string {
	if list := c.texts(e); list != nil {
		return list
	}
	return []string{"%s"}
}
