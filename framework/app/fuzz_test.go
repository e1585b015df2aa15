package app

import (
	"bytes"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/stopwatch"
)

var settingsMistake = regexp.MustCompile(`^[^\n]*settings\.yaml(:[0-9]+)?: |^settings: `)

// A settings file is read, or each of its mistakes is told with the line; the same text as JSON's
// kind of YAML means the same.
func FuzzSettings(f *testing.F) {
	for _, seed := range []string{
		"", "# nothing\n", "listen: 127.0.0.1:1\nmax-body: 3\n", "---\nlisten: a\n---\nlisten: b\n", "- a\n", "listen: [a\n", "listen: &a x\nbase-url: *a\n", "max-body: 0x10\n", "idle-timeout: 1h\nsecure-cookies: yes\n",
		"log-level: loud\n", "? [a]\n: b\n", "<<: {listen: a}\n", "listen: !!binary aGk=\n", "\ufeffmax-depth: 3\n", "listen:\n  a: b\n", "\x00", "%YAML 1.1\n---\n", "max-body: 9223372036854775808", "a: *b",
	} {
		f.Add(seed)
	}
	file := filepath.Join(f.TempDir(), "settings.yaml")
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		defer stopwatch.Input(t)()
		var out bytes.Buffer
		p := newProgram(t.Context(), ours(), sets.All(), nil, &out, &out, env())
		_, err := p.parse([]string{"serve", "--settings", file})
		if err == nil {
			return
		}
		if out.Len() > 0 {
			t.Errorf("%q: said %q", text, &out)
		}
		for line := range strings.SplitSeq(err.Error(), "\n") {
			if !settingsMistake.MatchString(line) && !strings.HasPrefix(line, "  line ") {
				t.Errorf("%q: mistake %q does not say where", text, line)
			}
		}
	})
}

// Whatever the address, the text that names the database has no password in it.
func FuzzDescribe(f *testing.F) {
	for _, seed := range []string{"geheim", "a@b", "a/b", "p#?", "%41", "a'b", `\`, " ", "é", "a:b"} {
		f.Add(seed, "postgres://u:%s@h:1/d?x=y")
		f.Add(seed, "host=h password='%s'")
		f.Add(seed, "postgresql://h/d?password=%s")
	}
	f.Fuzz(func(t *testing.T, password, form string) {
		defer stopwatch.Input(t)()
		if strings.Count(form, "%s") != 1 || len(password) < 4 {
			return
		}
		before, after, _ := strings.Cut(form, "%s")
		written := password
		switch {
		case strings.HasSuffix(before, "://u:"):
			written = strings.TrimPrefix(url.UserPassword("u", password).String(), "u:")
		case strings.HasSuffix(before, "?password="):
			written = url.QueryEscape(password)
		case !strings.HasSuffix(before, " password=") && !strings.HasSuffix(before, " password='"):
			return
		}
		address := before + written + after
		if strings.Contains(before+after+"PostgreSQL, postgresql://", password) || !isDatabase(address) {
			return
		}
		got := describe("postgres", address)
		if _, err := (databaseFlags{Database: address}).address("snippets"); err != nil {
			got += err.Error()
		}
		if strings.Contains(got, password) || strings.Contains(got, written) {
			t.Errorf("%q is described as %q", address, got)
		}
	})
}

// isDatabase reports whether an address is one of PostgreSQL whose password is where it belongs.
func isDatabase(address string) bool {
	if !isURL(address) {
		return strings.HasPrefix(address, "host=")
	}
	u, err := url.Parse(address)
	return err == nil && (u.User != nil || u.Query().Has("password"))
}
