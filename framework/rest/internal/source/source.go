// Package source finds the positions of declarations.
package source

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
)

// Finder finds the positions of types and fields. Go keeps no positions of struct fields, so it parses the
// source again, and only if there is a mistake to report; without the source, as in a deployed program, it
// returns the call that made the set.
type Finder struct {
	module string                               // module path, "" if it is unknown
	root   string                               // its folder, "" if the source was not found
	texts  map[string][]byte                    // by file name
	files  map[string]*ast.File                 // by file name, those that were needed; nil for an unreadable file
	views  map[*ast.File]map[string][]token.Pos // the view sets in a file, by the names of their types
	fset   *token.FileSet
	at     Caller
	Ready  bool
}

func NewFinder(at Caller) *Finder {
	return &Finder{at: at, texts: map[string][]byte{}, files: map[string]*ast.File{}, views: map[*ast.File]map[string][]token.Pos{}, fset: token.NewFileSet()}
}

// locate finds the module's folder: above the file of the call or, if the program was built with trimmed
// paths, above the working directory. A program that runs outside its source still knows the path of its
// module.
func (f *Finder) locate() {
	if f.Ready {
		return
	}
	f.Ready = true
	starts := []string{filepath.Dir(f.at.file)}
	if dir, err := os.Getwd(); err == nil {
		starts = append(starts, dir)
	}
	for _, dir := range starts {
		for filepath.IsAbs(dir) {
			if module := readModule(dir); module != "" && f.declares(module) {
				f.module, f.root = module, dir
				return
			}
			if filepath.Dir(dir) == dir {
				break
			}
			dir = filepath.Dir(dir)
		}
	}
	if info, ok := debug.ReadBuildInfo(); ok && f.declares(info.Main.Path) {
		f.module = info.Main.Path
	}
}

// readModule returns the module path in the go.mod of a folder, "" without one.
func readModule(dir string) string {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "module "); ok {
			name, _, _ = strings.Cut(name, "//")
			return strings.Trim(strings.TrimSpace(name), `"`)
		}
	}
	return ""
}

// declares reports whether the file of the call may belong to a module. A trimmed path begins with
// that of its module.
func (f *Finder) declares(module string) bool {
	return filepath.IsAbs(f.at.file) || strings.HasPrefix(f.at.file, module+"/")
}

// file returns the path of the call's file on disk, and false if that is unknown.
func (f *Finder) file() (string, bool) {
	if filepath.IsAbs(f.at.file) {
		return f.at.file, true
	}
	rel, ok := strings.CutPrefix(f.at.file, f.module+"/")
	return filepath.Join(f.root, filepath.FromSlash(rel)), ok && f.root != ""
}

// At returns the position of a call, relative to the module.
func (f *Finder) At(at Caller) string {
	f.locate()
	file := at.file
	if rel, err := filepath.Rel(f.root, file); err == nil && f.root != "" && !strings.HasPrefix(rel, "..") {
		file = rel
	} else if rel, ok := strings.CutPrefix(file, f.module+"/"); ok && f.module != "" {
		file = rel
	}
	return fmt.Sprintf("%s:%d", filepath.ToSlash(file), at.line)
}

// Field returns the position of a field of a struct type, or of the type if field is "".
func (f *Finder) Field(t reflect.Type, field string, otherwise Caller) string {
	f.locate()
	dir, ok := f.folder(t.PkgPath())
	if !ok {
		return f.At(otherwise)
	}
	best := token.NoPos
	for _, file := range f.parse(dir, PlainName(t)) {
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok || spec.Name.Name != PlainName(t) {
				return true
			}
			if structure, ok := spec.Type.(*ast.StructType); ok && sameFields(structure, t) {
				best = spec.Pos()
				if pos, ok := fieldPos(structure, field); ok {
					best = pos
				}
			}
			return true
		})
	}
	if best == token.NoPos {
		return f.At(otherwise)
	}
	return f.place(best)
}

// Declaring returns the struct type that declares a field, which may be embedded in t, and its name there.
// The field is a name, or a path of names such as "Stamps.Created".
func Declaring(t reflect.Type, field string) (in reflect.Type, name string) {
	for embedded, rest, found := strings.Cut(field, "."); found; embedded, rest, found = strings.Cut(field, ".") {
		sf, _ := t.FieldByName(embedded)
		t, field = sf.Type, rest
	}
	if t.Kind() != reflect.Struct || field == "" {
		return t, field
	}
	sf, _ := t.FieldByName(field)
	for _, i := range sf.Index[:max(len(sf.Index)-1, 0)] {
		t = t.Field(i).Type
	}
	return t, field
}

// View returns the position of the view set of a struct type, if the type's package contains exactly one,
// and of the type otherwise.
func (f *Finder) View(t reflect.Type, otherwise Caller) string {
	f.locate()
	dir, ok := f.folder(t.PkgPath())
	if !ok {
		return f.At(otherwise)
	}
	var found []token.Pos
	for _, file := range f.parse(dir, "ViewSet["+PlainName(t)+"]") {
		found = append(found, f.viewsIn(file)[PlainName(t)]...)
	}
	if len(found) != 1 {
		return f.Field(t, "", otherwise)
	}
	return f.place(found[0])
}

