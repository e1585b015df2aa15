// Packages stay small, and few of their files refer to each other in a circle.

package rest_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	maxLines  = 6000 // of a package, tests aside
	maxCircle = 25   // files each of which leads to each other
)

// A newcomer can read a package of framework: it is not too long, and most of its files can be understood without most others.
func TestRooms(t *testing.T) {
	exports := map[string]string{}
	for _, words := range goList(t, `{{.ImportPath}} {{.Export}}`, "-deps", "-export") {
		if len(words) == 2 {
			exports[words[0]] = words[1]
		}
	}
	set := token.NewFileSet()
	imports := importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	checked := 0
	for _, words := range goList(t, `{{.ImportPath}} {{.Dir}}{{range .GoFiles}} {{.}}{{end}}`) {
		if !strings.HasPrefix(words[0], module+"/framework/") || len(words) == 2 {
			continue
		}
		checked++
		var files []*ast.File
		lines := 0
		for _, name := range words[2:] {
			f, err := parser.ParseFile(set, filepath.Join(words[1], name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files, lines = append(files, f), lines+set.Position(f.FileEnd).Line
		}
		info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
		if _, err := (&types.Config{Importer: imports}).Check(words[0], set, files, info); err != nil {
			t.Fatal(err)
		}
		if lines > maxLines {
			t.Errorf("%s has %d lines, want at most %d: give a part of it a package", words[0], lines, maxLines)
		}
		if circle := largestCircle(references(set, files, info)); len(circle) > maxCircle {
			t.Errorf("%s has %d files that lead to each other, want at most %d: %s", words[0], len(circle), maxCircle, strings.Join(circle, " "))
		}
	}
	if checked < 60 {
		t.Errorf("checked %d packages, want those of the framework", checked)
	}
}

// references says for each file which others declare what it names: functions, types, variables, constants and methods.
// Fields do not count.
func references(set *token.FileSet, files []*ast.File, info *types.Info) map[string]map[string]bool {
	name := func(pos token.Pos) string { return filepath.Base(set.Position(pos).Filename) }
	of := map[string]map[string]bool{}
	for _, f := range files {
		of[name(f.Pos())] = map[string]bool{}
	}
	for id, o := range info.Uses {
		if v, is := o.(*types.Var); o.Pkg() == nil || !o.Pos().IsValid() || is && v.IsField() {
			continue
		}
		if _, method := o.(*types.Func); !method && o.Parent() != o.Pkg().Scope() {
			continue
		}
		from, to := name(id.Pos()), name(o.Pos())
		if of[to] != nil && from != to && filepath.Dir(set.Position(id.Pos()).Filename) == filepath.Dir(set.Position(o.Pos()).Filename) {
			of[from][to] = true
		}
	}
	return of
}

// largestCircle finds the most files each of which leads to each other.
func largestCircle(of map[string]map[string]bool) (largest []string) {
	reached := map[string]map[string]bool{}
	for f := range of {
		reached[f] = map[string]bool{}
		for todo := []string{f}; len(todo) > 0; todo = todo[1:] {
			for next := range of[todo[0]] {
				if !reached[f][next] {
					reached[f][next] = true
					todo = append(todo, next)
				}
			}
		}
	}
	for f := range of {
		var circle []string
		for other := range reached[f] {
			if reached[other][f] {
				circle = append(circle, other)
			}
		}
		if len(circle) > len(largest) {
			largest = circle
		}
	}
	return largest
}
