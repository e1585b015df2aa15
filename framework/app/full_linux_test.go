// Tests of commands and a service on a full disk.

package app

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// A command for which a disk has no room says so, and leaves nothing half done; a service answers 503 to writes. Both go on
// once there is room.
func TestFullDisk(t *testing.T) {
	t.Chdir(t.TempDir())
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=4m"); err != nil {
		t.Skipf("no small disk: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(disk, 0) })
	at := func(name string) string { return filepath.Join(disk, name) }
	ballast := at("ballast")
	fill := func() {
		t.Helper()
		file, err := os.OpenFile(ballast, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		for block := make([]byte, 1024); err == nil; {
			_, err = file.Write(block)
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
	}
	names := func() (list []string) {
		entries, err := os.ReadDir(disk)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if name := e.Name(); !strings.HasSuffix(name, "-shm") && !strings.HasSuffix(name, "-wal") { // of SQLite
				list = append(list, name)
			}
		}
		return list
	}
	run := func(code int, words string) string {
		t.Helper()
		_, stderr := callOf(t, ours(), rated(), code, env("PASSWORD", "a long password"), strings.Fields(words)...)
		return stderr
	}

	rows := &strings.Builder{}
	for i := range 500 {
		fmt.Fprintf(rows, `{"table":"tasks","row":{"title":"%d %s"}}`+"\n", i, strings.Repeat("x", 2000))
	}
	for name, text := range map[string]string{
		"rows.ndjson":               rows.String(),
		"steps/sqlite/1_first.sql":  "-- +goose Up\nCREATE TABLE tasks (id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT;\nINSERT INTO tasks VALUES (1, 'a');\n",
		"steps/sqlite/2_second.sql": "-- +goose Up\nDELETE FROM tasks;\nCREATE TABLE large AS SELECT zeroblob(1000000) AS x;\n",
	} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	run(0, "migrate up-to 1 --folder steps --database "+at("steps.sqlite"))
	service := "http://" + process(t, at("x.sqlite"))
	post := func(title string, want int) {
		t.Helper()
		answer, err := http.PostForm(service+"/tasks/", url.Values{"title": {title}})
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("a write: got %d, want %d", answer.StatusCode, want)
		}
	}
	post("first", http.StatusCreated)
	run(0, "backup backup.tar.zst --database "+at("x.sqlite"))

	fill()
	before := names()
	post(strings.Repeat("x", 10_000), http.StatusServiceUnavailable)
	for _, words := range []string{
		"migrate up --folder steps --database DISK/steps.sqlite",
		"user list --database DISK/steps.sqlite", // there is no room for the index of its log
		"backup DISK/b.tar.zst --database DISK/x.sqlite",
		"restore backup.tar.zst --database DISK/y.sqlite",
		"dump --database DISK/x.sqlite -o DISK/rows.ndjson",
		"dump --database DISK/x.sqlite --format csv -o DISK/rows",
		"inspect DISK/x.sqlite --table tasks -o DISK/tasks.go",
		"load rows.ndjson --database DISK/x.sqlite",
		"load rows.ndjson --database DISK/x.sqlite --batch 10",
		"seed --rows 5000 --database DISK/x.sqlite",
	} {
		stderr := run(1, strings.ReplaceAll(words, "DISK", disk))
		if !strings.HasSuffix(stderr, "; the disk is full: make room, and run the command again\n") || strings.Contains(stderr, "not an error") {
			t.Errorf("%s: got %s", words, stderr)
		}
		if after := names(); !slices.Equal(after, before) {
			t.Errorf("%s: got the files %s, want %s", words, after, before)
		}
	}
	answer, err := http.Get(service + "/tasks/1/") // lists are counted in the database
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	if err != nil || answer.StatusCode != http.StatusOK || !strings.Contains(string(text), `"first"`) {
		t.Errorf("a record: got %d %s, error %v, want the row from before", answer.StatusCode, text, err)
	}

	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	post("second", http.StatusCreated)
	run(0, "load rows.ndjson --database "+at("x.sqlite"))
	run(0, "migrate up --folder steps --database "+at("steps.sqlite"))
	post("third", http.StatusCreated)
	if stdout, _ := callOf(t, ours(), rated(), 0, env(), "dump", "--database", at("x.sqlite")); strings.Count(stdout, "\n") != 503 {
		t.Errorf("got %d rows, want 503", strings.Count(stdout, "\n"))
	}
}
