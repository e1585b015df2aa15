package docs_test

import (
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/require"
)

// A reader follows the README and all pages from the first to the last, in a copy of the project: files
// are what they are said to be, and commands succeed with the output on the page.
func TestPages(t *testing.T) {
	require.Part(t, "readme")
	follow(t, slices.DeleteFunc(pages(t), func(file string) bool { return file == recipes })...)
}

// A reader of the recipes has followed no other page.
func TestRecipes(t *testing.T) {
	require.Part(t, "readme")
	follow(t, recipes)
}

// recipes is the page of the recipes.
const recipes = "recipes.md"

// follow does what pages say, in their order, in a copy of the project.
func follow(t *testing.T, files ...string) {
	t.Helper()
	dir := project(t)
	terminal := newShell(t, dir)
	for _, file := range files {
		for _, b := range blocks(t, file) {
			b.follow(t, dir, terminal)
		}
	}
	t.Logf("%d commands", terminal.done)
}

// The page of recipes lists each of its recipes at its top. Each has something to paste, and leads to the reference.
func TestRecipesAreWhole(t *testing.T) {
	text, err := os.ReadFile(recipes)
	if err != nil {
		t.Fatal(err)
	}
	list, _, _ := strings.Cut(string(text), "\n## ")
	var listed, found []string
	for _, m := range regexp.MustCompile(`\]\(#([^)]+)\)`).FindAllStringSubmatch(list, -1) {
		listed = append(listed, m[1])
	}
	for i, recipe := range strings.Split(string(text), "\n## ") {
		if i == 0 {
			continue
		}
		title, _, _ := strings.Cut(recipe, "\n")
		found = append(found, anchors("# "+title)...)
		if !strings.Contains(recipe, "\n```") || !regexp.MustCompile(`\]\([a-z-]+\.md(#[^)]+)?\)`).MatchString(recipe) {
			t.Errorf("%s has no code to paste, or no link to another page", title)
		}
	}
	slices.Sort(listed)
	slices.Sort(found)
	if !slices.Equal(listed, found) || len(found) != 26 {
		t.Errorf("the list has %d recipes %q\nthe page has %d %q", len(listed), listed, len(found), found)
	}
}

// follow does what a block says.
func (b block) follow(t *testing.T, dir string, terminal *shell) {
	t.Helper()
	where := fmt.Sprintf("%s:%d", b.page, b.line)
	b.write(t, dir)
	if formatted, err := format.Source([]byte(b.text)); b.lang == "go" && b.words["in"] == "" && (err != nil || string(formatted) != b.text) {
		t.Errorf("%s: not formatted by gofmt: %v\n%s", where, err, formatted)
	}
	switch {
	case b.words["file"] != "" || b.words["in"] != "":
	case b.words["plant"] != "": // see TestPlanted
	case b.words["by"] != "":
		b.checkBy(t, where)
	case b.words["mistake"] != "":
		b.checkMistake(t, dir, terminal, where)
	case b.lang == "sh" || b.lang == "console":
		for _, c := range commands(b) {
			got := terminal.run(where, c.text)
			if want := terminal.local(c.output); want != "" && strings.TrimSpace(got) != strings.TrimSpace(want) {
				t.Errorf("%s: %s\n got %s\nwant %s", where, c.text, got, want)
			}
		}
	case b.lang == "go": // see TestParts
	case b.lang == "python":
		b.parsePython(t, where)
	case slices.Contains(strings.Fields("yaml ini html css text http"), b.lang):
	default:
		t.Errorf("%s: nothing is known of a block of %q; see block", where, b.lang)
	}
}

// parsePython checks the syntax of a block of Python, which is there to compare.
func (b block) parsePython(t *testing.T, where string) {
	t.Helper()
	command := exec.Command("python3", "-c", "import ast, sys; ast.parse(sys.stdin.read())")
	command.Stdin = strings.NewReader(b.text)
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", where, err, out)
	}
}

// checkBy checks that what a block says runs its commands is there, a script or a test as "folder:Test", and that
// it knows every word of them: commands, flags, variables and tests. Those of sudo are for the reader.
func (b block) checkBy(t *testing.T, where string) {
	t.Helper()
	path, name, isTest := strings.Cut(b.words["by"], ":")
	files := []string{filepath.Join("../..", path)}
	if isTest {
		files, _ = filepath.Glob(filepath.Join("../..", path, "*.go"))
	}
	var source strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Errorf("%s: %v", where, err)
		}
		source.Write(text)
	}
	if isTest && !strings.Contains(source.String(), "func "+name+"(") {
		t.Errorf("%s: there is no test %s in %s", where, name, path)
	}
	for _, c := range commands(b) {
		for _, word := range wordsOf(c.text) {
			if !strings.Contains(source.String(), word) {
				t.Errorf("%s: %s knows no %s of %s", where, b.words["by"], word, c.text)
			}
		}
	}
}

