package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// fewWords is the number of words from which a string in the code is read as a sentence.
const fewWords = 4

// translations are not English.
const translations = "messages/german"

// statement begins a string that is SQL, or a part of it.
var statement = regexp.MustCompile(`^\W*(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|SET|BEGIN|FROM|WHERE|AND|OR|CASE|JOIN|EXISTS|PRAGMA|LOCK|NOT|VALUES|DO|IF) `)

// A message names a mistake and, behind a semicolon or a colon, the remedy: each is a sentence. Code in a comment is indented.
var (
	clause = regexp.MustCompile(`[;:] `)
	inDoc  = regexp.MustCompile(`(?m)^\t.*\n`)
)

// wordList is a string of words that is no sentence.
var wordList = regexp.MustCompile(`^[^.,;:%]{160,}$`)

// TestEnglishOfCode reads the sentences in the code as TestEnglish reads those of the pages: messages, the help of commands,
// the texts of templates, and the comments of packages.
func TestEnglishOfCode(t *testing.T) {
	for _, root := range []string{"..", "../../resources", "../../config", "../../cmd/resourceful", "../../templates"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "testdata" || d.Name() == "resttest" || strings.HasSuffix(filepath.ToSlash(path), translations)):
				return filepath.SkipDir
			case strings.HasSuffix(path, ".html"):
				checkTemplate(t, path)
			case d.Name() == "stopwords.go":
			case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
				checkCode(t, path)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// helpTag matches the help of a flag or a field.
var helpTag = regexp.MustCompile(`help:"([^"]*)"`)

// said matches a text of a template.
var said = regexp.MustCompile(`\{\{-? *say "((?:[^"\\]|\\.)*)"`)

func checkTemplate(t *testing.T, path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range said.FindAllStringSubmatch(string(text), -1) {
		checkEnglish(t, path, m[1])
	}
}

func checkCode(t *testing.T, path string) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	if file.Doc != nil {
		checkEnglish(t, path, inDoc.ReplaceAllString(file.Doc.Text(), "\n"))
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			if n.Tag != nil {
				tag, _ := strconv.Unquote(n.Tag.Value)
				if help := helpTag.FindStringSubmatch(tag); help != nil {
					checkEnglish(t, files.Position(n.Pos()).String(), help[1])
				}
			}
			return false
		case *ast.BasicLit:
			text, err := strconv.Unquote(n.Value)
			if n.Kind == token.STRING && err == nil && len(strings.Fields(text)) >= fewWords && !statement.MatchString(text) && !wordList.MatchString(text) && !strings.ContainsAny(text, "{}<>") {
				checkEnglish(t, files.Position(n.Pos()).String(), clause.ReplaceAllString(text, ". "))
			}
		}
		return true
	})
}

// checkEnglish reports what is wrong with the sentences of a text.
func checkEnglish(t *testing.T, where, text string) {
	t.Helper()
	for _, s := range sentences(text) {
		if n := len(strings.Fields(s)); n > maxWords {
			t.Errorf("%s: %d words, want at most %d: %s", where, n, maxWords, s)
		}
		for i, word := range avoidedWords {
			if m := word.FindStringSubmatch(s); m != nil {
				t.Errorf("%s: %q; write %s: %s", where, m[1], avoided[i].instead, s)
			}
		}
	}
}
