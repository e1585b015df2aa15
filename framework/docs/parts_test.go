package docs_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/require"
)

// Blocks of Go that are no files are parts of programs: they compile, and what they declare has no
// mistakes. Each becomes a package below partsDir, in a copy of the project.
func TestParts(t *testing.T) {
	require.Part(t, "readme")
	dir := project(t)
	for _, file := range pages(t) {
		for i, b := range blocks(t, file) {
			if b.lang == "go" && b.words["file"] == "" && b.words["in"] == "" && b.words["plant"] == "" {
				name := strings.ToLower(strings.TrimSuffix(b.page, ".md"))
				writePart(t, dir, fmt.Sprintf("%s%d", name, i), fmt.Sprintf("%s:%d", b.page, b.line), b.text)
			}
		}
	}
	checkParts(t, dir)
}

const partsDir = "zz"

// imports are the packages that parts name, by the last word of their paths.
var imports = strings.Fields(`
	context database/sql embed errors fmt log net/http os reflect strconv strings testing time unicode/utf8
	github.com/google/uuid github.com/pressly/goose/v3 github.com/shopspring/decimal
	example.com/resourceful/config
	example.com/resourceful/framework/accounts/manage
	example.com/resourceful/framework/agents
	example.com/resourceful/framework/app
	example.com/resourceful/framework/app/static
	example.com/resourceful/framework/auth
	example.com/resourceful/framework/auth/basic
	example.com/resourceful/framework/auth/oidc
	example.com/resourceful/framework/auth/passwords
	example.com/resourceful/framework/auth/session
	example.com/resourceful/framework/auth/token
	example.com/resourceful/framework/auth/totp
	example.com/resourceful/framework/background
	example.com/resourceful/framework/field
	example.com/resourceful/framework/files/s3
	example.com/resourceful/framework/mail
	example.com/resourceful/framework/media
	example.com/resourceful/framework/media/csv
	example.com/resourceful/framework/media/ndjson
	example.com/resourceful/framework/media/patch
	example.com/resourceful/framework/messages/german
	example.com/resourceful/framework/observe/otlp
	example.com/resourceful/framework/observe/prometheus
	example.com/resourceful/framework/permission
	example.com/resourceful/framework/plan
	example.com/resourceful/framework/predicate
	example.com/resourceful/framework/problem
	example.com/resourceful/framework/rest
	example.com/resourceful/framework/resttest
	example.com/resourceful/resources/directory
	example.com/resourceful/resources/snippets
`)

// writePart writes the package of one part. Its variable Parts has what the part declares: the value of
// an expression, and what functions without parameters return.
func writePart(t *testing.T, dir, name, where, text string) {
	t.Helper()
	head := "package part\n"
	for _, path := range imports {
		word := filepath.Base(strings.TrimSuffix(path, "/v3"))
		if regexp.MustCompile(`(^|[^.\w"/])` + word + `\.[A-Z]`).MatchString(text) {
			head += fmt.Sprintf("import %q\n", path)
		}
	}
	body, declared := text, []string{}
	switch _, err := parser.ParseExpr(text); {
	case err == nil:
		body = "var part = " + text
		declared = append(declared, "part")
	case regexp.MustCompile(`(?m)^(func|type|var|//)`).MatchString(text):
		declared = functions(t, where, head+text)
	default:
		body = "func _() {\n" + text + "}\n"
	}
	write(t, filepath.Join(dir, partsDir, name, "part.go"),
		head+body+"\n// Parts are what "+where+" declares.\nvar Parts = []any{"+strings.Join(declared, ", ")+"}\n")
}

// functions are calls of the functions of a file that take nothing and return one value.
func functions(t *testing.T, where, text string) (calls []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "", text, 0)
	if err != nil {
		t.Errorf("%s: %v", where, err)
		return nil
	}
	for _, d := range file.Decls {
		f, is := d.(*ast.FuncDecl)
		if is && f.Recv == nil && f.Type.TypeParams == nil && f.Type.Params.NumFields() == 0 && f.Type.Results.NumFields() == 1 {
			calls = append(calls, f.Name.Name+"()")
		}
	}
	return calls
}

// checkParts compiles all parts, and the declarations in them.
func checkParts(t *testing.T, dir string) {
	t.Helper()
	folders, err := os.ReadDir(filepath.Join(dir, partsDir))
	if err != nil {
		t.Fatal(err)
	}
	text := "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\n\t\"example.com/resourceful/framework/permission\"\n\t\"example.com/resourceful/framework/rest\"\n"
	list := ""
	for _, folder := range folders {
		text += fmt.Sprintf("\t%s \"example.com/resourceful/%s/%s\"\n", folder.Name(), partsDir, folder.Name())
		list += fmt.Sprintf("\tcheck(%q, %s.Parts)\n", folder.Name(), folder.Name())
	}
	text += ")\n\nfunc main() {\n" + list + "\tif failed {\n\t\tos.Exit(1)\n\t}\n}\n" + `
var failed bool

func check(where string, parts []any) {
	for _, part := range parts {
		set, is := part.(*rest.Set)
		if resource, one := part.(rest.Resource); one {
			set, is = rest.NewSet("part", resource).Access(permission.Anyone), true
		}
		if !is {
			continue
		}
		if _, err := set.Compile(); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", where, err)
			failed = true
		}
	}
}
`
	write(t, filepath.Join(dir, partsDir, "main.go"), text)
	command := exec.Command("go", "run", "./"+partsDir)
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("parts of programs: %v\n%s", err, out)
	}
}
