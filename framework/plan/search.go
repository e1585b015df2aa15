// Search: the parameter of a list that finds rows by words.

package plan

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// Search finds the rows that have every word of a text, each in one of some columns.
type Search struct {
	Name    string // of its parameter
	Columns []SearchColumn
	// Ranked means that rows are sorted by relevance, if only their full text is searched and the client
	// requests no order.
	Ranked bool
}

// SearchColumn is a searched column, and its comparison: OpIContains, OpIStartsWith, OpIExact, OpIRegex, or
// OpEq for a value of its kind, such as a number. With OpMatch it is the full text of the rows at the end
// of the path, whose names are those of all its columns: "title+body".
type SearchColumn struct {
	Path   *FieldPath
	Op     predicate.Op
	Fields []*schema.Field // of a full text
}

// Fields returns the searched fields of the row, each once: those of related rows are represented by the relation.
func (s *Search) Fields() (fields []*schema.Field) {
	for _, c := range s.Columns {
		found := c.Fields
		switch {
		case len(c.Path.Steps) > 0:
			found = []*schema.Field{c.Path.Steps[0].Field}
		case found == nil:
			found = []*schema.Field{c.Path.End}
		}
		for _, f := range found {
			if !slices.Contains(fields, f) {
				fields = append(fields, f)
			}
		}
	}
	return fields
}

// Add adds a column, with a comparison by a prefix in schema.SearchPrefixes; it is not ok if it is there
// already. Columns of one full text are joined.
func (s *Search) Add(p *FieldPath, prefix string) (ok bool) {
	op, values := searchOp(prefix)
	if !slices.Contains(p.End.Kind.Lookups, field.IContains) {
		op = values
	}
	above := p.above()
	for i := range s.Columns {
		switch c := &s.Columns[i]; {
		case c.Op != op:
		case op == predicate.OpMatch && c.Path.above() == above && !slices.Contains(c.Fields, p.End):
			c.Path.Text += "+" + strings.TrimPrefix(p.Text, above)
			c.Fields = append(c.Fields, p.End)
			return true
		case c.Path.Text == p.Text, slices.Contains(c.Fields, p.End) && c.Path.above() == above:
			return false
		}
	}
	c := SearchColumn{Path: p, Op: op}
	if op == predicate.OpMatch {
		c.Fields = []*schema.Field{p.End}
	}
	s.Columns = append(s.Columns, c)
	return true
}

// above returns the path without the field at its end.
func (p *FieldPath) above() string { return p.Text[:strings.LastIndexByte(p.Text, '.')+1] }

// compare returns the condition that a row at the end of the path has a word, in the form of value.
func (c *SearchColumn) compare(value any) predicate.Expr {
	if c.Op == predicate.OpMatch {
		return predicate.MatchAt(value.(string))
	}
	return c.Path.Compare(c.Op, value)
}

// MaxSearchWords is the largest number of different words in a search: each adds to the cost of its
// statement.
const MaxSearchWords = 32

// Param returns the parameter of a list by which clients search.
func (s *Search) Param() *Param {
	return &Param{
		Name: s.Name, About: "Words between spaces or commas, and \"phrases\" in quotes, each of which is found in " + s.about() + ".", Role: SearchRole,
		Schema: map[string]any{"type": "string"}, Read: s.read,
	}
}

// read requires all words of the one value.
func (s *Search) read(l *Listing, values []string) (messages []string, err error) {
	words := SearchWords(values[0])
	words = slices.DeleteFunc(words, s.passesOver)
	if len(words) > MaxSearchWords {
		return []string{fmt.Sprintf("Ensure this search has no more than %d words.", MaxSearchWords)}, nil
	}
	if len(s.Columns) == 1 && s.Columns[0].Op == predicate.OpMatch && len(words) > 0 {
		l.Require(s.findTogether(l, words))
		return nil, nil
	}
	found := make([]predicate.Expr, len(words))
	for i, word := range words {
		if s.has(predicate.OpIRegex) {
			if err := predicate.CheckClientRegex(word); err != nil {
				messages = append(messages, fmt.Sprintf("“%s” is not a valid pattern: it %s.", word, err))
				continue
			}
		}
		found[i] = s.find(l, word)
	}
	if messages != nil {
		return messages, nil
	}
	// A different order of words is a different statement. A word that is no number has a shorter condition
	// than a number: sorted by that, n words have n+1 shapes, instead of 2 to the n.
	slices.SortStableFunc(found, func(a, b predicate.Expr) int { return len(a.Kids) - len(b.Kids) })
	l.Require(predicate.And(found...))
	return nil, nil
}

// findTogether returns the condition that the only column, a full text, has all words. It is one condition, because
// PostgreSQL ignores meaningless words in languages other than English.
func (s *Search) findTogether(l *Listing, words []string) predicate.Expr {
	c, together := &s.Columns[0], make([]string, len(words))
	for i, word := range words {
		value := c.value(word, l.Zone)
		if value == nil {
			return predicate.Constant(false)
		}
		together[i] = value.(string)
	}
	text := strings.Join(together, " ")
	if s.Ranked && c.Path.Steps == nil {
		l.Rank = text
	}
	return c.Path.Where(l, c.compare(text))
}

