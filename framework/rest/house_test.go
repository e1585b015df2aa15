// Tests of the rules of the house: imports, walls, package comments.

package rest_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "example.com/resourceful"

// allowed says which packages of the project each package may import: those of the floors
// below its own, the highest first. Those below cmd, and config, where a team declares, may import all of them.
var allowed = map[string]string{
	"resources/snippets":  "framework/permission framework/rest",
	"resources/directory": "framework/auth framework/rest",
	"resources/orders":    "framework/auth framework/permission framework/predicate framework/problem framework/rest",
	"templates":           "",

	"framework/resttest":                    "framework/accounts framework/auth framework/auth/token framework/browse framework/database framework/field framework/files framework/media framework/openapi framework/openapi/compare framework/permission framework/plan framework/problem framework/rest framework/resttest/golden framework/resttest/internal/rules framework/field/samples framework/resttest/pg framework/resttest/server framework/resttest/stopwatch framework/schema framework/serve framework/serve/pageapi",
	"framework/background/internal/cron":    "",
	"framework/background":                  "framework/background/internal/cron framework/database framework/observe framework/plan framework/rest framework/serve",
	"framework/app":                         "framework/accounts framework/app/backups framework/app/limits framework/app/service framework/app/settings framework/auth framework/auth/passwords framework/auth/standard framework/auth/token framework/background framework/browse framework/database framework/database/backup framework/field framework/files framework/fixtures framework/mail framework/media framework/migrate framework/migrate/history framework/migrate/inspect framework/migrate/steps framework/observe framework/openapi framework/openapi/compare framework/permission framework/plan framework/problem framework/rest framework/schema framework/serve framework/store framework/traffic framework/traffic/certificate framework/webhook",
	"framework/fixtures":                    "framework/database framework/field framework/field/notation framework/field/samples framework/plan framework/predicate framework/schema",
	"framework/observe":                     "framework/auth framework/database framework/plan framework/serve",
	"framework/browse":                      "framework/auth framework/browse/internal/assets framework/browse/internal/catalog framework/browse/internal/cells framework/browse/internal/colour framework/browse/internal/refusedform framework/browse/internal/findpage framework/browse/internal/forms framework/browse/internal/layout framework/browse/internal/inputs framework/browse/internal/lists framework/browse/internal/typedtext framework/browse/internal/codesamples framework/browse/internal/records framework/browse/internal/reference framework/browse/internal/rows framework/browse/internal/sessions framework/browse/internal/themes framework/browse/internal/words framework/media framework/messages/plain framework/plan framework/problem framework/serve/pageapi templates",
	"framework/browse/internal/assets":      "framework/problem framework/serve/pageapi framework/traffic templates",
	"framework/browse/internal/catalog":     "framework/browse/internal/typedtext framework/browse/internal/words framework/field framework/media framework/plan framework/problem framework/schema framework/serve/pageapi",
	"framework/browse/internal/cells":       "framework/browse/internal/catalog framework/browse/internal/colour framework/browse/internal/inputs framework/browse/internal/typedtext framework/field/notation framework/media framework/problem framework/schema",
	"framework/browse/internal/colour":      "framework/browse/internal/typedtext",
	"framework/browse/internal/refusedform": "framework/auth framework/browse/internal/catalog framework/browse/internal/cells framework/browse/internal/forms framework/browse/internal/layout framework/browse/internal/inputs framework/browse/internal/typedtext framework/browse/internal/words framework/media framework/plan framework/schema framework/serve/pageapi",
	"framework/browse/internal/findpage":    "framework/browse/internal/catalog framework/browse/internal/layout framework/browse/internal/words framework/plan framework/predicate framework/problem framework/serve/pageapi",
	"framework/browse/internal/forms":       "framework/browse/internal/catalog framework/browse/internal/cells framework/browse/internal/layout framework/browse/internal/inputs framework/browse/internal/typedtext framework/browse/internal/codesamples framework/field framework/plan framework/predicate framework/problem framework/schema framework/serve/pageapi",
	"framework/browse/internal/layout":      "framework/auth framework/browse/internal/catalog framework/browse/internal/typedtext framework/media framework/plan framework/problem framework/schema framework/serve/pageapi",
	"framework/browse/internal/inputs":      "framework/browse/internal/typedtext framework/browse/internal/words framework/field framework/problem framework/schema framework/serve/pageapi",
	"framework/browse/internal/lists":       "framework/browse/internal/catalog framework/browse/internal/cells framework/browse/internal/forms framework/browse/internal/layout framework/browse/internal/inputs framework/browse/internal/typedtext framework/browse/internal/rows framework/browse/internal/words framework/field framework/field/relative framework/messages/plain framework/plan framework/predicate framework/problem framework/schema framework/serve/pageapi",
	"framework/browse/internal/typedtext":   "",
	"framework/browse/internal/codesamples": "framework/field/notation",
	"framework/browse/internal/records":     "framework/browse/internal/catalog framework/browse/internal/cells framework/browse/internal/forms framework/browse/internal/layout framework/browse/internal/inputs framework/browse/internal/typedtext framework/browse/internal/rows framework/browse/internal/words framework/media framework/plan framework/predicate framework/schema framework/serve/pageapi",
	"framework/browse/internal/reference":   "framework/browse/internal/catalog framework/browse/internal/codesamples framework/browse/internal/layout framework/openapi framework/openapi/reference framework/serve/pageapi",
	"framework/browse/internal/rows":        "framework/browse/internal/catalog framework/browse/internal/cells framework/browse/internal/layout framework/browse/internal/typedtext framework/browse/internal/words framework/pagination framework/plan framework/schema framework/serve/pageapi",
	"framework/browse/internal/sessions":    "framework/auth framework/browse/internal/catalog framework/browse/internal/layout framework/browse/internal/inputs framework/serve/pageapi",
	"framework/browse/internal/themes":      "framework/browse/internal/typedtext framework/browse/internal/words framework/field framework/plan framework/rest",
	"framework/browse/internal/words":       "framework/problem",
	"framework/accounts":                    "framework/auth framework/database framework/field framework/field/notation framework/predicate framework/problem framework/schema framework/schema/structs framework/store framework/store/record framework/traffic",
	"framework/files":                       "",
	"framework/files/s3":                    "framework/files",
	"framework/files/filestest":             "framework/files",
	"framework/serve":                       "framework/auth framework/database framework/field framework/field/notation framework/files framework/media framework/plan framework/problem framework/schema framework/serve/internal/access framework/serve/internal/actions framework/serve/internal/calls framework/serve/internal/describe framework/serve/internal/events framework/serve/internal/jobs framework/serve/internal/keptpages framework/serve/internal/lists framework/serve/internal/pagerequest framework/serve/internal/history framework/serve/internal/querystring framework/serve/internal/request framework/serve/internal/writes framework/serve/pageapi framework/serve/settings framework/store framework/store/grants framework/traffic",
	"framework/serve/internal/actions":      "framework/media framework/permission framework/plan framework/predicate framework/problem framework/schema framework/serve/internal/access framework/serve/internal/calls framework/serve/internal/request framework/serve/internal/writes framework/serve/pageapi framework/store",
	"framework/serve/internal/pagerequest":  "framework/field framework/field/notation framework/media framework/permission framework/plan framework/predicate framework/problem framework/schema framework/serve/internal/access framework/serve/internal/describe framework/serve/internal/lists framework/serve/internal/history framework/serve/internal/querystring framework/serve/internal/request framework/serve/internal/writes framework/serve/pageapi framework/store framework/traffic",
	"framework/serve/internal/history":      "framework/field/notation framework/media framework/permission framework/plan framework/predicate framework/problem framework/schema framework/serve/internal/access framework/serve/internal/actions framework/serve/internal/calls framework/serve/internal/lists framework/serve/internal/request framework/serve/internal/writes framework/serve/pageapi framework/store",
	"framework/serve/internal/writes":       "framework/database framework/field framework/field/notation framework/media framework/plan framework/predicate framework/problem framework/schema framework/serve/internal/access framework/serve/internal/calls framework/serve/internal/csvform framework/serve/internal/querystring framework/serve/internal/request framework/serve/pageapi framework/store framework/traffic",
	"framework/serve/internal/csvform":      "framework/field framework/plan framework/problem framework/schema framework/serve/internal/request framework/serve/pageapi framework/serve/settings",
	"framework/serve/internal/keptpages":    "framework/media framework/plan framework/store",
	"framework/serve/internal/lists":        "framework/database framework/field/notation framework/media framework/plan framework/predicate framework/problem framework/schema framework/serve/internal/access framework/serve/internal/keptpages framework/serve/internal/querystring framework/serve/internal/request framework/store framework/traffic",
	"framework/serve/internal/calls":        "framework/auth framework/database framework/field framework/mail framework/media framework/permission framework/plan framework/predicate framework/problem framework/schema framework/serve/internal/access framework/serve/internal/querystring framework/serve/internal/request framework/store framework/store/record",
	"framework/serve/internal/events":       "framework/auth framework/database framework/field framework/field/notation framework/media framework/permission framework/plan framework/predicate framework/problem framework/schema framework/serve/internal/access framework/serve/internal/delivery framework/serve/internal/querystring framework/serve/internal/request framework/store framework/store/record framework/webhook",
	"framework/serve/internal/delivery":     "", // a queue knows its database
	"framework/serve/internal/jobs":         "framework/database framework/plan framework/predicate framework/schema framework/serve/internal/access framework/serve/internal/calls framework/serve/internal/delivery framework/serve/internal/request framework/store framework/store/record",
	"framework/serve/internal/access":       "framework/database framework/field framework/permission framework/plan framework/predicate framework/problem framework/schema framework/serve/internal/querystring framework/serve/internal/request framework/serve/pageapi framework/serve/settings framework/store",
	"framework/serve/internal/describe":     "framework/auth framework/field framework/field/notation framework/openapi framework/openapi/reference framework/permission framework/plan framework/problem framework/schema framework/serve/internal/querystring framework/serve/internal/request framework/serve/pageapi framework/serve/settings",
	"framework/serve/settings":              "framework/auth framework/database framework/files framework/mail framework/media framework/openapi framework/permission framework/serve/pageapi framework/traffic",
	"framework/serve/pageapi":               "framework/auth framework/media framework/openapi/reference framework/plan framework/predicate framework/problem framework/schema framework/serve/internal/querystring framework/store",
	"framework/serve/internal/querystring":  "framework/plan framework/problem",
	"framework/serve/internal/request":      "framework/auth framework/caching framework/database framework/field framework/field/notation framework/files framework/media framework/permission framework/plan framework/predicate framework/problem framework/schema framework/serve/internal/keptpages framework/serve/internal/querystring framework/serve/pageapi framework/serve/settings framework/store framework/store/grants framework/store/record framework/traffic",
	"framework/migrate/conditions":          "",
	"framework/migrate/inspect":             "framework/migrate/conditions framework/schema",
	"framework/migrate/steps":               "framework/database framework/migrate framework/migrate/conditions framework/schema",
	"framework/migrate/history":             "framework/database framework/migrate/conditions",
	"framework/migrate":                     "framework/database framework/field framework/migrate/conditions framework/predicate framework/schema",
	"framework/store":                       "framework/database framework/field framework/field/notation framework/predicate framework/problem framework/schema framework/store/internal/query",
	"framework/store/grants":                "framework/database",
	"framework/store/record":                "framework/database framework/field framework/predicate framework/schema framework/store framework/store/internal/query",
	"framework/store/internal/query":        "framework/database framework/field framework/predicate framework/schema",
	"framework/openapi/compare":             "framework/openapi",
	"framework/openapi/reference":           "framework/openapi framework/plan",
	"framework/openapi":                     "framework/auth framework/field framework/media framework/permission framework/plan framework/problem framework/schema",
	"framework/plan":                        "framework/auth framework/caching framework/field framework/field/relative framework/field/notation framework/mail framework/media framework/permission framework/predicate framework/problem framework/schema framework/traffic",
	"framework/plan/indexing":               "framework/field framework/permission framework/plan framework/predicate framework/schema",
	"framework/rest":                        "framework/auth framework/caching framework/field framework/field/notation framework/mail framework/media framework/pagination framework/permission framework/plan framework/predicate framework/problem framework/problem/forms framework/rest/internal/compile framework/rest/internal/declaration framework/rest/internal/sets framework/rest/internal/source framework/schema framework/traffic framework/webhook",
	"framework/rest/internal/links":         "framework/permission framework/plan framework/rest/internal/sets framework/schema",
	"framework/rest/internal/totals":        "framework/field framework/plan framework/rest/internal/declaration framework/schema framework/schema/structs",
	"framework/rest/internal/compile":       "framework/rest/internal/totals framework/auth framework/caching framework/field framework/field/relative framework/media framework/pagination framework/permission framework/plan framework/plan/indexing framework/predicate framework/problem framework/problem/forms framework/rest/internal/declaration framework/rest/internal/versionchange framework/rest/internal/sets framework/rest/internal/source framework/schema framework/schema/structs framework/rest/internal/links",
	"framework/rest/internal/source":        "",
	"framework/rest/internal/sets":          "framework/auth framework/field framework/media framework/plan framework/problem framework/problem/forms framework/rest/internal/declaration framework/rest/internal/source framework/schema framework/schema/structs",
	"framework/rest/internal/versionchange": "framework/field framework/plan framework/rest/internal/declaration framework/schema framework/schema/structs",
	"framework/rest/internal/declaration":   "framework/auth framework/caching framework/field framework/media framework/permission framework/plan framework/predicate framework/problem framework/problem/forms framework/rest/internal/source framework/schema",
	"framework/pagination":                  "framework/field/notation framework/media framework/plan framework/problem",
	"framework/problem/forms":               "framework/field/notation framework/problem",
	"framework/schema":                      "framework/field framework/field/notation framework/predicate framework/problem",
	"framework/schema/structs":              "framework/field framework/field/notation framework/predicate framework/schema",
	"framework/database":                    "framework/predicate",
	"framework/media":                       "framework/problem",
	"framework/media/csv":                   "framework/media",
	"framework/media/ndjson":                "framework/media",
	"framework/media/patch":                 "framework/media framework/problem",
	"framework/auth":                        "framework/problem",
	"framework/auth/basic":                  "framework/auth framework/problem",
	"framework/auth/passwords":              "framework/auth framework/problem",
	"framework/auth/internal/uses":          "",
	"framework/auth/session":                "framework/auth framework/auth/internal/uses",
	"framework/auth/token":                  "framework/auth framework/auth/internal/uses framework/problem",
	"framework/auth/totp":                   "framework/auth",
	"framework/auth/standard":               "framework/auth framework/auth/basic framework/auth/passwords framework/auth/session",
	"framework/permission":                  "framework/predicate",
	"framework/caching":                     "",
	"framework/predicate":                   "",
	"framework/field/notation":              "",
	"framework/field/relative":              "framework/field/notation",
	"framework/field/samples":               "framework/field",
	"framework/field":                       "framework/field/notation",
	"framework/traffic":                     "",
	"framework/problem":                     "",
	"framework/messages/german":             "framework/problem",
	"framework/messages/plain":              "framework/problem",
	"framework/webhook":                     "",
	"framework/agents":                      "framework/field framework/openapi framework/plan framework/schema framework/traffic",

	"framework/app/acme":           "framework/app framework/traffic/certificate",
	"framework/app/static":         "framework/plan framework/traffic",
	"framework/app/limits":         "framework/auth framework/auth/passwords framework/database framework/media framework/serve framework/traffic",
	"framework/app/backups":        "framework/database/backup framework/observe framework/webhook",
	"framework/app/settings":       "",
	"framework/app/service":        "framework/accounts framework/auth framework/auth/standard framework/database framework/plan framework/serve framework/serve/pageapi",
	"framework/app/starter":        "framework/app",
	"framework/browse/codestyle":   "",
	"framework/observe/otlp":       "framework/database framework/observe framework/serve",
	"framework/observe/prometheus": "framework/database framework/observe framework/serve",

	"framework/resttest/server":         "framework/accounts framework/app/service framework/auth framework/auth/basic framework/auth/standard framework/background framework/database framework/field framework/files framework/media framework/migrate framework/openapi framework/plan framework/problem framework/rest framework/resttest/golden framework/resttest/htmlcheck framework/resttest/pg framework/schema framework/serve framework/serve/pageapi", // without framework/browse
	"framework/resttest/internal/rules": "framework/field framework/permission framework/plan framework/schema",
	"framework/resttest/sets":           "framework/auth framework/auth/basic framework/auth/session framework/auth/token framework/media framework/media/csv framework/media/ndjson framework/media/patch framework/permission framework/predicate framework/problem framework/rest resources/directory resources/snippets",                                                                     // the sets of the framework's tests
	"framework/resttest/worlds":         "framework/auth framework/files framework/resttest/server framework/resttest/sets framework/serve framework/serve/pageapi",                                                                                                                                                                                                                              // worlds with their first rows
	"framework/resttest/sets/laws":      "framework/accounts/manage framework/auth framework/auth/basic framework/auth/passwords framework/auth/session framework/auth/token framework/auth/totp framework/mail framework/media framework/media/csv framework/media/patch framework/permission framework/predicate framework/problem framework/rest framework/resttest/sets resources/directory", // the sets that the laws are tried on
	"framework/docs":                    "",
	"framework/resttest/golden":         "",
	"framework/resttest/pg":             "framework/resttest/require", // for programs too, which have no use for the rest
	"framework/resttest/require":        "",
	"framework/resttest/htmlcheck":      "",
	"framework/resttest/stopwatch":      "",
	"framework/database/backup":         "framework/database framework/files framework/schema",
	"framework/database/databasetest":   "framework/database framework/resttest/pg",
	"config":                            "framework/auth/basic framework/auth/session framework/auth/token framework/browse/codestyle framework/media framework/media/csv framework/permission framework/rest resources/directory resources/orders resources/snippets resources/tracker",
	"resources/tracker":                 "framework/auth framework/background framework/mail framework/permission framework/predicate framework/problem framework/rest",
	"framework/auth/clientcert":         "framework/auth framework/problem",
	"framework/auth/oidc":               "framework/auth framework/problem",
	"framework/auth/oidc/oidctest":      "",
	"framework/accounts/manage":         "framework/auth framework/auth/passwords framework/auth/token framework/mail framework/permission framework/predicate framework/problem framework/rest",
	"framework/mail":                    "",
	"framework/mail/mailtest":           "",

	"framework/traffic/certificate":                 "",
	"framework/traffic/certificate/certificatetest": "",
}

