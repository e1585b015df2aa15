// One form of conditions, to compare those that a database keeps with desired ones.

package conditions

import (
	"regexp"
	"slices"
	"strings"
)

// Plain returns a condition, or that of the index which a statement creates, without what means nothing: quotes of plain names,
// letter case outside of quotes, casts of values and those that PostgreSQL writes to compare columns, brackets around
// conditions and single words, and the order of what AND and OR join. It is "" for an index without a condition. Two
// conditions with one form mean the same; other two may do so too.
func Plain(sql string) string {
	words := wordsOf(sql, changesValue)
	for i, word := range words {
		words[i] = plainWord(word)
	}
	if len(words) > 0 && words[0] == "create" {
		words = conditionOf(words)
	}
	p := plain{words: withoutArrays(words)}
	text := together(p.alternatives())
	return strings.TrimSpace(text + " " + strings.Join(p.words, " ")) // the rest is of what no condition has
}

// changesValue reports whether a cast may change a value: that of a column or of an expression to another type than one
// which PostgreSQL casts to by itself to compare texts and numbers.
func changesValue(before []string, typ string) bool {
	if len(before) == 0 || strings.HasSuffix(typ, "[ ]") {
		return false
	}
	last := before[len(before)-1]
	value := last == "]" || last[0] == '\'' || last[0] >= '0' && last[0] <= '9'
	if n := len(before); last == ")" && n > 2 && before[n-3] == "(" { // brackets around one word
		first := before[n-2][0]
		value = first == '\'' || first >= '0' && first <= '9'
	}
	return !value && !slices.Contains([]string{"text", "character varying", "varchar", "bpchar", "numeric"}, typ)
}

var quotedName = regexp.MustCompile("^[\"`]([a-z_][a-z0-9_]*)[\"`]$")

// meaningful are words that mean something else without quotes than a column of their name.
var meaningful = strings.Fields(`all and any array as asc between both case cast check collate column constraint create cross current_catalog
	current_date current_role current_schema current_time current_timestamp current_user default desc distinct do else end escape except
	exists extract false for foreign from full glob group having ilike in inner intersect into is isnull join lateral leading left like
	limit localtime localtimestamp match natural not notnull null offset on only or order outer overlaps placing primary references regexp
	returning right rowid select session_user similar some symmetric system_user table then to trailing true union unique user using
	variadic when where window with`)

// plainWord returns a word in lower case, unless it is a text or a name whose quotes mean something, and the plain name of
// another quoted one.
func plainWord(word string) string {
	switch m := quotedName.FindStringSubmatch(word); {
	case m != nil && !slices.Contains(meaningful, m[1]):
		return m[1]
	case m != nil:
		return `"` + m[1] + `"`
	case word[0] == '\'' || word[0] == '"' || word[0] == '`':
		return word
	}
	return strings.Replace(strings.ToLower(word), "!=", "<>", 1)
}

// conditionOf returns the words behind the WHERE of a CREATE INDEX, nil for none.
func conditionOf(words []string) []string {
	for i := 1; i < len(words); i++ {
		if words[i] == "where" && words[i-1] == ")" {
			return words[i+1:]
		}
	}
	return nil
}

// withoutArrays writes = ANY (ARRAY[…]), as PostgreSQL keeps IN, as IN again.
func withoutArrays(words []string) (list []string) {
	for len(words) > 0 {
		if len(words) > 2 && words[0] == "=" && words[1] == "any" {
			first := slices.Index(words, "[")
			last := slices.Index(words, "]")
			brackets := first - 3 // "=", "any" and "array" stand before it
			if brackets > 0 && last > first && last+brackets < len(words) && words[first-1] == "array" {
				list = append(append(append(list, "in", "("), words[first+1:last]...), ")")
				words = words[last+1+brackets:]
				continue
			}
		}
		list, words = append(list, words[0]), words[1:]
	}
	return list
}

// plain reads conditions from the front of words, in their plain form.
type plain struct{ words []string }

// at reports whether the next word is one of some, or "" for the end.
func (p *plain) at(some ...string) bool {
	if len(p.words) == 0 {
		return slices.Contains(some, "")
	}
	return slices.Contains(some, p.words[0])
}

// take takes the next word if it is the given one.
func (p *plain) take(word string) bool {
	if !p.at(word) {
		return false
	}
	p.words = p.words[1:]
	return true
}

// together joins conditions by AND.
func together(list []string) string {
	return strings.Join(slices.Compact(slices.Sorted(slices.Values(list))), " and ")
}

// alternatives reads conditions that OR joins: those that all have to hold, which is one if there are several.
func (p *plain) alternatives() []string {
	first := p.all()
	if !p.at("or") {
		return first
	}
	list := []string{together(first)}
	for p.take("or") {
		list = append(list, together(p.all()))
	}
	return []string{"(" + strings.Join(slices.Compact(slices.Sorted(slices.Values(list))), " or ") + ")"}
}

// all reads conditions that AND joins.
func (p *plain) all() []string {
	list := p.one()
	for p.take("and") {
		list = append(list, p.one()...)
	}
	return list
}

// one reads a condition, or several in brackets.
func (p *plain) one() []string {
	if p.take("not") {
		return []string{"not (" + together(p.one()) + ")"}
	}
	if saved := *p; p.take("(") {
		if list := p.alternatives(); p.take(")") && p.at("and", "or", ")", "") {
			return list
		}
		*p = saved // the brackets are around a part of a comparison
	}
	return []string{p.comparison()}
}

// comparison reads what is between AND, OR and brackets.
func (p *plain) comparison() string {
	var words []string
	for depth, between := 0, false; len(p.words) > 0; {
		word := p.words[0]
		switch {
		case depth == 0 && (word == "or" || word == ")" || word == "and" && !between):
			return strings.Join(words, " ")
		case word == "(" || word == "case":
			depth++
		case word == ")" || word == "end" && depth > 0:
			depth--
		}
		between = depth > 0 && between || word == "between" || between && word != "and"
		if word == "(" && len(p.words) > 2 && p.words[2] == ")" && (len(words) == 0 || !takesBrackets(words[len(words)-1])) {
			words, p.words, depth = append(words, p.words[1]), p.words[3:], depth-1
			continue
		}
		words, p.words = append(words, word), p.words[1:]
	}
	return strings.Join(words, " ")
}

// takesBrackets reports whether brackets behind a word mean something: those of IN, and of a function.
func takesBrackets(word string) bool {
	first := word[0]
	return first == '"' || (first == '_' || first >= 'a' && first <= 'z') && !slices.Contains([]string{"is", "like", "ilike", "between", "when", "then", "else", "case", "and", "or", "not"}, word)
}
