// Scenario files: Run plays them on each database and compares the answers.

package server

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"example.com/resourceful/framework/resttest/golden"
)

// Run plays every scenario file of a pattern on SQLite, on PostgreSQL, and on PostgreSQL through a
// pooler where RESOURCEFUL_TEST_REQUIRE names pgbouncer, each time on an empty database. The comment of
// resttest.Run describes the form of the files.
func Run(t *testing.T, pattern string, config Config) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("scenario files %s: found %d, error %v", pattern, len(files), err)
	}
	var first sync.Map // the answers on SQLite, by file
	for _, on := range []DatabaseKind{SQLite, PostgreSQL, bouncer} {
		if on.Name != SQLite.Name && golden.Update() {
			continue
		}
		t.Run(on.Name, func(t *testing.T) {
			servers := newPool(t, config, on, len(files))
			for _, file := range files {
				t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
					t.Parallel()
					play(t, file, servers.take(t), golden.Update(), &first)
				})
			}
		})
	}
}

// play sends a scenario's requests and compares the responses, or writes them into the file. A response
// that SQLite gave too is not reported again, wanted or not.
func play(t testing.TB, file string, server *Server, write bool, first *sync.Map) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Trim(string(archive.Comment), "# \n") == "" {
		t.Errorf("%s: first line does not say the rule", file)
	}
	jars, randoms := jars{}, newRandoms(archive)
	start(t, server, filepath.Join(filepath.Dir(file), "start.steps"), jars)
	var out []txtar.File
	for i, section := range archive.Files {
		if section.Name == "want" {
			continue
		}
		want, got := "", ""
		if section.Name == "steps" {
			want, got = string(section.Data), playSteps(t, server, section, randoms, jars)
			section.Data = []byte(got)
		} else {
			got = randoms.name(ask(t, server, randoms.fill(section), jars))
			if i+1 < len(archive.Files) && archive.Files[i+1].Name == "want" {
				want = string(archive.Files[i+1].Data)
			}
		}
		name := fmt.Sprint(file, " ", i)
		told, asked := first.LoadOrStore(name, got)
		switch diff := golden.Diff(want, got); {
		case diff == "":
		case timely(got):
			t.Errorf("%s: %s is answered with the time of day, which no test can want; let code ask rest.Call.Now, which is %s in tests:\n%s", file, section.Name, Clock().Format(time.RFC3339), got)
		case write:
		case !asked:
			t.Errorf("%s: %s %s", file, section.Name, diff)
		case told != got:
			t.Errorf("%s: %s is answered in another way than on SQLite:\n%s", file, section.Name, golden.Lines(told.(string), got))
		}
		out = append(out, section)
		if section.Name != "steps" {
			out = append(out, txtar.File{Name: "want", Data: []byte(got)})
		}
	}
	if write {
		archive.Files = out
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// timely reports whether an answer has the time of this moment, to the minute.
func timely(answer string) bool {
	now := time.Now().UTC()
	return slices.ContainsFunc([]time.Time{now, now.Add(-time.Minute)}, func(t time.Time) bool {
		return strings.Contains(answer, t.Format("2006-01-02T15:04:"))
	})
}

// ask sends the request of one section and returns the transcript of its response.
func ask(t testing.TB, h http.Handler, section txtar.File, jars jars) string {
	t.Helper()
	step, all, err := jars.send(t.Context(), h, section)
	if err != nil {
		t.Fatalf("section %q: %v", section.Name, err)
	}
	body := step.Answer.Body.Bytes()
	if step.Request.Method == http.MethodHead {
		body = nil // net/http does not send it
	}
	return transcript(t, step.Answer.Result(), body, all)
}
