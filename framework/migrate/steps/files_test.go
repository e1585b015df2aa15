// Tests of the files of migrations.

package steps_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/migrate/steps"
	"example.com/resourceful/framework/schema"
)

// Files follow each other by the state, ask about renames, and have the parts without a transaction in a second file.
func TestWrite(t *testing.T) {
	folder := t.TempDir()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	write := func(name string, opts steps.Options, sure bool, columns ...schema.Column) steps.Written {
		t.Helper()
		now = now.Add(time.Minute)
		written, err := steps.Write(steps.Request{
			Folder: folder, Name: name, Now: now, Options: opts, Sure: sure,
			Tables: []schema.Table{{Name: "books", Columns: append([]schema.Column{key}, columns...)}},
		})
		if err != nil {
			t.Fatal(err)
		}
		return written
	}
	read := func(file string) string {
		t.Helper()
		content, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	if got := write("first", steps.Options{}, false, text("title")); len(got.Files) != 2 {
		t.Errorf("first: got %v, want a file for each database", got.Files)
	}
	if got := read("sqlite/20260102030505_first.sql"); !strings.HasPrefix(got, "-- +goose Up\nCREATE TABLE \"account_links\" (") || !strings.Contains(got, "\n\n-- +goose Down\nDROP TABLE") {
		t.Errorf("first: got %.200q", got)
	}
	if got := write("again", steps.Options{}, false, text("title")); len(got.Files) != 0 {
		t.Errorf("again: got %v, want nothing", got.Files)
	}
	got := write("renamed", steps.Options{}, false, text("caption"))
	if len(got.Files) != 0 || len(got.Guesses) != 1 || got.Guesses[0] != (steps.Guess{New: "books.caption", Former: "title"}) {
		t.Errorf("renamed: got %+v, want a question", got)
	}
	write("renamed", steps.Options{Renames: map[string]string{"books.caption": "title"}}, true, text("caption"))
	if got, want := read("postgres/20260102030805_renamed.sql"), "-- +goose Up\nALTER TABLE \"books\" RENAME COLUMN \"title\" TO \"caption\";\n\n-- +goose Down\nALTER TABLE \"books\" RENAME COLUMN \"caption\" TO \"title\";\n"; got != want {
		t.Errorf("renamed: got %q, want %q", got, want)
	}
	if got := write("uniquely", steps.Options{}, false, with(text("caption"), unique)); len(got.Files) != 4 {
		t.Errorf("unique: got %v, want two files for each database", got.Files)
	}
	if got, want := read("postgres/20260102030906_uniquely_concurrently.sql"), "-- +goose NO TRANSACTION\n-- +goose Up\nDROP INDEX CONCURRENTLY IF EXISTS \"books_caption_key\";\nCREATE UNIQUE INDEX CONCURRENTLY \"books_caption_key\" ON \"books\" (\"caption\");\n\n-- +goose Down\nDROP INDEX CONCURRENTLY IF EXISTS \"books_caption_key\";\n"; got != want {
		t.Errorf("unique: got %q, want %q", got, want)
	}
	was := text("heading")
	was.Was = "caption"
	if got := write("new_beside_renamed", steps.Options{}, false, with(was, unique), text("shelf")); len(got.Guesses) != 0 || len(got.Files) == 0 {
		t.Errorf("a new column beside a renamed one: got %+v, want files and no question", got)
	}
	if _, err := steps.Write(steps.Request{Folder: folder, Name: "Not a name"}); err == nil || !strings.Contains(err.Error(), "lower-case letters") {
		t.Errorf("a wrong name: got %v", err)
	}
	if err := os.WriteFile(filepath.Join(folder, steps.StateFile), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := steps.Write(steps.Request{Folder: folder, Name: "broken"}); err == nil || !strings.Contains(err.Error(), steps.StateFile) {
		t.Errorf("a broken state: got %v", err)
	}
}

// A migration of which one file cannot be written leaves none, in whichever folder that is.
func TestWriteFails(t *testing.T) {
	for _, blocked := range []string{"sqlite", "postgres", steps.StateFile} {
		folder := t.TempDir()
		at := filepath.Join(folder, blocked)
		if blocked == steps.StateFile {
			at = filepath.Join(folder, steps.StateFile+".new", "x") // a folder in the place of the file
		}
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		written, err := steps.Write(steps.Request{
			Folder: folder, Name: "first", Now: time.Now(), Tables: []schema.Table{{Name: "books", Columns: []schema.Column{key, with(text("title"), unique)}}},
		})
		if err == nil || len(written.Files) > 0 {
			t.Errorf("%s: got %v, error %v, want an error", blocked, written.Files, err)
		}
		if left, _ := filepath.Glob(filepath.Join(folder, "*", "*.sql")); len(left) > 0 {
			t.Errorf("%s: %v are left", blocked, left)
		}
	}
}
