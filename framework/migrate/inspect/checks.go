// The conditions of CHECK constraints, and the rules of fields that say the same.

package inspect

import (
	"regexp"
	"slices"
	"strings"

	"example.com/resourceful/framework/migrate/conditions"
)

// bound is a simple condition on one column.
type bound struct {
	column string
	op     string   // "<", "<=", ">", ">=", "in", or "length" for "<=" about the length of a text
	values []string // numbers, or the texts of "in" without their quotes
	texts  bool     // the values of "in" are texts
}

// bounds parses a condition: comparisons of a column with a number, BETWEEN and IN, joined by AND. It returns nil for any other.
func bounds(condition string) []bound {
	p := conditionParser{words: conditions.Words(condition)}
	list := p.all()
	if p.failed || len(p.words) > 0 {
		return nil
	}
	return list
}

// conditionParser reads conditions from the front of words.
type conditionParser struct {
	words  []string
	failed bool
}

// next takes the next word.
func (p *conditionParser) next() string {
	if len(p.words) == 0 {
		p.failed = true
		return ""
	}
	word := p.words[0]
	p.words = p.words[1:]
	return word
}

// take takes the next word if it is the given one.
func (p *conditionParser) take(word string) bool {
	if len(p.words) == 0 || !strings.EqualFold(p.words[0], word) {
		return false
	}
	p.next()
	return true
}

// all parses conditions that AND joins.
func (p *conditionParser) all() []bound {
	list := p.one()
	for !p.failed && p.take("AND") {
		list = append(list, p.one()...)
	}
	return list
}

// one parses a condition, or several in parentheses.
func (p *conditionParser) one() []bound {
	if p.failed {
		return nil
	}
	if saved := *p; p.take("(") {
		if list := p.all(); !p.failed && p.take(")") && !p.compares() {
			return list
		}
		*p = saved // the parentheses are around a column
	}
	function, column := p.operand()
	if column == "" {
		p.failed = true
		return nil
	}
	switch op := strings.ToUpper(p.next()); op {
	case "<", "<=", ">", ">=":
		n := p.number()
		switch {
		case function == "":
			return []bound{{column: column, op: op, values: []string{n}}}
		case op == "<=":
			return []bound{{column: column, op: "length", values: []string{n}}}
		}
	case "BETWEEN":
		low := p.number()
		if p.take("AND") && function == "" {
			return []bound{{column: column, op: ">=", values: []string{low}}, {column: column, op: "<=", values: []string{p.number()}}}
		}
	case "IN":
		if p.take("(") && function == "" {
			return p.in(column, ")")
		}
	case "=":
		if p.take("ANY") && function == "" {
			return p.anyOf(column)
		}
	}
	p.failed = true
	return nil
}

// compares reports whether an operator follows.
func (p *conditionParser) compares() bool {
	return len(p.words) > 0 && slices.Contains([]string{"<", "<=", ">", ">=", "=", "<>", "IN", "BETWEEN"}, strings.ToUpper(p.words[0]))
}

// operand parses a column, or the length of one.
func (p *conditionParser) operand() (function, column string) {
	if p.take("(") {
		if function, column = p.operand(); !p.take(")") {
			return "", ""
		}
		return function, column
	}
	word := p.next()
	switch lower := strings.ToLower(word); {
	case (lower == "length" || lower == "char_length") && p.take("("):
		_, column = p.operand()
		if !p.take(")") {
			return "", ""
		}
		return lower, column
	case strings.HasPrefix(word, `"`):
		return "", strings.ReplaceAll(strings.Trim(word, `"`), `""`, `"`)
	case word != "" && (word[0] == '_' || word[0]|0x20 >= 'a' && word[0]|0x20 <= 'z') && !slices.Contains([]string{"not", "case", "null"}, lower):
		return "", word
	}
	return "", ""
}

// number parses a number.
func (p *conditionParser) number() string {
	if p.take("(") {
		n := p.number()
		if !p.take(")") {
			p.failed = true
		}
		return n
	}
	sign := ""
	if p.take("-") {
		sign = "-"
	}
	word := strings.Trim(p.next(), "'")
	if sign == "" && strings.HasPrefix(word, "-") {
		sign, word = "-", word[1:]
	}
	if !isNumber(word) {
		p.failed = true
	}
	return sign + word
}

var number = regexp.MustCompile(`^\d+(\.\d+)?$`)

func isNumber(word string) bool { return number.MatchString(word) }

// anyOf parses the list of = ANY (ARRAY[…]), as PostgreSQL writes IN.
func (p *conditionParser) anyOf(column string) []bound {
	depth := 0
	for p.take("(") {
		depth++
	}
	if !p.take("ARRAY") || !p.take("[") {
		p.failed = true
		return nil
	}
	list := p.in(column, "]")
	for ; depth > 0; depth-- {
		if !p.take(")") {
			p.failed = true
		}
	}
	return list
}

// in parses the values of a list to its end.
func (p *conditionParser) in(column, end string) []bound {
	b := bound{column: column, op: "in"}
	for !p.failed {
		depth := 0
		for p.take("(") {
			depth++
		}
		if text := len(p.words) > 0 && strings.HasPrefix(p.words[0], "'"); text {
			word := p.next()
			b.texts = true
			b.values = append(b.values, strings.ReplaceAll(word[1:len(word)-1], "''", "'"))
		} else {
			b.values = append(b.values, p.number())
		}
		for ; depth > 0 && p.take(")"); depth-- {
		}
		if depth > 0 {
			p.failed = true
		}
		if p.take(end) {
			return []bound{b}
		}
		if !p.take(",") {
			p.failed = true
		}
	}
	return nil
}

// quotedOrComment matches texts, quoted names and comments.
var quotedOrComment = regexp.MustCompile(`'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|(?s:/\*.*?\*/)`)

// checksIn returns the conditions of the CHECK constraints in a CREATE TABLE of SQLite.
func checksIn(text string) (checks []string) {
	text = quotedOrComment.ReplaceAllStringFunc(text, func(part string) string {
		if strings.HasPrefix(part, "--") || strings.HasPrefix(part, "/*") {
			return " "
		}
		return part
	})
	places := conditions.Places(text)
	for i := 0; i+1 < len(places); i++ {
		if !strings.EqualFold(text[places[i][0]:places[i][1]], "CHECK") || text[places[i+1][0]:places[i+1][1]] != "(" {
			continue
		}
		depth, first := 0, places[i+1][1]
		for i++; i < len(places); i++ {
			switch text[places[i][0]:places[i][1]] {
			case "(":
				depth++
			case ")":
				depth--
			}
			if depth == 0 {
				checks = append(checks, strings.TrimSpace(text[first:places[i][0]]))
				break
			}
		}
	}
	return checks
}
