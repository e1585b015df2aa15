package docs_test

import (
	"bytes"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/golden"
)

// public are the packages whose exported names compatibility.md promises to keep.
var public = strings.Fields(`accounts/manage agents app app/acme app/starter app/static auth auth/basic auth/clientcert auth/oidc auth/passwords auth/session auth/standard auth/token auth/totp
	background browse/codestyle database files files/s3 mail media media/csv messages/german observe/otlp observe/prometheus pagination permission predicate problem
	rest resttest webhook`)

// TestAPI compares the exported names of the public packages with golden files. A line that goes away or changes breaks
// programs: see compatibility.md.
func TestAPI(t *testing.T) {
	for _, name := range public {
		golden.Check(t, filepath.Join("testdata/api", strings.ReplaceAll(name, "/", "-")+".txt"), exported(t, name))
	}
}

// exported returns the exported declarations of a package without comments, and those of the types that it names by an
// alias.
func exported(t *testing.T, name string) string {
	t.Helper()
	var b bytes.Buffer
	p, files := parse(t, name)
	write := func(decl ast.Node) {
		if err := printer.Fprint(&b, token.NewFileSet(), withoutComments(decl)); err != nil {
			t.Fatal(err)
		}
		b.WriteByte('\n')
	}
	writeType := func(typ *doc.Type) {
		write(typ.Decl)
		for _, values := range append(typ.Consts, typ.Vars...) {
			write(values.Decl)
		}
		for _, f := range append(typ.Funcs, typ.Methods...) {
			write(f.Decl)
		}
	}
	for _, values := range append(p.Consts, p.Vars...) {
		write(values.Decl)
	}
	for _, f := range p.Funcs {
		write(f.Decl)
	}
	for _, typ := range p.Types {
		writeType(typ)
		of, target := aliased(typ, files)
		if of == "" {
			continue
		}
		behind, _ := parse(t, of)
		for _, other := range behind.Types {
			if other.Name == target {
				writeType(other)
			}
		}
	}
	return b.String()
}

// parse returns the documented names of a package of the framework, and its files.
func parse(t *testing.T, name string) (*doc.Package, []*ast.File) {
	t.Helper()
	dir := filepath.Join("..", name)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	var files []*ast.File
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, filepath.Join(dir, e.Name()), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	p, err := doc.NewFromFiles(set, files, name)
	if err != nil {
		t.Fatal(err)
	}
	return p, files
}

// aliased returns the package of the framework and the name behind an alias, "" for other types.
func aliased(typ *doc.Type, files []*ast.File) (of, name string) {
	spec, ok := typ.Decl.Specs[0].(*ast.TypeSpec)
	if !ok || !spec.Assign.IsValid() {
		return "", ""
	}
	right := spec.Type
	if index, generic := right.(*ast.IndexExpr); generic {
		right = index.X
	}
	selector, ok := right.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	const framework = `"example.com/resourceful/framework/`
	for _, file := range files {
		for _, imported := range file.Imports {
			path, ours := strings.CutPrefix(imported.Path.Value, framework)
			path = strings.TrimSuffix(path, `"`)
			local := path[strings.LastIndex(path, "/")+1:]
			if imported.Name != nil {
				local = imported.Name.Name
			}
			if ours && local == selector.X.(*ast.Ident).Name {
				return path, selector.Sel.Name
			}
		}
	}
	return "", ""
}

// withoutComments removes comments, and the bodies of functions, from a declaration.
func withoutComments(decl ast.Node) ast.Node {
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			n.Doc = nil
		case *ast.FuncDecl:
			n.Doc, n.Body = nil, nil
		case *ast.Field:
			n.Doc, n.Comment = nil, nil
		case *ast.TypeSpec:
			n.Doc, n.Comment = nil, nil
		case *ast.ValueSpec:
			n.Doc, n.Comment = nil, nil
		}
		return true
	})
	return decl
}