// viewsIn returns the positions of the view sets in a file, by the names of their types.
func (f *Finder) viewsIn(file *ast.File) map[string][]token.Pos {
	views, known := f.views[file]
	if known {
		return views
	}
	views = map[string][]token.Pos{}
	f.views[file] = views
	ast.Inspect(file, func(n ast.Node) bool {
		if literal, ok := n.(*ast.CompositeLit); ok {
			if index, ok := literal.Type.(*ast.IndexExpr); ok && lastName(index.X) == "ViewSet" {
				name := lastName(index.Index)
				views[name] = append(views[name], literal.Pos())
			}
		}
		return true
	})
	return views
}

// lastName returns the name at the end of an expression such as rest.ViewSet.
func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// place returns a position relative to the module.
func (f *Finder) place(at token.Pos) string {
	pos := f.fset.Position(at)
	rel, err := filepath.Rel(f.root, pos.Filename)
	if err != nil {
		rel = pos.Filename
	}
	return fmt.Sprintf("%s:%d", filepath.ToSlash(rel), pos.Line)
}

func (f *Finder) folder(pkg string) (string, bool) {
	pkg = strings.TrimSuffix(pkg, "_test")
	if pkg == "main" { // a program's own package: the folder of the call
		file, ok := f.file()
		return filepath.Dir(file), ok
	}
	if f.root == "" || pkg != f.module && !strings.HasPrefix(pkg, f.module+"/") {
		return "", false
	}
	return filepath.Join(f.root, filepath.FromSlash(strings.TrimPrefix(pkg, f.module))), true
}

// parse parses the files of a folder that contain a name.
func (f *Finder) parse(dir, name string) []*ast.File {
	names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	var files []*ast.File
	for _, file := range names {
		text, read := f.texts[file]
		if !read {
			text, _ = os.ReadFile(file)
			f.texts[file] = text
		}
		if !bytes.Contains(text, []byte(name)) {
			continue
		}
		tree, parsed := f.files[file]
		if !parsed {
			tree, _ = parser.ParseFile(f.fset, file, text, parser.SkipObjectResolution)
			f.files[file] = tree
		}
		if tree != nil {
			files = append(files, tree)
		}
	}
	return files
}

// PlainName returns the name of a type without its type parameters.
func PlainName(t reflect.Type) string {
	name, _, _ := strings.Cut(t.Name(), "[")
	return name
}

// sameFields distinguishes types of one name, which different functions may declare.
func sameFields(s *ast.StructType, t reflect.Type) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	i := 0
	for _, field := range s.Fields.List {
		tag := ""
		if field.Tag != nil {
			tag, _ = strconv.Unquote(field.Tag.Value)
		}
		names := field.Names
		if len(names) == 0 {
			names = []*ast.Ident{nil}
		}
		for _, name := range names {
			if i >= t.NumField() || name != nil && t.Field(i).Name != name.Name || string(t.Field(i).Tag) != tag {
				return false
			}
			i++
		}
	}
	return i == t.NumField()
}

func fieldPos(s *ast.StructType, field string) (token.Pos, bool) {
	for _, f := range s.Fields.List {
		for _, name := range f.Names {
			if name.Name == field {
				return name.Pos(), true
			}
		}
		if len(f.Names) == 0 && embeddedName(f.Type) == field {
			return f.Pos(), true
		}
	}
	return token.NoPos, false
}

// embeddedName returns the field name of an embedded type.
func embeddedName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.StarExpr:
		return embeddedName(e.X)
	case *ast.IndexExpr:
		return embeddedName(e.X)
	case *ast.IndexListExpr:
		return embeddedName(e.X)
	}
	return ""
}

// Compare orders "file:line" by file and then by number.
func Compare(a, b string) int {
	fileA, lineA, _ := cutLast(a, ":")
	fileB, lineB, _ := cutLast(b, ":")
	nA, _ := strconv.Atoi(lineA)
	nB, _ := strconv.Atoi(lineB)
	return cmp.Or(cmp.Compare(fileA, fileB), cmp.Compare(nA, nB))
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// Caller is the position of a set's declaration, for mistakes without a field.
type Caller struct {
	file     string
	line     int
	function string
}

func CallerOf(skip int) Caller {
	pc, file, line, _ := runtime.Caller(skip + 1)
	c := Caller{file: file, line: line}
	if f := runtime.FuncForPC(pc); f != nil {
		c.function = f.Name()
	}
	return c
}

// OfFile returns the position of a line of a theme's file, see plan.Theme.Position.
func OfFile(at Caller, name string, line int) string {
	f := NewFinder(at)
	f.locate()
	beside := filepath.Join(filepath.Dir(f.At(at)), filepath.FromSlash(name))
	if _, err := os.Stat(filepath.Join(f.root, beside)); err == nil && at.file != "" {
		name = filepath.ToSlash(beside)
	}
	return fmt.Sprintf("%s:%d", name, line)
}
