// The pages in other languages: one set of templates each, made before the first request.

package browse

import (
	"bytes"
	"html"
	"html/template"
	"slices"
	"strings"
	"text/template/parse"
	"unicode"

	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/problem"
)

// translate makes the pages of each language that the plan has words in. One that cannot be made is English.
func (p *Pages) translate(languages *problem.Languages) {
	p.languages = map[*problem.Language]*template.Template{}
	for _, l := range languages.All() {
		if !l.HasWords() {
			continue
		}
		t, err := p.parsed.Clone()
		if err != nil {
			continue
		}
		t.Funcs(template.FuncMap{saidFunction: func(v any) any { return words.Say(l, v) }})
		inTags := blocksInTags(t)
		for _, block := range t.Templates() {
			if block.Tree != nil && block.Tree.ParseName != referenceFile {
				setLanguage(block.Tree.Root, l)
				w := wordTree{tree: block.Tree, words: l.Words, tag: inTags[block.Name()]}
				block.Tree.Root = w.list(block.Tree.Root)
			}
		}
		p.languages[l] = t.Lookup("page")
		for _, v := range samples(p) { // the first execution compiles a template
			v.Language = l
			if _, err := p.execute(v); err != nil {
				delete(p.languages, l)
			}
		}
	}
}

const (
	// saidFunction says a word of a page that Go code has made.
	saidFunction = "said"
	// referenceFile has the blocks that stay English, as the document does that they show.
	referenceFile = "reference.html"
)

// blocksInTags are those that are used between < and >, for attributes.
func blocksInTags(t *template.Template) map[string]bool {
	w := wordTree{words: func(string) ([]problem.Piece, bool) { return nil, false }, inTags: map[string]bool{}}
	for _, block := range t.Templates() {
		if block.Tree != nil {
			w.tree, w.tag, w.quote = block.Tree, false, 0
			w.list(block.Tree.Root.CopyList())
		}
	}
	return w.inTags
}

// setLanguage writes the language, and the direction of its script, where a page says that it is English.
func setLanguage(root *parse.ListNode, l *problem.Language) {
	attributes := `<html lang="` + html.EscapeString(l.Tag()) + `"`
	if l.RightToLeft() {
		attributes += ` dir="rtl"`
	}
	for _, n := range root.Nodes {
		if text, is := n.(*parse.TextNode); is {
			text.Text = bytes.Replace(text.Text, []byte(`<html lang="en"`), []byte(attributes), 1)
		}
	}
}

// saidFields are the fields of the values of templates that have words of pages, or of declarations, and nothing that
// anybody typed.
var saidFields = []string{"Title", "Button", "Label", "Question", "Reason", "CallsTitle", "About", "Input", "Yours", "Theirs", "Description", "Help", "Hint", "LoginError", "UsernameError", "PasswordError", "Operation"}

// labelAttributes are those whose values people read or hear.
var labelAttributes = []string{"aria-label", "data-label", "title", "placeholder", "alt"}

// wordTree puts words in the place of those of one block.
type wordTree struct {
	tree  *parse.Tree
	words func(message string) ([]problem.Piece, bool)
	// inTags are the blocks that were found between < and >; nil where these are not looked for.
	inTags map[string]bool

	// place is where in HTML the next text stands.
	tag   bool   // between < and >
	quote byte   // that ends the value of an attribute; 0 outside of one
	head  []byte // of the tag, up to the value
	out   []parse.Node
	run   []parse.Node // a message that is being read: texts and actions
}

// list is a list of nodes with other words.
func (w *wordTree) list(list *parse.ListNode) *parse.ListNode {
	outer := w.out
	w.out = nil
	for _, n := range list.Nodes {
		switch n := n.(type) {
		case *parse.TextNode:
			w.text(n)
		case *parse.ActionNode:
			if !w.reads() || len(n.Pipe.Decl) > 0 {
				w.flush()
				w.out = append(w.out, n)
				continue
			}
			w.run = append(w.run, w.said(n))
		case *parse.IfNode:
			w.branch(&n.BranchNode, n)
		case *parse.RangeNode:
			w.branch(&n.BranchNode, n)
		case *parse.WithNode:
			w.branch(&n.BranchNode, n)
		case *parse.TemplateNode:
			if w.flush(); w.tag && w.inTags != nil {
				w.inTags[n.Name] = true
			}
			w.out = append(w.out, n)
		default:
			w.flush()
			w.out = append(w.out, n)
		}
	}
	w.flush()
	made := *list
	made.Nodes, w.out = w.out, outer
	return &made
}

