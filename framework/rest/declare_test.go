// A guard for options: what a team declares reaches the plan.

package rest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// Each declare reads all fields of its struct: an option that is not handed on would do nothing, without a word.
func TestDeclareReadsAllFields(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	fields, read := map[string][]string{}, map[string]map[string]bool{}
	set := token.NewFileSet()
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					if s, is := spec.(*ast.TypeSpec); is {
						fields[s.Name.Name] = fieldsOf(s.Type)
					}
				}
			case *ast.FuncDecl:
				if decl.Recv != nil && decl.Name.Name == "declare" {
					receiver := decl.Recv.List[0]
					read[typeName(receiver.Type)] = selected(decl.Body, receiver.Names[0].Name)
				}
			}
		}
	}
	if len(read["ViewSet"]) == 0 {
		t.Fatal("ViewSet has no declare")
	}
	for of, names := range read {
		for _, field := range fields[of] {
			if !names[field] {
				t.Errorf("%s.declare does not read %s", of, field)
			}
		}
	}
}

// fieldsOf returns the names of the fields of a struct, nil for another type.
func fieldsOf(e ast.Expr) (names []string) {
	s, is := e.(*ast.StructType)
	if !is {
		return nil
	}
	for _, f := range s.Fields.List {
		for _, name := range f.Names {
			if name.Name != "_" {
				names = append(names, name.Name)
			}
		}
		if f.Names == nil {
			names = append(names, typeName(f.Type))
		}
	}
	return names
}

// typeName returns the name of a type, without its parameters and its pointer.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.SelectorExpr:
		return e.Sel.Name
	default:
		return ""
	}
}

// selected returns the names that are selected of a variable.
func selected(body *ast.BlockStmt, variable string) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		if s, is := n.(*ast.SelectorExpr); is {
			if x, is := s.X.(*ast.Ident); is && x.Name == variable {
				names[s.Sel.Name] = true
			}
		}
		return true
	})
	return names
}
