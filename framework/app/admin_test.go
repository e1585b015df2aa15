package app

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/sets"
)

// terminal opens a pair of a terminal and what the person at it sees.
func terminal(t *testing.T) (screen, tty *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("this system has no terminals to open:", err)
	}
	t.Cleanup(func() { screen.Close() })
	if err := unix.IoctlSetPointerInt(int(screen.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(screen.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if tty, err = os.OpenFile(fmt.Sprint("/dev/pts/", n), os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tty.Close() })
	return screen, tty
}

// At a terminal the first password is shown, wherever that is, and no file has it.
func TestFirstPasswordAtTerminal(t *testing.T) {
	for _, stream := range []string{"stdout", "stderr"} {
		t.Run(stream, func(t *testing.T) {
			t.Chdir(t.TempDir())
			screen, tty := terminal(t)
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan int)
			go func() {
				other, args := &output{}, []string{"serve", "--listen", "127.0.0.1:0"}
				if stream == "stdout" {
					ended <- ours().run(ctx, sets.All(), args, strings.NewReader(""), tty, other, env())
				} else {
					ended <- ours().run(ctx, sets.All(), args, strings.NewReader(""), other, tty, env())
				}
			}()
			shown := regexp.MustCompile(`^First start: account "admin" has the password \w{16,}\r?$`)
			lines := bufio.NewScanner(screen)
			for lines.Scan() && !shown.MatchString(lines.Text()) {
			}
			if err := lines.Err(); err != nil {
				t.Error(err)
			}
			if lines.Scan(); strings.TrimSpace(lines.Text()) != "It is shown this once; this sets another: resourceful user password admin" {
				t.Errorf("got %q", lines.Text())
			}
			stop()
			go func() { // or the program would wait for somebody to read the rest
				for lines.Scan() {
				}
			}()
			if code := <-ended; code != 0 {
				t.Errorf("got exit code %d, want 0", code)
			}
			if files, _ := filepath.Glob("*.admin-password*"); len(files) > 0 {
				t.Errorf("got the files %v", files)
			}
		})
	}
}

// The file with the first password is beside the database, and takes the place of none.
func TestFirstPasswordFile(t *testing.T) {
	t.Chdir(t.TempDir())
	dir := t.TempDir()
	older := filepath.Join(dir, "snippets.admin-password")
	if err := os.WriteFile(older, []byte("of another database\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, "--database", filepath.Join(dir, "x.sqlite"))
	if got := s.status(t, "/snippets/", "admin", s.firstPassword(t)); got != 200 {
		t.Errorf("with the password of the file: got %d, want 200", got)
	}
	if text, err := os.ReadFile(older); string(text) != "of another database\n" || err != nil {
		t.Errorf("the older file is %q, %v", text, err)
	}
	if want := " is in the file " + older + "-2\n"; !strings.Contains(s.stdout.String(), want) {
		t.Errorf("got %s, want %s", s.stdout, want)
	}
}

// Where there is no file of a database beside which it could be, it is in the state directory. What
// cannot be written does not keep the service from starting, and the account from getting a password.
func TestFirstPasswordOnPostgres(t *testing.T) {
	t.Chdir(t.TempDir())
	state := t.TempDir()
	s := beginIn(t, env("STATE_DIRECTORY", state+":/other"), "--database", pg.Postgres(t))
	s.serving(t)
	if s.firstPassword(t); !strings.Contains(s.stdout.String(), filepath.Join(state, "snippets.admin-password")) {
		t.Errorf("got %s", s.stdout)
	}

	address := pg.Postgres(t)
	s = beginIn(t, env("STATE_DIRECTORY", filepath.Join(state, "missing")), "--database", address)
	s.serving(t)
	s.stdout.await(t, regexp.MustCompile(`First start: the password of account "admin" could not be written to a file; this sets another: resourceful user password admin --database .*\n`))
	if log := s.log.String(); !strings.Contains(log, "level=WARN") || !strings.Contains(log, "missing/snippets.admin-password: no such file or directory") {
		t.Errorf("got the log %s", log)
	}
	call(t, 0, "another-password", env(), "user", "password", "admin", "--database", address)
	if got := s.status(t, "/snippets/", "admin", "another-password"); got != 200 {
		t.Errorf("with another password: got %d, want 200", got)
	}
}

// The command that the start names finds the database of the service, and holds no secret.
func TestUserCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("my settings.yaml", []byte("database: postgres://u:secret@h/d\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		getenv func(string) string
		args   []string
		want   string
	}{
		{env(), nil, ""},
		{env(), []string{"snippets"}, ""},
		{env(), []string{"directory"}, " --config directory"},
		{env(), []string{"directory", "--database", "it's.sqlite"}, ` --config directory --database 'it'\''s.sqlite'`},
		{env("RESOURCEFUL_DATABASE", "/var/lib/x.sqlite"), nil, " --database /var/lib/x.sqlite"},
		{env("RESOURCEFUL_SETTINGS", "my settings.yaml"), nil, " --settings 'my settings.yaml'"},
		{env(), []string{"--settings", "my settings.yaml"}, " --settings 'my settings.yaml'"},
		{env(), []string{"--settings", "my settings.yaml", "--database", "x"}, " --database x"},
		{env(), []string{"--database", "postgres:///d?host=/run/pg&user=u"}, " --database 'postgres:///d?host=/run/pg&user=u'"},
		{env(), []string{"--database", "postgres://u:secret@h:5/d?sslpassword=secret&sslmode=require"}, " --database 'postgres://u:…@h:5/d?sslpassword=…&sslmode=require'"},
		{env(), []string{"--database", "host=h dbname=d"}, " --database 'host=h dbname=d'"},
		{env(), []string{"--database", "host=h dbname=d password=se\\ cret"}, " --database '…'"},
	} {
		p := parsed(t, tt.getenv, append([]string{"serve"}, tt.args...)...)
		if got, want := p.flags.Serve.userCommand(p.program, "password admin"), "resourceful user password admin"+tt.want; got != want {
			t.Errorf("%q\n got %s\nwant %s", tt.args, got, want)
		}
	}
}