// homes says where a library may be imported, so that it can be replaced in one place.
var homes = map[string]string{
	"github.com/go-playground/validator":  "framework/field",
	"gopkg.in/yaml.v3":                    "framework/app/settings framework/fixtures framework/media framework/resttest/server",
	"github.com/alexedwards/scs":          "framework/auth/session",
	"golang.org/x/crypto/argon2":          "framework/auth/passwords",
	"golang.org/x/crypto/acme":            "framework/app/acme",
	"github.com/hashicorp/golang-lru":     "framework/auth/oidc framework/database framework/serve framework/serve/internal/describe framework/serve/internal/keptpages framework/serve/internal/request framework/traffic",
	"github.com/doug-martin/goqu":         "framework/accounts framework/database framework/store framework/store/grants framework/store/internal/query framework/store/record",
	"github.com/lib/pq":                   "framework/database",
	"modernc.org/sqlite":                  "framework/database",
	"github.com/pressly/goose":            "framework/migrate/history",
	"github.com/alecthomas/kong":          "framework/app framework/app/limits framework/app/settings",
	"github.com/julienschmidt/httprouter": "framework/serve framework/serve/internal/request",
	"github.com/alecthomas/chroma":        "framework/browse/codestyle resources/snippets",
	"github.com/gabriel-vasile/mimetype":  "framework/files",
	"github.com/minio":                    "framework/files/s3",
	"github.com/prometheus":               "framework/observe/prometheus",
	"go.opentelemetry.io":                 "framework/observe/otlp",
	"github.com/coreos/go-oidc":           "framework/auth/oidc",
	"github.com/pquerna/otp":              "framework/auth/totp",
	"github.com/go-jose/go-jose":          "framework/auth/oidc framework/auth/oidc/oidctest",
	"golang.org/x/oauth2":                 "framework/auth/oidc",
	"github.com/santhosh-tekuri":          "framework/resttest/server",
	"github.com/modelcontextprotocol":     "framework/agents resources/tracker",
}

