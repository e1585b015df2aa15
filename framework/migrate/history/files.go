// The migration files of a set, and its steps in Go.

package history

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/pressly/goose/v3"
)

// Files are the migrations of a set for one kind of database: files with the annotations of goose, and steps in Go.
type Files struct {
	folder    string // of the set, such as migrations
	dialect   string
	fsys      fs.FS            // the folder of the dialect; nil if there is none
	byVersion map[int64]source // files and steps in Go
	inGo      []*goose.Migration
	// elsewhere are the names of the versions that only the folder of the other database has. onlyHere are those that it
	// lacks, if it has some.
	elsewhere map[int64]string
	onlyHere  map[int64]bool
}

// source is one migration.
type source struct {
	name         string // of the file, without its version and its extension
	path         string
	sum          string // "" for a step in Go
	hasDown      bool
	unwritten    bool // the up step has no statement
	transactions bool // the file runs in a transaction
}

// Read reads the migrations of a set for a dialect. They are in a folder of the dialect, such as migrations/postgres;
// those of a program with several sets are in migrations/SET/postgres. A file system may also begin within migrations.
func Read(fsys fs.FS, set string, onlySet bool, dialect string) (*Files, error) {
	f := &Files{folder: findFolder(fsys, set, onlySet), dialect: dialect, elsewhere: map[int64]string{}, onlyHere: map[int64]bool{}}
	var err error
	if f.byVersion, err = readFolder(fsys, f.path(dialect)); err != nil {
		return nil, err
	}
	if isFolder(fsys, f.path(dialect)) {
		if f.fsys, err = fs.Sub(fsys, f.path(dialect)); err != nil {
			return nil, err
		}
	}
	others, err := readFolder(fsys, f.path(f.other()))
	if err != nil {
		return nil, err
	}
	// A program of one kind of database has one folder, and a file without a transaction is for one kind.
	for version, other := range others {
		if _, both := f.byVersion[version]; !both && other.transactions {
			f.elsewhere[version] = other.name
		}
	}
	for version, own := range f.byVersion {
		if _, both := others[version]; !both && own.transactions && len(others) > 0 {
			f.onlyHere[version] = true
		}
	}
	if f.inGo, err = registered(set, onlySet); err != nil {
		return nil, err
	}
	for _, step := range f.inGo {
		if file, twice := f.byVersion[step.Version]; twice {
			return nil, fmt.Errorf("version %d is a file and a step in Go: %s and %s; give one of them another version", step.Version, file.path, path.Base(step.Source))
		}
		name := strings.TrimSuffix(path.Base(step.Source), ".go")
		_, name, _ = strings.Cut(name, "_")
		f.byVersion[step.Version] = source{name: name, path: step.Source, hasDown: step.DownFnContext != nil || step.DownFnNoTxContext != nil, transactions: step.UpFnNoTxContext == nil && step.DownFnNoTxContext == nil}
	}
	return f, nil
}

func (f *Files) path(dialect string) string { return path.Join(f.folder, dialect) }

// other returns the other dialect.
func (f *Files) other() string {
	if f.dialect == "postgres" {
		return "sqlite"
	}
	return "postgres"
}

// findFolder returns the folder of a set; the default one if there is none.
func findFolder(fsys fs.FS, set string, onlySet bool) string {
	below := []string{set}
	if onlySet {
		below = append(below, "")
	}
	for _, root := range []string{"migrations", "."} {
		for _, name := range below {
			folder := path.Join(root, name)
			if isFolder(fsys, path.Join(folder, "postgres")) || isFolder(fsys, path.Join(folder, "sqlite")) {
				return folder
			}
		}
	}
	return path.Join("migrations", below[len(below)-1])
}

func isFolder(fsys fs.FS, name string) bool {
	info, err := fs.Stat(fsys, name)
	return err == nil && info.IsDir()
}

// fileName matches the name of a migration file.
var fileName = regexp.MustCompile(`^([0-9]+)_([^/]+)\.sql$`)

// readFolder reads the migration files of a folder, or returns all mistakes in their names.
func readFolder(fsys fs.FS, folder string) (map[int64]source, error) {
	found := map[int64]source{}
	paths, err := fs.Glob(fsys, path.Join(folder, "*.sql"))
	if err != nil {
		return nil, err
	}
	var mistakes []error
	for _, at := range paths {
		parts := fileName.FindStringSubmatch(path.Base(at))
		if parts == nil {
			mistakes = append(mistakes, fmt.Errorf("%s: the name of the file begins with no version; write one such as 20261128180000_add_title.sql", at))
			continue
		}
		version, err := strconv.ParseInt(parts[1], 10, 64)
		if err != nil || version == 0 {
			mistakes = append(mistakes, fmt.Errorf("%s: %s is not a version; write the time as in 20261128180000_add_title.sql", at, parts[1]))
			continue
		}
		if first, twice := found[version]; twice {
			mistakes = append(mistakes, fmt.Errorf("%s has the version of %s; give one of them another version", at, first.path))
			continue
		}
		text, err := fs.ReadFile(fsys, at)
		if err != nil {
			return nil, err
		}
		found[version] = readSource(parts[2], at, text)
	}
	return found, errors.Join(mistakes...)
}

// readSource reads what a migration's text says about itself. The sum does not depend on how lines end, which version
// control may change.
func readSource(name, at string, text []byte) source {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	sum := sha256.Sum256(text)
	made := source{name: name, path: at, sum: hex.EncodeToString(sum[:]), transactions: true, unwritten: true}
	down := false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		command, isCommand := strings.CutPrefix(line, "-- +goose ")
		switch command = strings.ToLower(strings.TrimSpace(command)); {
		case isCommand && command == "down":
			down = true
		case isCommand && command == "no transaction":
			made.transactions = false
		case down && line != "" && !strings.HasPrefix(line, "--"):
			made.hasDown = true
		case line != "" && !strings.HasPrefix(line, "--"):
			made.unwritten = false
		}
	}
	return made
}

// registry protects the folder that goose collects steps from, which is global.
var registry sync.Mutex

// registered returns the steps in Go that a program has added with goose.AddMigrationContext. Those of a program with
// several sets are in folders of the sets' names.
func registered(set string, onlySet bool) ([]*goose.Migration, error) {
	registry.Lock()
	defer registry.Unlock()
	goose.SetBaseFS(embed.FS{})
	defer goose.SetBaseFS(nil)
	steps, err := goose.CollectMigrations(".", 0, math.MaxInt64)
	if err != nil && !errors.Is(err, goose.ErrNoMigrationFiles) {
		return nil, err
	}
	return slices.DeleteFunc([]*goose.Migration(steps), func(step *goose.Migration) bool {
		return !onlySet && path.Base(path.Dir(step.Source)) != set
	}), nil
}