// branch reads both branches from one place on.
func (w *wordTree) branch(b *parse.BranchNode, n parse.Node) {
	w.flush()
	tag, quote, head := w.tag, w.quote, w.head
	if b.ElseList != nil {
		b.ElseList = w.list(b.ElseList)
		w.tag, w.quote, w.head = tag, quote, head
	}
	b.List = w.list(b.List)
	w.out = append(w.out, n)
}

// reads reports whether people read what stands at the place.
func (w *wordTree) reads() bool {
	if !w.tag {
		return true
	}
	if w.quote == 0 {
		return false
	}
	attribute := string(w.head[bytes.LastIndexAny(w.head, " \n")+1:])
	return slices.Contains(labelAttributes, strings.TrimSuffix(attribute, "="))
}

// text reads a text node up to its end.
func (w *wordTree) text(n *parse.TextNode) {
	begin, read := 0, w.reads()
	put := func(end int) {
		if begin == end {
			return
		}
		part := &parse.TextNode{NodeType: parse.NodeText, Pos: n.Pos, Text: n.Text[begin:end]}
		if begin = end; read {
			w.run = append(w.run, part)
		} else {
			w.out = append(w.out, part)
		}
	}
	for i, c := range n.Text {
		switch {
		case !w.tag && c == '<':
			put(i)
			w.tag, w.head = true, nil
			w.flush()
		case w.tag && w.quote == 0 && c == '>':
			w.tag = false
			put(i + 1)
		case w.tag && w.quote == 0 && c == '"':
			put(i + 1)
			w.quote = c
		case w.tag && w.quote == c:
			put(i)
			w.quote, w.head = 0, append(w.head, ' ')
			w.flush()
		case w.tag && w.quote == 0:
			w.head = append(w.head, c)
		}
		read = w.reads()
	}
	put(len(n.Text))
}

// flush ends the message that is being read, and puts its words in its place.
func (w *wordTree) flush() {
	run := w.run
	if w.run = nil; len(run) == 0 {
		return
	}
	var b strings.Builder
	var params []parse.Node
	for _, n := range run {
		if text, is := n.(*parse.TextNode); is {
			b.WriteString(html.UnescapeString(string(text.Text)))
			continue
		}
		b.WriteString("%s")
		params = append(params, n)
	}
	all := b.String()
	message := strings.TrimSpace(all)
	if !strings.ContainsFunc(strings.ReplaceAll(message, "%s", ""), unicode.IsLetter) {
		w.out = append(w.out, run...)
		return
	}
	pieces, ok := w.words(message)
	if !ok {
		w.out = append(w.out, run...)
		return
	}
	add := func(text string) {
		if text != "" {
			w.out = append(w.out, &parse.TextNode{NodeType: parse.NodeText, Pos: run[0].Position(), Text: []byte(html.EscapeString(text))})
		}
	}
	add(all[:strings.Index(all, message)])
	for _, p := range pieces {
		if p.Text != "" {
			add(p.Text)
		} else {
			w.out = append(w.out, params[p.Param].Copy())
		}
	}
	add(all[strings.Index(all, message)+len(message):])
}

// said is an action that shows a field of words in the language.
func (w *wordTree) said(n *parse.ActionNode) *parse.ActionNode {
	first := n.Pipe.Cmds[0]
	field := first.Args[len(first.Args)-1]
	if !saysField(field) || len(first.Args) > 2 {
		return n
	}
	command := func(arg parse.Node) *parse.CommandNode {
		return &parse.CommandNode{NodeType: parse.NodeCommand, Pos: n.Pos, Args: []parse.Node{arg}}
	}
	function := func(name string) parse.Node { return parse.NewIdentifier(name).SetPos(n.Pos).SetTree(w.tree) }
	cmds := []*parse.CommandNode{command(field), command(function(saidFunction))}
	if len(first.Args) == 2 { // as in {{sentence .Question}}
		cmds = append(cmds, command(first.Args[0]))
	}
	made := n.Copy().(*parse.ActionNode)
	made.Pipe.Cmds = append(cmds, made.Pipe.Cmds[1:]...)
	return made
}

// saysField reports whether a node is a field of words: .Label, $.Answer.Name.
func saysField(n parse.Node) bool {
	var names []string
	switch n := n.(type) {
	case *parse.FieldNode:
		names = n.Ident
	case *parse.VariableNode:
		names = n.Ident
	}
	end := len(names) - 1
	return end >= 0 && (slices.Contains(saidFields, names[end]) || end > 0 && names[end] == "Name" && names[end-1] == "Answer")
}