// never says what a package must not know even of the standard library.
var never = map[string]string{
	"framework/field":                       "net/http database/sql html/template",
	"framework/schema":                      "net/http database/sql html/template",
	"framework/schema/structs":              "net/http database/sql html/template",
	"framework/rest":                        "net/http database/sql html/template",
	"framework/rest/internal/compile":       "net/http database/sql html/template",
	"framework/rest/internal/declaration":   "net/http database/sql html/template",
	"framework/rest/internal/sets":          "net/http database/sql html/template",
	"framework/rest/internal/totals":        "net/http database/sql html/template",
	"framework/rest/internal/versionchange": "net/http database/sql html/template",
	"framework/serve":                       "database/sql",
	"framework/store":                       "net/http",
	"framework/store/internal/query":        "net/http",
	"framework/store/grants":                "net/http",
	"framework/store/record":                "net/http",
	"framework/serve/internal/request":      "database/sql",
	"framework/serve/internal/actions":      "database/sql",
	"framework/serve/internal/history":      "database/sql",
	"framework/serve/internal/pagerequest":  "database/sql",
	"framework/serve/internal/writes":       "database/sql",
	"framework/serve/internal/csvform":      "database/sql",
	"framework/serve/internal/keptpages":    "framework/media framework/plan framework/store",
	"framework/serve/internal/lists":        "database/sql",
	"framework/serve/internal/calls":        "database/sql",
	"framework/serve/internal/delivery":     "net/http database/sql",
	"framework/serve/internal/jobs":         "net/http database/sql",
	"framework/serve/internal/events":       "database/sql",
	"framework/serve/internal/access":       "database/sql",
}

