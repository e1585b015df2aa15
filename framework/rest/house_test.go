package rest_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "example.com/resourceful"

// allowed says which packages of the project each package may import. Those below cmd may import
// all of them.
var allowed = map[string]string{
	"config":              "framework/auth framework/rest resources/directory resources/snippets",
	"resources/snippets":  "framework/auth framework/problem framework/rest",
	"resources/directory": "framework/auth framework/problem framework/rest",
	"framework/browse":    "framework/auth framework/serve templates",
	"framework/observe":   "framework/auth framework/rest framework/serve framework/store",
	"framework/resttest":  "framework/auth framework/rest framework/resttest/pg framework/schema framework/serve framework/store",
	"framework/serve":     "framework/auth framework/field framework/media framework/problem framework/rest framework/schema framework/store",
	"framework/rest":      "framework/auth framework/field framework/problem framework/schema",
	"framework/store":     "framework/auth framework/field framework/problem framework/schema",
	"framework/schema":    "framework/field framework/problem",
	"framework/field":     "",
	"framework/media":     "framework/problem",
	"framework/auth":      "framework/problem",
	"framework/problem":   "",
	"templates":           "",

	"framework/resttest/pg":        "", // for programs too, which have no use for the rest
	"framework/resttest/stopwatch": "",
}

// homes says where a library may be imported, so that it can be replaced in one place.
var homes = map[string]string{
	"github.com/go-playground/validator":  "framework/field",
	"gopkg.in/yaml.v3":                    "framework/media cmd/resourceful",
	"github.com/alexedwards/scs":          "framework/auth",
	"github.com/doug-martin/goqu":         "framework/store",
	"github.com/lib/pq":                   "framework/store",
	"modernc.org/sqlite":                  "framework/store",
	"github.com/julienschmidt/httprouter": "framework/serve",
	"github.com/alecthomas/chroma":        "framework/browse resources/snippets",
	"github.com/prometheus":               "framework/observe",
	"go.opentelemetry.io":                 "framework/observe",
}

// never says what a package must not know even of the standard library.
var never = map[string]string{
	"framework/field":  "net/http database/sql html/template",
	"framework/schema": "net/http database/sql html/template",
	"framework/rest":   "net/http database/sql html/template",
	"framework/serve":  "database/sql",
	"framework/store":  "net/http",
}

// Imports go down only, and a library has its home.
func TestImports(t *testing.T) {
	for _, words := range goList(t, `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`) {
		pkg := strings.TrimPrefix(words[0], module+"/")
		may, known := allowed[pkg]
		if !known && !strings.HasPrefix(pkg, "cmd/") {
			t.Errorf("package %s is not in the import table", pkg)
		}
		for _, imp := range words[1:] {
			dep, ours := strings.CutPrefix(imp, module+"/")
			if ours && known && !slices.Contains(strings.Fields(may), dep) {
				t.Errorf("%s imports %s; it may import only: %s", pkg, dep, may)
			}
			if slices.Contains(strings.Fields(never[pkg]), imp) {
				t.Errorf("%s imports %s, which it must not know", pkg, imp)
			}
			for library, home := range homes {
				if strings.HasPrefix(imp+"/", library+"/") && !slices.Contains(strings.Fields(home), pkg) && !strings.HasPrefix(pkg, "cmd/resourceful-") {
					t.Errorf("%s imports %s, which is at home in %s", pkg, imp, home)
				}
			}
		}
	}
}

// Every package says what it is for, and is named for what it provides.
func TestPackageComments(t *testing.T) {
	for _, words := range goList(t, `{{.ImportPath}} {{.Name}} {{.Doc}}`) {
		name := words[1]
		if len(words) < 3 {
			t.Errorf("package %s has no comment", words[0])
			continue
		}
		comment := strings.Join(words[2:], " ")
		if first := "Package " + name + " "; !strings.HasPrefix(comment, first) && name != "main" {
			t.Errorf("the comment of %s starts with %q, want %q", words[0], comment, first)
		}
		if slices.Contains([]string{"util", "utils", "common", "types", "helpers", "misc", "base"}, name) {
			t.Errorf("package %s is named for nothing that it provides", words[0])
		}
	}
}

// goList runs go list over the module and returns the words of each line.
func goList(t *testing.T, format string) [][]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", format, module+"/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var lines [][]string
	for line := range strings.Lines(string(out)) {
		lines = append(lines, strings.Fields(line))
	}
	return lines
}
