package serve

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
)

// maxFields keeps any one object from becoming the state of everything.
const maxFields = 15

// No struct has more than 15 fields, those of the structs that it embeds included.
func TestStructsAreSmall(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	structs, set := map[string]*ast.StructType{}, token.NewFileSet()
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(set, f.Name(), nil, parser.SkipObjectResolution)
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
	if len(structs) < 20 || structs["Handler"] == nil {
		t.Fatalf("found the structs %v, want those of this package", structs)
	}
	for name, s := range structs {
		if n := countFields(structs, s); n > maxFields {
			t.Errorf("%s has %d fields, want at most %d: let steps pass values, or give a part of it a name", name, n, maxFields)
		}
	}
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