// wall says what a package must not reach, however long the way.
type wall struct {
	from, to string // paths; "*" is every package of the project that is not below cmd
	why      string
	but      string // packages that may reach it, and through which it may be reached
}

var walls = []wall{
	{from: "framework/database", to: "net/http", why: "connections and statements are not about HTTP"},
	{from: "resources/snippets resources/directory framework/rest framework/serve framework/store framework/auth/token", to: "github.com/alexedwards/scs golang.org/x/crypto/argon2", why: "a declaration does not know how people log in"},
	{from: "framework/predicate framework/permission framework/traffic", to: "database/sql", why: "a rule and a budget know no rows"},
	{from: "framework/schema framework/schema/structs framework/rest", to: "database/sql", why: "a plan is compiled without a database", but: "github.com/google/uuid github.com/shopspring/decimal"},
	{from: "*", to: "github.com/lib/pq modernc.org/sqlite", why: "a driver is replaced in one place", but: "framework/database"},
	{from: "framework/database", to: module + "/framework/schema", why: "statements and connections know no type of a declaration"},
	{from: "framework/serve framework/store", to: module + "/framework/accounts", why: "a request does not know who stores accounts and responses"},
	{from: "framework/browse", to: module + "/framework/serve", why: "pages know of requests only what pageapi says", but: "framework/serve/pageapi"},
	{from: "*", to: module + "/config", why: "what a team declares is above the framework", but: "config"},
}

