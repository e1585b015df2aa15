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
	"text/template/parse"

	"example.com/resourceful/framework/messages/german"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

// sameWords are those of templates that are the same in each language.
var sameWords = []string{"GET", "OPTIONS", "PATCH", "HTTP"}

// referenceFile has the blocks that stay English, as the document does that they show.
const referenceFile = "reference.html"

// wordReader reads the texts of a block: those that say says, and those beside them.
type wordReader struct {
	said   []string
	beside strings.Builder
	inTags map[string]bool // blocks that are used between < and >, for attributes
}

func (w *wordReader) read(node parse.Node) {
	switch n := node.(type) {
	case *parse.ListNode:
		if n != nil {
			for _, inner := range n.Nodes {
				w.read(inner)
			}
		}
	case *parse.TextNode:
		w.beside.Write(n.Text)
	case *parse.IfNode:
		w.branch(&n.BranchNode)
	case *parse.RangeNode:
		w.branch(&n.BranchNode)
	case *parse.WithNode:
		w.branch(&n.BranchNode)
	case *parse.TemplateNode:
		if text := w.beside.String(); strings.LastIndexByte(text, '<') > strings.LastIndexByte(text, '>') {
			w.inTags[n.Name] = true
		}
	case *parse.ActionNode:
		for _, found := range sayCall.FindAllStringSubmatch(n.String(), -1) {
			message, _ := strconv.Unquote(found[1])
			w.said = append(w.said, message)
		}
	}
}

func (w *wordReader) branch(b *parse.BranchNode) {
	w.read(b.List)
	w.read(b.ElseList)
}

var (
	sayCall  = regexp.MustCompile(`\bsay ("(?:[^"\\]|\\.)*")`)
	labels   = regexp.MustCompile(`\b(?:aria-label|data-label|title|placeholder|alt)="([^"]*)"`)
	anyTag   = regexp.MustCompile(`<[^>]*>`)
	ownTexts = regexp.MustCompile(`[A-Za-z]+`)
)

// templateWords are the texts of all templates but those of the reference.
func templateWords(t *testing.T) (list []string) {
	t.Helper()
	p, err := New(nil, plan.Theme{})
	if err != nil {
		t.Fatal(err)
	}
	inTags, beside := map[string]bool{}, map[string]string{}
	for _, block := range p.parsed.Templates() {
		if block.Tree == nil || block.Tree.ParseName == referenceFile {
			continue
		}
		w := &wordReader{inTags: inTags}
		w.read(block.Tree.Root)
		list = append(list, w.said...)
		beside[block.Name()] = w.beside.String()
	}
	for name, text := range beside {
		if inTags[name] {
			continue
		}
		for _, label := range labels.FindAllStringSubmatch(text, -1) {
			text += label[1]
		}
		for _, word := range ownTexts.FindAllString(anyTag.ReplaceAllString(text, ""), -1) {
			if !slices.Contains(sameWords, word) {
				t.Errorf("block %q has the text %q, which is the same in each language; write {{say %q}}", name, word, word)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
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
	wordless  = []string{"themes.go", "sample.go", "jsonsample.go", "codesamples.go", "reference.go", "assets.go", "words.go"}
	looksLike = regexp.MustCompile(`[A-Z][a-z]{2,}|[a-z]{2,} [a-z]{2,}`)
	notWords  = regexp.MustCompile(`^[A-Z][A-Za-z]*(-[A-Z][A-Za-z]*)+$|[<"';=]|^(Allow|, Accept-Language|Vary|Location|Resourceful|KiB|MiB|GiB|unreadable |text |page of .*|Not found\.|%s)$`)
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