// wordsOf are the words of a command that whoever runs it has to know.
func wordsOf(command string) (words []string) {
	command, _, _ = strings.Cut(command, " #")
	if strings.HasPrefix(command, "sudo ") {
		return nil
	}
	command = regexp.MustCompile(`^go run (-C \S+ )?\./\S+`).ReplaceAllString(command, "")
	for _, word := range strings.Fields(command) {
		word, _, _ = strings.Cut(word, "=")
		word = strings.TrimLeft(word, "-")
		if regexp.MustCompile(`^[A-Za-z._/][\w./-]*$`).MatchString(word) && !slices.Contains([]string{"go", "run", "export", "alice"}, word) {
			words = append(words, strings.TrimPrefix(word, "RESOURCEFUL_"))
		}
	}
	return words
}

// A block whose commands nobody runs is found out.
func TestWordsOf(t *testing.T) {
	for command, want := range map[string]string{
		"sudo -u postgres createdb x": "", "go run -C cmd/drills ./bench -rounds 3 -seconds 5    # long": "rounds seconds",
		"RAPID_CHECKS=10 go test -timeout 2h -run TestX ./framework/y": "RAPID_CHECKS test timeout TestX ./framework/y",
		"export RESOURCEFUL_DATABASE='postgres://x'":                   "DATABASE",
	} {
		if got := strings.Join(wordsOf(command), " "); got != want {
			t.Errorf("%s: got %q, want %q", command, got, want)
		}
	}
}

// checkMistake makes a mistake in a file that the reader wrote, and compares what check says of it.
func (b block) checkMistake(t *testing.T, dir string, terminal *shell, where string) {
	t.Helper()
	file := filepath.Join(dir, b.words["mistake"])
	right, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	wrong := strings.Replace(string(right), b.words["old"], b.words["new"], 1)
	write(t, file, wrong)
	defer write(t, file, string(right))
	program := "./cmd/resourceful"
	if of := b.words["program"]; of != "" {
		program = of
	}
	if out, status := terminal.do("go run " + program + " check"); status == 0 || !strings.Contains(out, strings.TrimSpace(b.text)) || wrong == string(right) {
		t.Errorf("%s: got %s, want %s", where, out, b.text)
	}
}

// Whoever has followed the pages has tests that pass: the team's once the golden files are rewritten as the
// pages say, those of the framework as they are, and these, but for following the pages once more.
func TestReadmeFollowed(t *testing.T) {
	require.Part(t, "readme")
	dir := project(t)
	var clients []string
	for _, file := range pages(t) {
		for _, b := range blocks(t, file) {
			if b.words["in"] != "" || b.words["file"] != "" {
				b.write(t, dir)
			}
			for _, c := range commands(b) {
				if b.lang == "sh" && (strings.Contains(c.text, ">snippets.json") || strings.Contains(c.text, "cmd/clients . go ")) {
					clients = append(clients, c.text)
				}
			}
		}
	}
	terminal := newShell(t, dir)
	for _, command := range clients { // which programs of the pages import
		terminal.run("clients", command)
	}
	for _, args := range []string{
		"./config -update", "./config", "./framework/app ./framework/rest ./resources/...",
		"./framework/resttest -run ^(TestPlan|TestSnippets|TestDirectory|TestAccess)$", "./framework/docs",
	} {
		command := exec.Command("go", append([]string{"test", "-count=1", "-timeout=30m"}, strings.Fields(args)...)...)
		command.Dir, command.Env = dir, append(os.Environ(), "RESOURCEFUL_TEST_REQUIRE=")
		if out, err := command.CombinedOutput(); err != nil {
			t.Errorf("go test %s: %v\n%s", args, err, out)
		}
	}
	for _, name := range []string{"plan.txt", "access.txt"} {
		if text, err := os.ReadFile(filepath.Join(dir, "config/testdata/snippets", name)); err != nil || !strings.Contains(string(text), "/tasks/") {
			t.Errorf("%s says nothing of /tasks/: %v\n%s", name, err, text)
		}
	}
}

// The README is the first fifteen minutes.
func TestReadmeIsShort(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if n := strings.Count(string(text), "\n"); err != nil || n > 150 {
		t.Errorf("the README has %d lines, want at most 150: %v", n, err)
	}
}

// Links of the pages lead to files that are there, and to headings.
func TestLinks(t *testing.T) {
	for _, file := range pages(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		prose := regexp.MustCompile("(?s)```.*?```|`[^`]*`").ReplaceAllString(string(text), "")
		for _, m := range regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(prose, -1) {
			path, heading, _ := strings.Cut(m[1], "#")
			if strings.Contains(path, "://") {
				continue
			}
			to := file
			if path != "" {
				to = filepath.Join(filepath.Dir(file), path)
			}
			target, err := os.ReadFile(to)
			if info, staterr := os.Stat(to); staterr != nil || !info.IsDir() && err != nil {
				t.Errorf("%s: %s leads nowhere", file, m[1])
			}
			if heading != "" && !slices.Contains(anchors(string(target)), heading) {
				t.Errorf("%s: %s has no heading %s; it has %q", file, to, heading, anchors(string(target)))
			}
		}
	}
}

// anchors are the headings of a page, as links name them.
func anchors(text string) (list []string) {
	for _, m := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(text, -1) {
		name := regexp.MustCompile(`[^a-z0-9 -]`).ReplaceAllString(strings.ToLower(m[1]), "")
		list = append(list, strings.ReplaceAll(name, " ", "-"))
	}
	return list
}