// What a team declares changes no test of the framework: they have sets of their own.
func TestTestsWithoutConfig(t *testing.T) {
	for _, words := range goList(t, `{{.ImportPath}}{{range .TestImports}} {{.}}{{end}}{{range .XTestImports}} {{.}}{{end}}`) {
		if strings.HasPrefix(words[0], module+"/framework/") && slices.Contains(words[1:], module+"/config") {
			t.Errorf("the tests of %s import config; take framework/resttest/sets", words[0])
		}
	}
}

// testWall says what the tests of packages must not reach, however long the way, so that a change there does
// not rerun them. Packages below a path count too.
type testWall struct {
	from string // paths below framework
	to   string // paths below the module
	why  string
}

var testWalls = []testWall{
	{
		from: "problem predicate files mail traffic webhook field permission auth media database schema plan pagination rest store migrate openapi messages",
		to:   "framework/serve framework/browse framework/app templates", why: "what is below requests is tested without them",
	},
	{
		from: "serve accounts agents observe",
		to:   "framework/browse framework/app templates", why: "a change to a page changes none of its answers",
	},
}

// wiring is the package below framework/app that tests take, to run services as programs do.
const wiring = "framework/app/service"

// throughTestWalls are the packages whose tests reach something behind a wall, what they reach, and why.
var throughTestWalls = map[string]struct{ to, why string }{
	"framework/auth":            {"framework/serve framework/browse templates", "credentials are tried by requests, and sessions begin on the page of the login"},
	"framework/auth/oidc":       {"framework/serve framework/browse templates", "the login at a provider begins and ends on pages"},
	"framework/accounts/manage": {"framework/browse templates", "its forms are tried as people fill them in"},
}

