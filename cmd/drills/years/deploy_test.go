// Two versions of a service beside each other, under load.

package years

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/migrate/steps"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
)

// served is a version of the service.
type served struct {
	set         func() *rest.Set
	title, code string // names of the members; code is "" if the version has none
	form        string // of a code with a number in it
	isNumber    bool   // the code
	nulls       bool   // one in five codes that it writes is null
}

// deployment is a change of the declarations.
type deployment struct {
	name     string
	old, new served
	// changed is what the migration leads to, if that is not what the new version has: another type of a column.
	changed func() *rest.Set
}

// The books of deployments, before and after.
type (
	named struct { // book1 before
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name,was=title"`
	}
	codeText struct {
		ID    int64  `rest:"id,readonly"`
		Title string `rest:"title"`
		Code  string `rest:"code"`
	}
	codeNumber struct {
		ID    int64  `rest:"id,readonly"`
		Title string `rest:"title"`
		Code  int64  `rest:"code"`
	}
	codeBeside struct {
		ID    int64  `rest:"id,readonly"`
		Title string `rest:"title"`
		Code  int64  `rest:"code" db:"code_new"`
	}
	codeOptional struct {
		ID    int64   `rest:"id,readonly"`
		Title string  `rest:"title"`
		Code  *string `rest:"code"`
	}
	codeUnique struct {
		ID    int64   `rest:"id,readonly"`
		Title string  `rest:"title"`
		Code  *string `rest:"code,unique" validate:"max=100"`
	}
	keyRenamed struct {
		ID    int64   `rest:"id,readonly"`
		Title string  `rest:"title"`
		Key   *string `rest:"key,unique,was=code" validate:"max=100"`
	}
)

// deployments are the kinds of changes that lint prints steps for, and those that need none.
var deployments = []deployment{
	{
		name: "rename",
		old:  served{set: books1[book1], title: "title"},
		new:  served{set: books1[named], title: "name"},
	},
	{
		name: "rename of a unique column",
		old:  served{set: books1[codeUnique], title: "title", code: "code", form: "c%d", nulls: true},
		new:  served{set: books1[keyRenamed], title: "title", code: "key", form: "c%d", nulls: true},
	},
	{
		name:    "another type",
		old:     served{set: books1[codeText], title: "title", code: "code", form: "1%d"},
		new:     served{set: books1[codeBeside], title: "title", code: "code", form: "1%d", isNumber: true},
		changed: books1[codeNumber],
	},
	{
		name: "required",
		old:  served{set: books1[codeOptional], title: "title", code: "code", form: "c%d", nulls: true},
		new:  served{set: books1[codeText], title: "title", code: "code", form: "c%d"},
	},
	{
		name: "optional",
		old:  served{set: books1[codeText], title: "title", code: "code", form: "c%d"},
		new:  served{set: books1[codeOptional], title: "title", code: "code", form: "c%d", nulls: true},
	},
	{
		name: "drop",
		old:  served{set: books1[codeText], title: "title", code: "code", form: "c%d"},
		new:  served{set: books1[book1], title: "title"},
	},
	{
		name: "new and required",
		old:  served{set: books1[book1], title: "title"},
		new:  served{set: books1[codeText], title: "title", code: "code", form: "c%d"},
	},
	{
		name: "unique",
		old:  served{set: books1[codeOptional], title: "title", code: "code", form: "c%d", nulls: true},
		new:  served{set: books1[codeUnique], title: "title", code: "code", form: "c%d", nulls: true},
	},
}

// books1 declares books in the table works.
func books1[T any]() *rest.Set { return books[T]("works") }

// Declarations change while both versions serve, each in processes of its own behind a load balancer, by the steps that migrate
// lint prints, or by the migration where it prints none: first expand, then deploy, then contract. No request fails, and both
// versions show what the other has written.
func TestDeploy(t *testing.T) {
	rows := int64(1_000)
	if require.Has("years") {
		rows = 100_000
	}
	for _, d := range deployments {
		for dialect, address := range addresses(t) {
			t.Run(d.name+"/"+dialect, func(t *testing.T) { d.run(t, dialect, address, rows) })
		}
	}
}

// run makes the change on a database with rows.
func (d deployment) run(t *testing.T, dialect, address string, rows int64) {
	expand, contract := d.steps(t, dialect)
	first, expanded, contracted := d.folders(t, dialect, expand, contract)
	f := newFleet(t, d, address)
	f.command("old", first, "migrate", "up")
	db, _ := open(t, dialect, first, address)
	columns, values := "title", "'title ' || i"
	if d.old.code != "" {
		columns, values = columns+", code", values+", '"+strings.Replace(d.old.form, "%d", "' || i", 1)
	}
	databasetest.Exec(t, db, fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) INSERT INTO works (%s) SELECT %s FROM n", rows, columns, values))
	f.replace("", "old", first)
	f.replace("", "old", first)
	end := f.load(rows)
	for _, step := range []func(){
		func() { f.command("new", expanded, "migrate", "up") },
		func() { f.replace("old", "old", first) }, // it is started anew in the meantime
		func() { f.replace("old", "new", expanded) },
		func() { f.replace("old", "new", expanded) },
		func() { f.command("new", contracted, "migrate", "up") },
		func() { f.replace("new", "new", contracted) },
	} {
		f.await(300)
		step()
	}
	f.await(300)
	end()
	f.judge()
	if t.Failed() {
		t.Logf("the steps:\n%s\n%s", expand, contract)
	}
}

