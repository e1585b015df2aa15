// Package themes reads the files with which a team changes the pages, and reports mistakes in them.
package themes

import (
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	texts "text/template"
	"text/template/parse"

	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
)

// OwnFiles are the parsed files of a team.
type OwnFiles struct {
	theme    plan.Theme
	ours     *template.Template
	trees    map[string]*parse.Tree // the team's blocks
	files    map[string]bool        // files with templates
	Style    []byte                 // the rules of all style sheets
	mistakes []error                // each a *rest.DeclError
}

// Read replaces the built-in blocks by a theme's blocks.
func Read(theme plan.Theme, ours *template.Template) *OwnFiles {
	o := &OwnFiles{theme: theme, ours: ours, trees: map[string]*parse.Tree{}, files: map[string]bool{}}
	if theme.Files == nil {
		return o
	}
	err := fs.WalkDir(theme.Files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(theme.Files, name)
		if err != nil {
			return err
		}
		switch {
		case strings.HasSuffix(name, ".html"):
			o.page(name, string(text))
		case strings.HasSuffix(name, ".css"):
			o.sheet(name, string(text))
		default:
			o.mistake(name, 1, "the file is neither *.html nor *.css, and no page can refer to it; take it out of Theme.Files")
		}
		return nil
	})
	if err != nil {
		o.mistake(".", 0, fmt.Sprintf("the files cannot be read: %v; give Theme.Files a folder that is there", err))
	}
	o.names()
	for name, tree := range o.trees {
		if parse.IsEmptyTree(tree.Root) { // an empty block would not replace the built-in one
			tree.Root.Nodes = texts.Must(texts.New(name).Parse(`{{""}}`)).Root.Nodes
		}
		if _, err := ours.AddParseTree(name, tree); err != nil {
			o.mistake(tree.ParseName, 1, fmt.Sprintf("block %q cannot be taken: %v; mend it", name, err))
		}
	}
	return o
}

// HasBlocks reports whether the theme replaces blocks. Without such blocks, the templates are those that are tested here.
func (o *OwnFiles) HasBlocks() bool { return len(o.trees) > 0 }

func (o *OwnFiles) mistake(file string, line int, msg string) {
	o.mistakes = append(o.mistakes, &rest.DeclError{Pos: o.theme.Position(file, line), Msg: msg})
}

// Err joins the mistakes, in the order of the files.
func (o *OwnFiles) Err() error {
	return errors.Join(o.mistakes...)
}

// page parses one file of templates. It reports text outside of a block, which no page would show.
func (o *OwnFiles) page(name, text string) {
	o.files[name] = true
	o.forbidden(name, text)
	file, err := texts.New(name).Funcs(texts.FuncMap(Funcs)).Parse(text)
	if err != nil {
		o.Failed(err)
		return
	}
	for _, t := range file.Templates() {
		block := t.Name()
		switch first := o.trees[block]; {
		case block == name:
		case first != nil:
			o.mistake(name, lineOf(t.Tree, t.Root), fmt.Sprintf("block %q is also in %s; write it once", block, first.ParseName))
		default:
			o.trees[block] = t.Tree
		}
	}
	if outside := file.Lookup(name); outside != nil && outside.Tree != nil {
		for _, node := range outside.Root.Nodes {
			if comment := node.Type() == parse.NodeComment; !comment && strings.TrimSpace(node.String()) != "" {
				o.mistake(name, lineOf(outside.Tree, node), `what is outside of a block is never shown; write it between {{define "…"}} and {{end}}`)
				break
			}
		}
	}
}

// forbiddenParts are parts that the security policy of the pages blocks, with alternatives.
var forbiddenParts = []struct {
	pattern *regexp.Regexp
	msg     string
}{
	{regexp.MustCompile(`(?i)<style\b|<[^>]*\sstyle\s*=`), "the pages' security policy blocks inline styles; write a class here and its rules in a .css file"},
	{regexp.MustCompile(`(?i)<script\s*>|<[a-z][^>]*\son[a-z]+\s*=`), "the pages' security policy keeps scripts in a page out; leave it out"},
	{regexp.MustCompile(`(?i)<(?:script|link|img)\b[^>]*\s(?:src|href)\s*=\s*["']?(?:https?:)?//`), "the pages' security policy keeps other hosts out; leave it out, or write an image as a data: address"},
}

func (o *OwnFiles) forbidden(name, text string) {
	for _, part := range forbiddenParts {
		if at := part.pattern.FindStringIndex(text); at != nil {
			o.mistake(name, 1+strings.Count(text[:at[0]], "\n"), part.msg)
		}
	}
}