// The tests of a package reach nothing behind a wall, not even through others.
func TestTestWalls(t *testing.T) {
	through := map[string]bool{}
	for _, words := range goList(t, `{{.ImportPath}}{{range .Deps}} {{.}}{{end}}`, "-test") {
		pkg, tests := strings.CutSuffix(words[0], ".test")
		if pkg = strings.TrimPrefix(pkg, module+"/"); !tests {
			continue
		}
		for _, w := range testWalls {
			if !slices.ContainsFunc(strings.Fields(w.from), func(from string) bool { return strings.HasPrefix(pkg+"/", "framework/"+from+"/") }) {
				continue
			}
			for _, behind := range strings.Fields(w.to) {
				switch {
				case !slices.ContainsFunc(words[1:], func(dep string) bool {
					return strings.HasPrefix(dep+"/", module+"/"+behind+"/") && dep != module+"/"+wiring
				}):
				case slices.Contains(strings.Fields(throughTestWalls[pkg].to), behind):
					through[pkg+" "+behind] = true
				default:
					t.Errorf("the tests of %s reach %s, and %s", pkg, behind, w.why)
				}
			}
		}
	}
	for pkg, exception := range throughTestWalls {
		for _, to := range strings.Fields(exception.to) {
			if !through[pkg+" "+to] {
				t.Errorf("the tests of %s do not reach %s, which is behind a wall; take it from the exceptions", pkg, to)
			}
		}
	}
}

