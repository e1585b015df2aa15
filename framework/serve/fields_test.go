package serve

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// maxFields keeps any one object from becoming the state of everything.
const maxFields = 15

// No struct has more than 15 fields, those of the structs that it embeds included.
func TestStructsAreSmall(t *testing.T) {
	rooms, err := filepath.Glob("internal/*")
	if err != nil {
		t.Fatal(err)
	}
	all := 0
	for _, room := range append(rooms, ".") {
		structs := readStructs(t, room)
		all += len(structs)
		for name, s := range structs {
			if n := countFields(structs, s); n > maxFields {
				t.Errorf("%s in %s has %d fields, want at most %d: let steps pass values, or give a part of it a name", name, room, n, maxFields)
			}
		}
	}
	if all < 60 {
		t.Fatalf("found %d structs, want those of this package and its rooms", all)
	}
}

// readStructs reads the struct types that the files of a folder declare.
func readStructs(t *testing.T, folder string) map[string]*ast.StructType {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	structs, set := map[string]*ast.StructType{}, token.NewFileSet()
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(set, f, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				if s, ok := spec.Type.(*ast.StructType); ok {
					structs[spec.Name.Name] = s
				}
			}
			return true
		})
	}
	return structs
}

// countFields counts the fields of a struct, and of those of this package that it embeds.
func countFields(structs map[string]*ast.StructType, s *ast.StructType) (n int) {
	for _, f := range s.Fields.List {
		if len(f.Names) > 0 {
			n += len(f.Names)
			continue
		}
		embedded := f.Type
		if p, ok := embedded.(*ast.StarExpr); ok {
			embedded = p.X
		}
		if id, ok := embedded.(*ast.Ident); ok && structs[id.Name] != nil {
			n += countFields(structs, structs[id.Name])
		} else {
			n++
		}
	}
	return n
}
