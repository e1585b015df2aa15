package browse

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/resourceful/framework/messages/german"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

// sameWords are those of templates that are the same in each language.
var sameWords = []string{"GET", "OPTIONS", "PATCH", "HTTP %s %s"}

// templateWords are the words of all templates but those of the reference.
func templateWords(t *testing.T) (list []string) {
	t.Helper()
	p, err := New(nil, plan.Theme{})
	if err != nil {
		t.Fatal(err)
	}
	inTags := blocksInTags(p.parsed)
	for _, block := range p.parsed.Templates() {
		if block.Tree == nil || block.Tree.ParseName == referenceFile {
			continue
		}
		w := wordTree{tree: block.Tree, tag: inTags[block.Name()], words: func(message string) ([]problem.Piece, bool) {
			if !slices.Contains(list, message) && !slices.Contains(sameWords, message) {
				list = append(list, message)
			}
			return nil, false
		}}
		w.list(block.Tree.Root.CopyList())
	}
	slices.Sort(list)
	return list
}

// Each text of the templates that people read has its words in German.
func TestTemplateWords(t *testing.T) {
	l := problem.NewLanguages([]problem.Catalogue{german.Catalogue()}).Choose("de")
	words := templateWords(t)
	if len(words) < 60 || !slices.Contains(words, "Skip to content") || !slices.Contains(words, "%s records, page %s of %s") {
		t.Fatalf("found the words %q, want those of all templates", words)
	}
	for _, word := range words {
		if _, ok := l.Words(word); !ok {
			t.Errorf("no German for the words of a template:\t%q", word)
		}
	}
}

// notWords are texts of the code that no person reads on a page: of the other files they are all.
var (
	wordless  = []string{"themes.go", "sample.go", "programs.go", "reference.go", "assets.go", "words.go"}
	looksLike = regexp.MustCompile(`[A-Z][a-z]{2,}|[a-z]{2,} [a-z]{2,}`)
	notWords  = regexp.MustCompile(`^[A-Z][A-Za-z]*(-[A-Z][A-Za-z]*)+$|[<"';=]|^(Allow|, Accept-Language|Vary|Location|HTTPie|Resourceful|KiB|MiB|GiB|unreadable |text |page of .*|Not found\.|%s)$`)
)

// Each text of the code that pages show has its words in German, as a word or a message.
func TestCodeWords(t *testing.T) {
	l := problem.NewLanguages([]problem.Catalogue{german.Catalogue()}).Choose("de")
	files, _ := filepath.Glob("*.go")
	rooms, _ := filepath.Glob("internal/*/*.go")
	set, n := token.NewFileSet(), 0
	for _, name := range append(files, rooms...) {
		if strings.HasSuffix(name, "_test.go") || slices.Contains(wordless, filepath.Base(name)) {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if _, imports := node.(*ast.ImportSpec); imports || isErrorf(node) {
				return false
			}
			lit, is := node.(*ast.BasicLit)
			if !is || lit.Kind != token.STRING {
				return true
			}
			text, _ := strconv.Unquote(lit.Value)
			if word := strings.TrimSpace(text); looksLike.MatchString(word) && !notWords.MatchString(text) {
				n++
				if !knowsWord(l, text) {
					t.Errorf("%s: no German for %q", set.Position(lit.Pos()), text)
				}
			}
			return true
		})
	}
	if n < 80 {
		t.Errorf("found %d texts, want those of all files", n)
	}
}

// knowsWord reports whether a language has a text of the code, which may begin or end another, in front of or behind what
// it is about.
func knowsWord(l *problem.Language, text string) bool {
	word := strings.TrimSpace(text)
	for _, whole := range []string{word, "x " + word, "x, " + word, "x, PATCH " + word, word + " x", word + " x.", word + " 7.", word + " 7 characters.", word + " 7 bytes.", word + " 7 to 9."} {
		if l.SayWord(whole) != whole {
			return true
		}
	}
	for _, with := range [][]string{{"%s", "x"}, {"%d", "7"}} {
		if whole := strings.ReplaceAll(word, with[0], with[1]); whole != word && l.SayWord(whole) != whole {
			return true
		}
	}
	return false
}

func isErrorf(n ast.Node) bool {
	call, is := n.(*ast.CallExpr)
	if !is {
		return false
	}
	f, is := call.Fun.(*ast.SelectorExpr)
	return is && (f.Sel.Name == "Errorf" || f.Sel.Name == "MustCompile" || f.Sel.Name == "NewReplacer")
}
