package docs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// pages are the README and the pages beside this file, in the order in which they are read.
func pages(t *testing.T) []string {
	t.Helper()
	files := []string{"../../README.md"}
	order := strings.Fields("quickstart tutorial declaring files representations operations code querying permissions clients openapi events agents pages operating migrations databases security production performance testing realworld recipes from-drf errors compatibility changes design")
	for _, name := range order {
		files = append(files, name+".md")
	}
	found, err := filepath.Glob("*.md")
	if err != nil || len(found) != len(order) {
		t.Fatalf("there are the pages %q, want %q: %v", found, order, err)
	}
	return files
}

// block is one block of code on a page. What stands behind its language says what a test does with it:
//
//	```go file=resources/snippets/task.go    the reader writes this file
//	```go in=config/config.go                the reader changes or adds these lines of this file
//	```go                                    compiles as a part of a program
//	```sh                                    commands that are run; "# {…}" behind one is its output
//	```sh by=.ci/run                         commands that are run by something else
//	```console                               commands behind "$ ", and their output
//	```text mistake=FILE old=A new=B         what check says once B stands in FILE for A
//	```go plant=config/x_test.go             a test with a defect, which the reader writes and takes away again
//	```text plant=FILE run=TestX/part        lines that the test says, which has to fail
//
// Blocks in other languages without such words are for reading.
type block struct {
	page, lang string
	words      map[string]string
	text       string
	line       int
}

// blocks are those of one page.
func blocks(t *testing.T, file string) (list []block) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var open *block
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		info, fence := strings.CutPrefix(line, "```")
		switch {
		case !fence && open != nil:
			open.text += line
		case fence && open != nil:
			list, open = append(list, *open), nil
		case fence:
			open = &block{page: filepath.Base(file), words: map[string]string{}, line: n}
			for i, word := range strings.Fields(info) {
				if name, value, ok := strings.Cut(word, "="); ok {
					open.words[name] = value
				} else if i == 0 {
					open.lang = word
				}
			}
		}
	}
	if open != nil {
		t.Fatalf("%s:%d: the block does not end", file, open.line)
	}
	return list
}

// write does what a block tells the reader to write below a folder.
func (b block) write(t *testing.T, dir string) {
	t.Helper()
	if file := b.words["file"]; file != "" {
		write(t, filepath.Join(dir, file), b.text)
	}
	if file := b.words["in"]; file != "" {
		file = filepath.Join(dir, file)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		write(t, file, b.change(t, string(text)))
	}
}

// change puts the lines of a block into a text: each in the place of the line that is equal, or begins alike
// up to its first bracket, else behind the one before. A reader who has done so already gets the same text.
func (b block) change(t *testing.T, text string) string {
	t.Helper()
	lines := strings.Split(text, "\n")
	at := -1
	for line := range strings.Lines(b.text) {
		line = strings.TrimRight(line, "\n")
		begin, _, bracket := strings.Cut(line, "(")
		found := -1
		for i := at + 1; i < len(lines) && found < 0; i++ {
			alike := lines[i] == line || bracket && strings.HasPrefix(lines[i], begin+"(")
			if alike && (at < 0 || i == at+1) {
				found = i
			}
		}
		switch {
		case found >= 0:
			at = found
			lines[at] = line
		case at < 0:
			t.Fatalf("%s:%d: no line of the file is, or begins like, %q", b.page, b.line, line)
		default:
			at++
			lines = append(lines[:at], append([]string{line}, lines[at:]...)...)
		}
	}
	return strings.Join(lines, "\n")
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

// project is a copy of the project, without what git and a service leave in it.
func project(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "resourceful")
	err := filepath.WalkDir("../..", func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel("../..", path)
		switch {
		case entry.IsDir() && (name == ".git" || entry.Name() == "fuzz" || entry.Name() == "screenshots"):
			return filepath.SkipDir
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(dir, name), 0o755)
		case strings.Contains(name, ".sqlite") || name == ".git":
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, name), text, info.Mode().Perm())
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
