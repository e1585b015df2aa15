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
	"framework/plan":           "",
	"config":                   "framework/auth framework/media framework/media/csv framework/media/ndjson framework/permission framework/rest resources/directory resources/snippets",
	"resources/snippets":       "framework/auth framework/permission framework/problem framework/rest",
	"resources/directory":      "framework/auth framework/problem framework/rest",
	"framework/browse":         "framework/auth framework/media framework/problem framework/rest framework/schema framework/serve framework/traffic templates",
	"framework/observe":        "framework/auth framework/rest framework/serve framework/store",
	"framework/resttest":       "framework/auth framework/auth/standard framework/rest framework/resttest/pg framework/schema framework/serve framework/store",
	"framework/serve":          "framework/auth framework/media framework/permission framework/predicate framework/problem framework/rest framework/schema framework/store framework/traffic",
	"framework/rest":           "framework/auth framework/media framework/permission framework/predicate framework/problem framework/schema",
	"framework/store":          "framework/auth framework/predicate framework/problem framework/schema",
	"framework/schema":         "framework/predicate framework/problem",
	"framework/media":          "framework/problem",
	"framework/auth":           "framework/problem",
	"framework/problem":        "",
	"framework/traffic":        "",
	"templates":                "",
	"framework/permission":     "framework/predicate",
	"framework/predicate":      "",
	"framework/auth/basic":     "framework/auth framework/problem",
	"framework/auth/passwords": "framework/auth framework/problem",
	"framework/auth/session":   "framework/auth",
	"framework/auth/token":     "framework/auth framework/problem",
	"framework/auth/standard":  "framework/auth framework/auth/basic framework/auth/passwords framework/auth/session",
	"framework/media/csv":      "framework/media",
	"framework/media/ndjson":   "framework/media",

	"framework/resttest/pg":        "", // for programs too, which have no use for the rest
	"framework/resttest/stopwatch": "",
}

// homes says where a library may be imported, so that it can be replaced in one place.
var homes = map[string]string{
	"github.com/go-playground/validator":  "framework/schema",
	"gopkg.in/yaml.v3":                    "framework/media cmd/resourceful",
	"github.com/alexedwards/scs":          "framework/auth/session",
	"golang.org/x/crypto/argon2":          "framework/auth/passwords",
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

// walls says which libraries a package must not reach, over whatever it imports: what a team declares
// is compiled without what hashes passwords and keeps sessions.
var walls = map[string][]string{
	"resources/snippets":   {"github.com/alexedwards/scs", "golang.org/x/crypto/argon2"},
	"resources/directory":  {"github.com/alexedwards/scs", "golang.org/x/crypto/argon2"},
	"framework/store":      {"github.com/alexedwards/scs", "golang.org/x/crypto/argon2"},
	"framework/serve":      {"github.com/alexedwards/scs", "golang.org/x/crypto/argon2"},
	"framework/auth/token": {"github.com/alexedwards/scs", "golang.org/x/crypto/argon2"},
}

func TestWalls(t *testing.T) {
	for _, words := range goList(t, `{{.ImportPath}}{{range .Deps}} {{.}}{{end}}`) {
		pkg := strings.TrimPrefix(words[0], module+"/")
		for _, dep := range words[1:] {
			for _, library := range walls[pkg] {
				if strings.HasPrefix(dep+"/", library+"/") {
					t.Errorf("%s reaches %s, which it must not", pkg, dep)
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
