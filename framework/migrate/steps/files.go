// The files of versioned migrations.

package steps

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/schema"
)

// StateFile is the name of the file with the states after the last migration, in the folder of the migrations.
const StateFile = "state.json"

// Dialects are the databases that migrations are written for; each has a folder.
var Dialects = []string{"sqlite", "postgres"}

// version is the layout of a version: its time.
const version = "20060102150405"

// Written is what Write has done.
type Written struct {
	Files   []string // paths, in the order in which they run
	Guesses []Guess  // columns and tables that may be renamed ones; if there are any, nothing was written
}

// Request asks for a migration.
type Request struct {
	Folder string // with a folder for each database, and the file of the states
	Name   string // lower-case letters, digits and underscores
	Tables []schema.Table
	Now    time.Time
	Options
	// Sure means that Renames has all renames: other columns and tables are new.
	Sure bool
	// Empty writes files without statements, to be written by hand, if there is nothing to do.
	Empty bool
}

// fileName matches the name of a migration.
var fileName = regexp.MustCompile(`^[a-z0-9][a-z0-9_]*$`)

// Write compares the declarations with the states in the folder, and writes the next migration for each database: a file,
// and on PostgreSQL a second one for what runs without a transaction. It writes nothing if there is nothing to do. If one
// file cannot be written, it removes the others: the next run of the migrations would find a part of a migration.
func Write(r Request) (Written, error) {
	if !fileName.MatchString(r.Name) {
		return Written{}, fmt.Errorf("the name %q of a migration needs lower-case letters, digits and underscores, such as add_due_dates", r.Name)
	}
	states, err := readStates(r.Folder)
	if err != nil {
		return Written{}, err
	}
	if !r.Sure {
		if guesses := Guesses(states["postgres"], migrate.StateOf("postgres", r.Tables), r.Options); len(guesses) > 0 {
			return Written{Guesses: guesses}, nil
		}
	}
	made := map[string]Steps{}
	needed, after := false, false
	for _, dialect := range Dialects {
		if made[dialect], err = Between(dialect, states[dialect], migrate.StateOf(dialect, r.Tables), r.Options); err != nil {
			return Written{}, err
		}
		needed, after = needed || !made[dialect].Empty(), after || len(made[dialect].After) > 0
	}
	if !needed && !r.Empty {
		return Written{}, nil
	}
	if r.Now, err = behindLast(r.Folder, r.Now); err != nil {
		return Written{}, err
	}
	var w Written
	for _, dialect := range Dialects {
		states[dialect] = made[dialect].State
		steps := made[dialect]
		if !needed {
			steps.Up = []string{"-- Write the statements here, each with a semicolon at its end."}
			steps.Down = []string{"-- Write what undoes them, or SELECT 1; if nothing has to be undone. Without it the migration cannot be undone."}
		}
		if err = w.steps(r, dialect, steps, after); err != nil {
			break
		}
	}
	if err == nil {
		err = writeStates(r.Folder, states)
	}
	if err != nil {
		return Written{}, errors.Join(err, w.remove())
	}
	return w, nil
}

// steps writes the files of a dialect; after reports whether the migration has a second file.
func (w *Written) steps(r Request, dialect string, s Steps, after bool) error {
	if err := w.file(r, dialect, 0, r.Name, text(orNothing(s.Up), orNothing(s.Down), true)); err != nil || !after {
		return err
	}
	return w.file(r, dialect, time.Second, r.Name+"_concurrently", text(orNothing(s.After), orNothing(s.Undo), len(s.After) == 0))
}

// remove removes the files.
func (w *Written) remove() (err error) {
	for _, path := range w.Files {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}

// behindLast returns a moment behind the versions in a folder: two migrations of one second would have one version.
func behindLast(folder string, now time.Time) (time.Time, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*", "*.sql"))
	for _, file := range files {
		word, _, _ := strings.Cut(filepath.Base(file), "_")
		if at, err := time.Parse(version, word); err == nil && !now.After(at.Add(time.Second-1)) {
			now = at.Add(time.Second)
		}
	}
	return now, err
}

// orNothing returns statements, or one that does nothing: goose takes a file without a way back for one that has none.
func orNothing(statements []string) []string {
	if len(statements) > 0 {
		return statements
	}
	return []string{"-- nothing to do", "SELECT 1"}
}

// file writes one file.
func (w *Written) file(r Request, dialect string, later time.Duration, name, content string) error {
	path := filepath.Join(r.Folder, dialect, r.Now.UTC().Add(later).Format(version)+"_"+name+".sql")
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	w.Files = append(w.Files, path)
	_, err = f.WriteString(content)
	return errors.Join(err, f.Close())
}

// text returns the content of a file, with the annotations of goose.
func text(up, down []string, transaction bool) string {
	var b strings.Builder
	if !transaction {
		b.WriteString("-- +goose NO TRANSACTION\n")
	}
	for _, way := range []struct {
		name       string
		statements []string
	}{{"Up", up}, {"Down", down}} {
		b.WriteString("-- +goose " + way.name + "\n")
		for _, statement := range way.statements {
			switch {
			case strings.HasPrefix(statement, "-- "):
				b.WriteString(statement + "\n")
			case strings.Contains(statement, ";"): // a function or a trigger
				b.WriteString(block(statement) + "\n")
			default:
				b.WriteString(statement + ";\n")
			}
		}
		if way.name == "Up" {
			b.WriteString("\n")
		}
	}
	return b.String()
}

// block returns a statement with semicolons in it, such as a function or a trigger, with the annotations of goose around it.
func block(statement string) string {
	return "-- +goose StatementBegin\n" + statement + ";\n-- +goose StatementEnd"
}

// readStates reads the states of a folder; those of a folder without any are empty.
func readStates(folder string) (map[string]migrate.State, error) {
	states := map[string]migrate.State{}
	content, err := os.ReadFile(filepath.Join(folder, StateFile))
	if errors.Is(err, fs.ErrNotExist) {
		return states, nil
	}
	if err == nil {
		err = json.Unmarshal(content, &states)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(folder, StateFile), err)
	}
	return states, nil
}

// StateIn returns the state of a database that the migrations in a folder lead to; it is empty for a folder without states.
func StateIn(folder, dialect string) (migrate.State, error) {
	states, err := readStates(folder)
	return states[dialect], err
}

// Current reports whether the states in a folder of a file system are what declarations ask for on a database, so that
// Write would have nothing to write for it. A folder without states is an error.
func Current(fsys fs.FS, folder, dialect string, tables []schema.Table) (bool, error) {
	content, err := fs.ReadFile(fsys, path.Join(folder, StateFile))
	if err != nil {
		return false, err
	}
	states := map[string]migrate.State{}
	if err := json.Unmarshal(content, &states); err != nil {
		return false, fmt.Errorf("%s: %w", path.Join(folder, StateFile), err)
	}
	between, err := Between(dialect, states[dialect], migrate.StateOf(dialect, tables), Options{})
	return err == nil && between.Empty(), err
}

// writeStates replaces the file of the states.
func writeStates(folder string, states map[string]migrate.State) error {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "\t")
	if err := encoder.Encode(states); err != nil {
		return err
	}
	path := filepath.Join(folder, StateFile)
	err := os.WriteFile(path+".new", []byte(b.String()), 0o666)
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		_ = os.Remove(path + ".new") // it may not be there
	}
	return err
}