// Nobody reaches a package behind a wall, not even through others.
func TestWalls(t *testing.T) {
	imports := map[string][]string{}
	for _, words := range goList(t, `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "-deps") {
		imports[words[0]] = words[1:]
	}
	for _, w := range walls {
		for pkg := range imports {
			from, ours := strings.CutPrefix(pkg, module+"/")
			if !ours || w.from == "*" && strings.HasPrefix(from, "cmd/") || w.from != "*" && !slices.Contains(strings.Fields(w.from), from) {
				continue
			}
			if way := reach(imports, pkg, w, map[string]bool{}); way != nil {
				t.Errorf("%s reaches %s, and %s", from, strings.Join(way[1:], ", which imports "), w.why)
			}
		}
	}
}

// reach returns the way from a package to one behind a wall, nil for none.
func reach(imports map[string][]string, pkg string, w wall, seen map[string]bool) []string {
	if slices.Contains(strings.Fields(w.but), strings.TrimPrefix(pkg, module+"/")) || seen[pkg] {
		return nil
	}
	seen[pkg] = true
	for _, behind := range strings.Fields(w.to) {
		if strings.HasPrefix(pkg+"/", behind+"/") {
			return []string{pkg}
		}
	}
	for _, imp := range imports[pkg] {
		if way := reach(imports, imp, w, seen); way != nil {
			return append([]string{pkg}, way...)
		}
	}
	return nil
}

// Imports go down only, and a library has its home.
func TestImports(t *testing.T) {
	for _, words := range goList(t, `{{if .GoFiles}}{{.ImportPath}}{{range .Imports}} {{.}}{{end}}{{end}}`) {
		pkg := strings.TrimPrefix(words[0], module+"/")
		may, known := allowed[pkg]
		free := strings.HasPrefix(pkg, "cmd/") || pkg == "config"
		if !known && !free {
			t.Errorf("package %s is not in the import table", pkg)
		}
		for _, imp := range words[1:] {
			dep, ours := strings.CutPrefix(imp, module+"/")
			if ours && !free && !slices.Contains(strings.Fields(may), dep) {
				t.Errorf("%s imports %s; it may import only: %s", pkg, dep, may)
			}
			if slices.Contains(strings.Fields(never[pkg]), imp) {
				t.Errorf("%s imports %s, which it must not know", pkg, imp)
			}
			for library, home := range homes {
				if strings.HasPrefix(imp+"/", library+"/") && !slices.Contains(strings.Fields(home), pkg) {
					t.Errorf("%s imports %s, which is at home in %s", pkg, imp, home)
				}
			}
		}
	}
}

// Every package says what it is for, and is named for what it provides.
func TestPackageComments(t *testing.T) {
	for _, words := range goList(t, `{{if .GoFiles}}{{.ImportPath}} {{.Name}} {{.Doc}}{{end}}`) {
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

// goList runs go list over the module, with further flags, and returns the words of each line.
func goList(t *testing.T, format string, flags ...string) [][]string {
	t.Helper()
	var mistakes strings.Builder
	command := exec.Command("go", slices.Concat([]string{"list", "-f", format}, flags, []string{module + "/..."})...)
	command.Stderr = &mistakes
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, mistakes.String())
	}
	var lines [][]string
	for line := range strings.Lines(string(out)) {
		lines = append(lines, strings.Fields(line))
	}
	return lines
}