// folders writes the migrations of the release before the change, of that with the new version, and of that which ends the change.
func (d deployment) folders(t *testing.T, dialect, expand, contract string) (first, expanded, contracted string) {
	t.Helper()
	write := func(folder string, at int, set *rest.Set) {
		compiled, err := set.Compile()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := steps.Write(steps.Request{Folder: folder, Name: "books", Tables: compiled.Tables, Now: day(at), Sure: true, Options: steps.Options{Drop: true}}); err != nil {
			t.Fatal(err)
		}
	}
	first, declared := t.TempDir(), t.TempDir()
	write(first, 0, d.old.set())
	for _, folder := range []*string{&expanded, &contracted} {
		*folder = t.TempDir()
		if err := os.CopyFS(*folder, os.DirFS(first)); err != nil {
			t.Fatal(err)
		}
	}
	write(declared, 0, d.old.set())
	write(declared, 1, d.new.set())
	state := read(t, filepath.Join(declared, steps.StateFile))
	for _, folder := range []string{expanded, contracted} {
		put(t, folder, dialect, 1, "expand", expand)
		if err := os.WriteFile(filepath.Join(folder, steps.StateFile), state, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put(t, contracted, dialect, 2, "contract", contract)
	return first, expanded, contracted
}

// alone precedes a statement that has a file without a transaction.
const alone = "-- in a file with NO TRANSACTION\n"

// put writes printed steps into files of migrations: statements behind a comment about it have a file each.
func put(t *testing.T, folder, dialect string, at int, name, text string) {
	t.Helper()
	when := day(at)
	file := func(of, head, text string) {
		content := head + "-- +goose Up\n" + text + "\n-- +goose Down\nSELECT 1;\n"
		if err := os.WriteFile(filepath.Join(folder, of, fmt.Sprintf("%d_%s.sql", version(when), name)), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for i, part := range strings.Split(text, alone) {
		if i > 0 {
			var single string
			single, part, _ = strings.Cut(part, "\n")
			file(dialect, "-- +goose NO TRANSACTION\n", single)
			when = when.Add(time.Second)
		}
		if strings.Contains(part, ";") {
			file(dialect, "", part)
			for of := range databasetest.Addresses() {
				if _, err := os.Stat(filepath.Join(folder, of)); err == nil && of != dialect {
					file(of, "", "SELECT 1;")
				}
			}
			when = when.Add(time.Second)
		}
	}
}

// steps returns the steps of a change before and after the deployment.
func (d deployment) steps(t *testing.T, dialect string) (expand, contract string) {
	t.Helper()
	folder := t.TempDir()
	changed := d.new.set
	if d.changed != nil {
		changed = d.changed
	}
	var files []string
	for i, set := range []*rest.Set{d.old.set(), changed()} {
		compiled, err := set.Compile()
		if err != nil {
			t.Fatal(err)
		}
		w, err := steps.Write(steps.Request{Folder: folder, Name: "step", Tables: compiled.Tables, Now: day(i), Sure: true, Options: steps.Options{Drop: true}})
		if err != nil {
			t.Fatal(err)
		}
		files = w.Files
	}
	state, err := steps.StateIn(folder, dialect)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if filepath.Base(filepath.Dir(file)) != dialect {
			continue
		}
		content := string(read(t, file))
		own, _, _ := strings.Cut(content, "-- +goose Down")
		_, own, _ = strings.Cut(own, "-- +goose Up\n")
		for _, finding := range steps.Lint(dialect, content, state) {
			first, last, is := strings.Cut(finding.Instead, "-- 3. contract")
			switch {
			case is:
				first, _, _ = strings.Cut(first, "-- +goose Down")
				return first, "--" + last
			case strings.Contains(finding.Problem, "leaves the column out"):
				own, contract = strings.ReplaceAll(own, finding.Statement+";", ""), finding.Statement+";"
			case strings.Contains(finding.Instead, "ADD COLUMN"):
				own, _, _ = strings.Cut(finding.Instead, "-- +goose Down")
				return own, ""
			}
		}
		if strings.Contains(content, "NO TRANSACTION") {
			own = alone + strings.ReplaceAll(strings.TrimSpace(own), "\n", "\n"+alone)
		}
		expand += own
	}
	return expand, contract
}