var foreignSheet = regexp.MustCompile(`(?i)@import|url\(\s*["']?(?:https?:)?//`)

// sheet adds the rules of a style sheet.
func (o *OwnFiles) sheet(name, text string) {
	if at := foreignSheet.FindStringIndex(text); at != nil {
		o.mistake(name, 1+strings.Count(text[:at[0]], "\n"), "the pages' security policy keeps other sheets and hosts out; write the rules into this file, and images as data: addresses")
	}
	o.Style = append(append(o.Style, text...), '\n')
}

// names checks that each block replaces a built-in one or is used by such a block, and that each used block
// exists.
func (o *OwnFiles) names() {
	known, used := map[string]bool{}, map[string]bool{}
	for _, t := range o.ours.Templates() {
		known[t.Name()] = !strings.HasSuffix(t.Name(), ".html")
	}
	for _, name := range slices.Sorted(maps.Keys(o.trees)) {
		tree := o.trees[name]
		calls(tree.Root, func(call *parse.TemplateNode) {
			used[call.Name] = true
			if !known[call.Name] && o.trees[call.Name] == nil {
				o.mistake(tree.ParseName, call.Line, fmt.Sprintf("block %q is not there; %s", call.Name, instead(call.Name, known)))
			}
		})
	}
	for _, name := range slices.Sorted(maps.Keys(o.trees)) {
		if tree := o.trees[name]; !known[name] && !used[name] {
			o.mistake(tree.ParseName, lineOf(tree, tree.Root), fmt.Sprintf("block %q overrides no block, and no template uses it; %s", name, instead(name, known)))
		}
	}
}

// calls passes every {{template}} below a node to fn.
func calls(node parse.Node, fn func(*parse.TemplateNode)) {
	branches := func(b *parse.BranchNode) {
		calls(b.List, fn)
		if b.ElseList != nil {
			calls(b.ElseList, fn)
		}
	}
	switch node := node.(type) {
	case *parse.ListNode:
		for _, n := range node.Nodes {
			calls(n, fn)
		}
	case *parse.IfNode:
		branches(&node.BranchNode)
	case *parse.RangeNode:
		branches(&node.BranchNode)
	case *parse.WithNode:
		branches(&node.BranchNode)
	case *parse.TemplateNode:
		fn(node)
	}
}

// lineOf returns the line of a node.
func lineOf(tree *parse.Tree, node parse.Node) int {
	location, _ := tree.ErrorContext(node) // file:line:byte
	parts := strings.Split(location, ":")
	line, err := strconv.Atoi(parts[max(0, len(parts)-2)])
	if err != nil {
		return 1
	}
	return line
}

// instead names the known block that is closest to a name, or all of them.
func instead(name string, known map[string]bool) string {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(known)), func(n string) bool { return !known[n] })
	if nearest := field.Suggest(name, names); nearest != "" {
		return fmt.Sprintf("write %q", nearest)
	}
	return "write one of " + strings.Join(names, ", ")
}

// templateError matches the errors of both template packages, with file, line and message.
var templateError = regexp.MustCompile(`(?s)^(?:html/)?template: ?([^:]+):(\d+)(?::\d+)?: (.*)$`)

// Failed records an error of a template, and reports whether the template is the team's.
func (o *OwnFiles) Failed(err error) bool {
	m := templateError.FindStringSubmatch(err.Error())
	if m == nil || !o.files[m[1]] {
		return false
	}
	line, _ := strconv.Atoi(m[2])
	o.mistake(m[1], line, m[3]+"; "+remedy(m[3]))
	return true
}

// remedy returns a correction for an error of a template package.
func remedy(msg string) string {
	switch {
	case strings.Contains(msg, "unexpected EOF"):
		return "write {{end}} for each {{define}}, {{if}}, {{range}} and {{with}}"
	case strings.Contains(msg, "can't evaluate field"):
		return "write a field that the block of this name in templates/html uses"
	case strings.Contains(msg, "not defined"):
		return "write a dot before the name of a field, and no functions but those of text/template and typed, marked, copied, plain, sentence, say, said and lang"
	case strings.Contains(msg, "different contexts"):
		return "close in each branch the tags and quotation marks that it opens"
	}
	return "compare with the block of this name in templates/html"
}

// Funcs are the functions of templates: they write typed texts, and the texts of pages in English.
var Funcs = withWords(template.FuncMap{
	"typed":    typedtext.Typed,
	"marked":   typedtext.Marked,
	"copied":   typedtext.Copied,
	"plain":    typedtext.Plain,
	"sentence": typedtext.Sentence,
})

func withWords(funcs template.FuncMap) template.FuncMap {
	maps.Copy(funcs, words.Funcs(nil))
	return funcs
}
