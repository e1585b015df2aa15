package docs_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What the README tells a team to write, a resource and pages of its own, is what it is said to be: the
// program is built with it, and says what the README shows, about the mistakes in it too.
func TestReadme(t *testing.T) {
	files, resource, theme := readmeFiles(t)
	program := build(t, files)
	plan, _ := run(program, "plan", "snippets")
	for _, want := range []string{"title   Snippet shelf\n", "pages   pages/colours.css, pages/footer.html\n", "resource /tasks/\n"} {
		if !strings.Contains(plan, want) {
			t.Errorf("plan lacks %q:\n%s", want, plan)
		}
	}
	_, want, _ := strings.Cut(resource[2], "check\n")
	if got, failed := run(program, "check"); failed || got != want {
		t.Errorf("check says\n%s\nwant\n%s", got, want)
	}
	for name, mistake := range map[string][2]string{
		"pages/footer.html":             {`define "footer"`, `define "foter"`},
		"../resources/snippets/task.go": {`notes,multiline`, `notes,multiLine`},
	} {
		files[name] = strings.Replace(files[name], mistake[0], mistake[1], 1)
	}
	got, failed := run(build(t, files), "check")
	// The files are not there but for the build: where they are is not found, or without the folder.
	_, unplaced, _ := strings.Cut(resource[3], ": ")
	for _, want := range []string{strings.TrimPrefix(theme[4], "config/"), unplaced} {
		if !failed || !strings.Contains(got, want) {
			t.Errorf("check says\n%s\nwant\n%s", got, want)
		}
	}
}

// readmeFiles are the files, from this folder, that a team has written when it has followed the README,
// and the blocks of its two sections.
func readmeFiles(t *testing.T) (files map[string]string, resource, theme []string) {
	t.Helper()
	resource, theme = readme(t, "Declare a resource", 5), readme(t, "Make the pages yours", 5)
	changed := string(must(os.ReadFile("config.go")))
	// A team that has written them already has the lines of the README.
	for line, instead := range map[string]string{
		`(?m)^\treturn rest\.NewSet\("snippets", .*\n`:                           resource[1],
		`(?m)^\t\tAccess\(permission\.Anyone\)(\n|\.\n\t\tTheme\(theme\(\)\)\n)`: theme[3],
	} {
		r := regexp.MustCompile(line)
		if found := r.FindAllString(changed, -1); len(found) != 1 || !strings.HasPrefix(instead, strings.TrimRight(found[0], ".)\n")) {
			t.Fatalf("config.go has %q where the README has %q", found, instead)
		}
		changed = r.ReplaceAllLiteralString(changed, instead)
	}
	return map[string]string{
		"../resources/snippets/task.go": resource[0],
		"config.go":                     changed, "theme.go": theme[0], "pages/footer.html": theme[1], "pages/colours.css": theme[2],
	}, resource, theme
}

// Whoever follows the README has tests that pass: those of the program as it is then, in a copy of the
// project, once the golden files are rewritten as it says.
func TestReadmeFollowed(t *testing.T) {
	if !slices.Contains(strings.Split(os.Getenv("RESOURCEFUL_TEST_REQUIRE"), ","), "readme") {
		t.Skip("tests a whole project; RESOURCEFUL_TEST_REQUIRE=readme runs it")
	}
	dir := t.TempDir()
	for _, name := range must(filepath.Glob("../*")) {
		if info := must(os.Stat(name)); !info.IsDir() {
			write(t, filepath.Join(dir, filepath.Base(name)), string(must(os.ReadFile(name))))
		} else if err := os.CopyFS(filepath.Join(dir, filepath.Base(name)), os.DirFS(name)); err != nil {
			t.Fatal(err)
		}
	}
	files, _, _ := readmeFiles(t)
	for name, text := range files {
		write(t, filepath.Join(dir, "config", name), text)
	}
	for _, args := range [][]string{{"./config", "-update"}, {"./config", "./framework/app", "./framework/rest", "./resources/..."}} {
		command := exec.Command("go", append([]string{"test", "-count=1"}, args...)...)
		command.Dir, command.Env = dir, append(os.Environ(), "RESOURCEFUL_TEST_REQUIRE=")
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("go test %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	if shown := string(must(os.ReadFile(filepath.Join(dir, "testdata/access/snippets.txt")))); !strings.Contains(shown, "\n/tasks/ ") {
		t.Errorf("the table of access says nothing of /tasks/:\n%s", shown)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// readme is what stands in the code blocks of a section, of which there are n.
func readme(t *testing.T, section string, n int) []string {
	t.Helper()
	_, text, _ := strings.Cut(string(must(os.ReadFile("../README.md"))), "\n## "+section+"\n")
	text, _, _ = strings.Cut(text, "\n## ")
	var blocks []string
	for _, block := range regexp.MustCompile("(?s)```[a-z]*\n(.*?)```").FindAllStringSubmatch(text, -1) {
		blocks = append(blocks, block[1])
	}
	if len(blocks) != n {
		t.Fatalf("the section %q has %d blocks, want %d", section, len(blocks), n)
	}
	return blocks
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