// find returns the condition that one of a row's columns has the word.
func (s *Search) find(l *Listing, word string) predicate.Expr {
	var one []predicate.Expr
	for _, c := range s.Columns {
		if value := c.value(word, l.Zone); value != nil && (!c.english() || !isStopWord(word)) {
			one = append(one, c.Path.Where(l, c.compare(value)))
		}
	}
	return predicate.Or(one...)
}

// value returns a word of a client in a time zone for the comparison with the column, nil if the column can
// have no such value.
func (c *SearchColumn) value(word string, client *time.Location) any {
	switch {
	case c.Op == predicate.OpMatch && slices.ContainsFunc(strings.Fields(word), func(w string) bool { return len(w) > predicate.MaxMatchWord }):
		return nil
	case c.Op == predicate.OpMatch:
		return strings.ReplaceAll(word, " ", predicate.PhraseSpace)
	case c.Op != predicate.OpEq:
		return word
	}
	spec := c.Path.End.In(client)
	value, messages := spec.Kind.Parse(spec, word)
	if messages != nil {
		return nil
	}
	return spec.Arg(value)
}

// passesOver reports whether a word is meaningless: a stop word, if full texts in English are searched, and
// no other column, apart from full texts, can have it.
func (s *Search) passesOver(word string) bool {
	english := func(c SearchColumn) bool { return c.english() }
	others := func(c SearchColumn) bool { return c.Op != predicate.OpMatch && c.value(word, nil) != nil }
	return isStopWord(word) && slices.ContainsFunc(s.Columns, english) && !slices.ContainsFunc(s.Columns, others)
}

// english reports whether the column is a full text in English, which contains no stop words.
func (c *SearchColumn) english() bool {
	return c.Fields != nil && c.Fields[0].Search.Language == "english"
}

func (s *Search) has(op predicate.Op) bool {
	return slices.ContainsFunc(s.Columns, func(c SearchColumn) bool { return c.Op == op })
}

// SearchWords returns the different words of a text, separated by white space and commas, as in Django REST
// framework. Text in double quotes is one of them, with single spaces: a phrase. A quote within a word, and one
// without another, is text.
func SearchWords(text string) []string {
	var words []string
	add := func(word string) {
		if word != "" && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	for {
		text = strings.TrimLeftFunc(text, separatesWords)
		if text == "" {
			return words
		}
		if phrase, rest, closed := strings.Cut(text[1:], `"`); text[0] == '"' && closed {
			add(strings.Join(strings.FieldsFunc(phrase, isSpace), " "))
			text = rest
			continue
		}
		end := strings.IndexFunc(text, separatesWords)
		if end < 0 {
			end = len(text)
		}
		add(text[:end])
		text = text[end:]
	}
}

// separatesWords reports whether a character is a comma or white space, which notation.TrimSpace removes.
func separatesWords(r rune) bool { return r == ',' || isSpace(r) }

// isSpace reports whether a character is white space, as notation.TrimSpace has it.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1C && r <= 0x1F }

// searchOps are the comparisons of a declaration's prefixes with texts and with other values, OpFalse for
// none.
var searchOps = []struct {
	prefix, about string
	texts, values predicate.Op
}{
	{"", "", predicate.OpIContains, predicate.OpFalse},
	{"^", "the beginning of ", predicate.OpIStartsWith, predicate.OpFalse},
	{"=", "the whole of ", predicate.OpIExact, predicate.OpEq},
	{"$", "as a pattern ", predicate.OpIRegex, predicate.OpFalse},
	{"@", "the full text of ", predicate.OpMatch, predicate.OpFalse},
}

// searchOp returns the comparisons of a prefix in schema.SearchPrefixes with texts and with other values;
// OpFalse for none.
func searchOp(prefix string) (texts, values predicate.Op) {
	for _, o := range searchOps {
		if o.prefix == prefix {
			return o.texts, o.values
		}
	}
	return predicate.OpFalse, predicate.OpFalse
}

// words returns the column with its prefix, and in a sentence.
func (c *SearchColumn) words() (text, about string) {
	for _, o := range searchOps {
		if o.texts == c.Op || o.values == c.Op {
			return o.prefix + c.Path.Text, o.about + c.Path.Text
		}
	}
	return "", ""
}

// about describes the searched columns.
func (s *Search) about() string {
	parts := make([]string, len(s.Columns))
	for i := range s.Columns {
		_, parts[i] = s.Columns[i].words()
	}
	last := len(parts) - 1
	if last == 0 {
		return parts[0]
	}
	return strings.Join(parts[:last], ", ") + " or " + parts[last]
}

// words describes the search in the text of the plan, "" for none: "title, =number, ^project.name by
// search".
func (s *Search) words() string {
	if s == nil {
		return ""
	}
	parts := make([]string, len(s.Columns))
	for i := range parts {
		parts[i], _ = s.Columns[i].words()
	}
	return strings.Join(parts, ", ") + " by " + s.Name
}
