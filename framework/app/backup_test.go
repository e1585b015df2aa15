// Tests of the commands backup and restore.

package app

import (
	"bytes"
	"context"
	"io"
	mimeform "mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/backup"
	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
)

// Scanned has a file.
type Scanned struct {
	ID    int64     `rest:"id,readonly"`
	Title string    `rest:"title"`
	Scan  rest.File `rest:"scan,optional"`
}

func sheets() []*rest.Set {
	return []*rest.Set{
		rest.NewSet("sheets", rest.ViewSet[Scanned]{Path: "/sheets/", Access: permission.Anyone}),
		tasks("tasks"),
	}
}

// callSheets runs a command of a program that serves sheets.
func callSheets(t *testing.T, wantCode int, args ...string) (stdout, stderr string) {
	t.Helper()
	return callOf(t, ours(), sheets(), wantCode, env(), args...)
}

// serveSheets serves sheets from the database x.sqlite.
func serveSheets(t *testing.T, args ...string) *running {
	t.Helper()
	s := beginOf(t, ours(), sheets(), env(), append([]string{"--database", "x.sqlite"}, args...)...)
	s.serving(t)
	return s
}

func (s *running) end(t *testing.T) {
	t.Helper()
	s.stop()
	s.wait(t)
}

// addSheet creates a sheet with a file.
func (s *running) addSheet(t *testing.T, title, content string) {
	t.Helper()
	var form bytes.Buffer
	w := mimeform.NewWriter(&form)
	part, err := w.CreateFormFile("scan", "scan.txt")
	if err == nil {
		_, err = io.WriteString(part, content)
	}
	if err == nil {
		err = w.WriteField("title", title)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.Post("http://"+s.address+"/sheets/", w.FormDataContentType(), &form)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if text, _ := io.ReadAll(r.Body); r.StatusCode != http.StatusCreated {
		t.Fatalf("got %d: %s", r.StatusCode, text)
	}
}

// get reads a path of the service.
func (s *running) get(t *testing.T, path string) string {
	t.Helper()
	r, err := http.Get("http://" + s.address + path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var scanOf = regexp.MustCompile(`"scan":\s*"?\{?[^}]*?http://[^/]+(/[^"]+)"`)

// A backup during the service restores its rows and files, and refuses to take the place of a database that is in use.
func TestBackupAndRestore(t *testing.T) {
	t.Chdir(t.TempDir())
	service := serveSheets(t)
	service.addSheet(t, "first", "the first scan")
	stdout, stderr := callSheets(t, 0, "backup", "x.tar.zst", "--database", "x.sqlite")
	if !regexp.MustCompile(`^x\.tar\.zst: SQLite, file x\.sqlite with 1 file, [\d.]+ kB in \S+\n$`).MatchString(stdout) || stderr != "" {
		t.Errorf("backup: got %q and %q", stdout, stderr)
	}
	service.addSheet(t, "second", "the second scan")
	restore := []string{"restore", "x.tar.zst", "--database", "x.sqlite"}
	if _, stderr := callSheets(t, 1, restore...); stderr != "resourceful: there is a database: x.sqlite; --replace keeps it under another name, and restores the archive in its place\n" {
		t.Errorf("a database is there: got %q", stderr)
	}
	if _, stderr := callSheets(t, 1, append(restore, "--replace")...); stderr != "resourceful: x.sqlite: a program has the database open; stop the service first\n" {
		t.Errorf("a service runs: got %q", stderr)
	}
	if got := service.get(t, "/sheets/"); !strings.Contains(got, "second") {
		t.Errorf("after a refused restore: got %s", got)
	}
	service.end(t)
	if err := os.RemoveAll("x.sqlite.files"); err != nil {
		t.Fatal(err)
	}
	stdout, _ = callSheets(t, 0, append(restore, "--replace")...)
	m := regexp.MustCompile(`^SQLite, file x\.sqlite: as of \S+Z, with 1 file\nThe former database is (x\.sqlite\.before-\S+)\n$`).FindStringSubmatch(stdout)
	if m == nil {
		t.Fatalf("restore: got %q", stdout)
	}
	service = serveSheets(t)
	got := service.get(t, "/sheets/")
	if !strings.Contains(got, "first") || strings.Contains(got, "second") {
		t.Errorf("restored %s", got)
	}
	if link := scanOf.FindStringSubmatch(got); link == nil {
		t.Errorf("no link of a scan in %s", got)
	} else if content := service.get(t, link[1]); content != "the first scan" {
		t.Errorf("restored the scan %q of %s", content, link[1])
	}
	service.end(t)
	callSheets(t, 0, "restore", "x.tar.zst", "--database", "y.sqlite")
	if out, _ := callSheets(t, 0, "check", "sheets", "--database", m[1]); !strings.Contains(out, "as the declarations ask for") {
		t.Errorf("the former database: %s", out)
	}
}

// A damaged database that another process serves is not replaced either, until that process ends.
func TestRestoreOverDamagedDatabase(t *testing.T) {
	t.Chdir(t.TempDir())
	tasks := func(code int, args ...string) (stdout, stderr string) {
		return callOf(t, ours(), rated(), code, env(), append(args, "--database", "x.sqlite")...)
	}
	tasks(0, "migrate")
	tasks(0, "backup", "x.tar.zst")
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	_, end := startProcess(t, filepath.Join(dir, "x.sqlite"))
	file, err := os.OpenFile("x.sqlite", os.O_WRONLY, 0)
	if err == nil {
		_, err = file.WriteString(strings.Repeat("damage ", 1000))
	}
	if err != nil {
		t.Fatal(err)
	}
	file.Close()
	if _, stderr := tasks(1, "restore", "x.tar.zst", "--replace"); stderr != "resourceful: x.sqlite: a program has the database open; stop the service first\n" {
		t.Errorf("got %q", stderr)
	}
	end()
	if out, _ := tasks(0, "restore", "x.tar.zst", "--replace"); !strings.Contains(out, "The former database is x.sqlite.before-") {
		t.Errorf("got %q", out)
	}
	tasks(0, "check")
}

// A running service keeps the files of rows that are deleted while a backup copies these.
func TestBackupKeepsFilesOfService(t *testing.T) {
	t.Chdir(t.TempDir())
	service := serveSheets(t)
	service.addSheet(t, "first", "the first scan")
	db, err := database.Open(t.Context(), "x.sqlite", database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	store, err := files.Folder("x.sqlite.files")
	if err != nil {
		t.Fatal(err)
	}
	deleting := beforeOpen{store, func() {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, "http://"+service.address+"/sheets/1/", nil)
		if err != nil {
			t.Fatal(err)
		}
		w, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if w.Body.Close(); w.StatusCode != http.StatusNoContent {
			t.Errorf("delete: got %d", w.StatusCode)
		}
	}}
	done, err := backup.Write(t.Context(), "x.tar.zst", backup.Source{DB: db, Files: deleting, Head: backup.Head{Set: "sheets"}})
	if err != nil || done.Files != 1 || done.Lost != 0 {
		t.Errorf("got %+v, error %v, want the file of the deleted row", done, err)
	}
}

// beforeOpen is a store in which something happens before a file is read.
type beforeOpen struct {
	files.Store
	do func()
}

func (b beforeOpen) Open(ctx context.Context, key string) (io.ReadSeekCloser, error) {
	b.do()
	return b.Store.Open(ctx, key)
}

// What cannot be saved or restored is one sentence that says why, and changes nothing.
func TestBackupMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	callSheets(t, 0, "migrate", "sheets", "--database", "x.sqlite")
	callSheets(t, 0, "migrate", "tasks", "--database", "tasks.sqlite")
	callSheets(t, 0, "backup", "x.tar.zst", "--database", "x.sqlite")
	callSheets(t, 0, "backup", "tasks.tar.zst", "--config", "tasks")
	whole, err := os.ReadFile("x.tar.zst")
	if err == nil {
		err = os.WriteFile("half.tar.zst", whole[:len(whole)-5], 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	db, err := database.Open(t.Context(), "tasks.sqlite", database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := backup.Write(t.Context(), "other.tar.zst", backup.Source{DB: db, Head: backup.Head{Set: "sheets", Program: "resourceful 2"}}); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ args, want string }{
		{"backup x.sqlite --database x.sqlite", "backup to x.sqlite: that is the database; name another file"},
		{"backup tasks.sqlite --database x.sqlite", "backup to tasks.sqlite: that file is there and is not an archive of a database; name another one"},
		{"backup z.tar.zst --database none.sqlite", "backup: there is no file none.sqlite"},
		{"backup none/z.tar.zst --database x.sqlite", "backup to none/z.tar.zst: copy the database: open none/z.tar.zst.part.sqlite: no such file or directory"},
		{"backup z.tar.zst --database postgres://u:secret@h/d", `backup: the database is PostgreSQL, whose own programs save it: copy the files of the rows, run "pg_dump`},
		{"restore x.tar.zst --database postgres://u:secret@h/d", `restore: the database is PostgreSQL, whose own programs restore it: run "pg_restore`},
		{"restore none.tar.zst --database z.sqlite", "restore none.tar.zst: open none.tar.zst: no such file or directory"},
		{"restore half.tar.zst --database z.sqlite", "restore half.tar.zst: the archive cannot be restored: its end is missing; copy the whole file"},
		{"restore tasks.sqlite --database z.sqlite", "restore tasks.sqlite: the archive cannot be restored: tasks.sqlite is not a backup, or its beginning is damaged"},
		{"restore tasks.tar.zst --database z.sqlite", "restore tasks.tar.zst: the archive is of configuration tasks, and not of sheets; --config names the configuration"},
		{"restore other.tar.zst --database z.sqlite", "restore other.tar.zst: the archive is of another program, resourceful 2: it has none of the tables of sheets"},
		{"backup z.tar.zst --database tasks.sqlite", "backup: tasks.sqlite has none of the tables of sheets; name its database by --database"},
	} {
		if _, stderr := callSheets(t, 1, strings.Fields(tt.args)...); !strings.HasPrefix(stderr, "resourceful: "+tt.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s\n got %s\nwant %s", tt.args, stderr, tt.want)
		}
	}
	if left, _ := filepath.Glob("z*"); len(left) > 0 {
		t.Errorf("mistakes have left %q", left)
	}
}

// PostgreSQL's own programs save and restore its database, as the page about operating says.
func TestBackupOfPostgres(t *testing.T) {
	t.Chdir(t.TempDir())
	address, other := pg.Postgres(t), pg.Postgres(t)
	programs, err := pg.Programs()
	if err != nil {
		t.Skip(err)
	}
	run := func(name string, args ...string) {
		t.Helper()
		if strings.HasPrefix(name, "pg_") {
			name = filepath.Join(programs, name)
		}
		if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
			t.Fatalf("%s %q: %v\n%s", name, args, err, out)
		}
	}
	service := beginOf(t, ours(), sheets(), env(), "--database", address, "--files", "files")
	service.serving(t)
	service.addSheet(t, "first", "the first scan")
	run("cp", "--recursive", "--update", "files", "saved")
	run("pg_dump", "--format=custom", "--file=resourceful.dump", address)
	run("cp", "--recursive", "--update", "files/.", "saved/")
	service.end(t)
	run("pg_restore", "--clean", "--if-exists", "--no-owner", "--dbname="+other, "resourceful.dump")
	run("cp", "--recursive", "saved", "restored")
	service = beginOf(t, ours(), sheets(), env(), "--database", other, "--files", "restored")
	service.serving(t)
	got := service.get(t, "/sheets/")
	if link := scanOf.FindStringSubmatch(got); link == nil || service.get(t, link[1]) != "the first scan" {
		t.Errorf("restored %s", got)
	}
	service.addSheet(t, "second", "x")
}
