package config_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The files that the README tells a team to write for pages of its own are what they are said to be:
// the program is built with them, and finds what they say and the mistake that the README shows.
func TestReadmeLook(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "\n## Make the pages yours\n")
	section, _, _ = strings.Cut(section, "\n## ")
	blocks := regexp.MustCompile("(?s)```[a-z]*\n(.*?)```").FindAllStringSubmatch(section, -1)
	if !found || len(blocks) != 5 {
		t.Fatalf("the section has %d blocks, want 5", len(blocks))
	}
	config, err := os.ReadFile("config.go")
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(strings.TrimSpace(blocks[3][1]), ".\n")
	changed := strings.Replace(string(config), "\t\t"+first+"\n", blocks[3][1], 1)
	if changed == string(config) {
		t.Fatalf("config.go has no line %q", first)
	}
	files := map[string]string{"config.go": changed, "look.go": blocks[0][1], "pages/footer.html": blocks[1][1], "pages/colours.css": blocks[2][1]}

	program := build(t, files)
	plan, _ := run(program, "plan", "snippets")
	for _, want := range []string{"title   Snippet shelf\n", "pages   pages/colours.css, pages/footer.html\n"} {
		if !strings.Contains(plan, want) {
			t.Errorf("plan lacks %q:\n%s", want, plan)
		}
	}
	if got, failed := run(program, "check"); failed || !strings.HasPrefix(got, "snippets: 2 resources, no mistakes\n") {
		t.Errorf("check says %s", got)
	}
	files["pages/footer.html"] = strings.Replace(files["pages/footer.html"], `define "footer"`, `define "foter"`, 1)
	got, failed := run(build(t, files), "check")
	// The files are not there but for the build: the folder of the source is left out.
	if want := strings.TrimPrefix(blocks[4][1], "config/"); !failed || !strings.HasPrefix(got, want) {
		t.Errorf("check says\n%s\nwant\n%s", got, want)
	}
}

// build builds the program as if this folder had other files, and returns where it is.
func build(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, here := t.TempDir(), must(filepath.Abs("."))
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for name, text := range files {
		kept := filepath.Join(dir, filepath.Base(name))
		if err := os.WriteFile(kept, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		overlay.Replace[filepath.Join(here, name)] = kept
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), must(json.Marshal(overlay)), 0o644); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "resourceful")
	out, err := exec.Command("go", "build", "-o", program, "-overlay", filepath.Join(dir, "overlay.json"), "../cmd/resourceful").CombinedOutput()
	if err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	return program
}

// run is what the program writes.
func run(program string, args ...string) (out string, failed bool) {
	text, err := exec.Command(program, args...).CombinedOutput()
	return string(text), err != nil
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
