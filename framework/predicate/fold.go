// Comparing texts in any letter case: one folding for Go and both databases.

package predicate

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns a text with one form for all letters that differ only in case, by Unicode's simple case
// folding, as in unicode.SimpleFold: "ÄÉΣς" becomes "äéσσ", and K, k and the sign of Kelvin become
// k. Two texts are equal in any letter case if their folds are equal. A fold has as many characters as the
// text, so that ß is not ss, and İ is not i.
//
// Only Go's table is used: SQLite folds by a registered function, and PostgreSQL compares with every case
// that AnyCase lists. So neither a locale nor the release of a library matters.
func Fold(s string) string {
	i := 0
	for i < len(s) && s[i] < utf8.RuneSelf && (s[i] < 'A' || s[i] > 'Z') {
		i++
	}
	if i == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 2)
	b.WriteString(s[:i])
	var table *caseTable
	for i < len(s) {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= 'A' && c <= 'Z' {
				c += 'a' - 'A'
			}
			b.WriteByte(c)
			i++
			continue
		}
		if table == nil {
			table = cases()
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		b.WriteRune(table.fold(r))
		i += size
	}
	return b.String()
}

// AnyCase returns the pattern of Regex for a text in any letter case: "[Kk\u212a]-9" for k-9.
func AnyCase(text string) string {
	table := cases()
	var b strings.Builder
	for _, r := range text {
		table.appendAnyCase(&b, r)
	}
	return b.String()
}

// caseTable lists the characters that differ from another only in case.
type caseTable struct {
	cased []rune // in order
	pages [0x1EA]*[256]rune
}

// cases returns the table, made at its first use in a fraction of a millisecond.
var cases = sync.OnceValue(func() *caseTable {
	t := &caseTable{}
	for _, part := range unicode.CaseRanges {
		for r := rune(part.Lo); r <= rune(part.Hi); r++ {
			if all := orbit(r); len(all) > 1 { // not every one of them has a range
				t.cased = append(t.cased, all...)
			}
		}
	}
	slices.Sort(t.cased)
	t.cased = slices.Compact(t.cased)
	for _, r := range t.cased {
		page := &t.pages[r>>8]
		if *page == nil {
			*page = new([256]rune)
		}
		(*page)[r&0xFF] = unicode.ToLower(orbit(r)[0])
	}
	return t
})

// orbit returns the characters that differ from one only in case, including it, in order.
func orbit(r rune) []rune {
	all := []rune{r}
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		all = append(all, other)
	}
	slices.Sort(all)
	return all
}

// FoldComposed folds the letters of a text without their marks, and returns it in its composed form (NFC): a letter
// with a mark is the same as one character and as two.
func FoldComposed(text string) string { return norm.NFC.String(Fold(norm.NFD.String(text))) }

// fold returns the folded form of a character.
func (t *caseTable) fold(r rune) rune {
	if page := int(r >> 8); page < len(t.pages) && t.pages[page] != nil {
		if folded := t.pages[page][r&0xFF]; folded != 0 {
			return folded
		}
	}
	return r
}

// appendAnyCase writes a character in any letter case in a pattern of Regex.
func (t *caseTable) appendAnyCase(b *strings.Builder, r rune) {
	switch all := orbit(r); {
	case len(all) > 1:
		b.WriteString("[" + string(all) + "]")
	case strings.ContainsRune(punctuation, r):
		b.WriteString(`\` + string(r))
	default:
		b.WriteRune(r)
	}
}

// AnyCaseRegex returns a pattern of Regex that matches like another in any letter case. An error names the
// mistake in the other.
func AnyCaseRegex(pattern string) (string, error) {
	if err := checkRegex(pattern); err != nil {
		return "", err
	}
	table := cases()
	var b strings.Builder
	for rest := pattern; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		switch r {
		case '\\':
			b.WriteString(rest[:2])
			size = 2
		case '[':
			size = table.appendClass(&b, rest)
		default:
			if strings.ContainsRune(punctuation, r) {
				b.WriteRune(r)
			} else {
				table.appendAnyCase(&b, r)
			}
		}
		rest = rest[size:]
	}
	return b.String(), nil
}

// appendClass writes the class at the start of a pattern, with every case of its letters, and returns the
// length of the class.
func (t *caseTable) appendClass(b *strings.Builder, pattern string) int {
	i := 1
	if pattern[i] == '^' {
		i++
	}
	char := func() rune {
		if pattern[i] == '\\' {
			i++
		}
		r, size := utf8.DecodeRuneInString(pattern[i:])
		i += size
		return r
	}
	b.WriteString(pattern[:i])
	for pattern[i] != ']' {
		from := i
		low := char()
		high := low
		if pattern[i] == '-' {
			i++
			high = char()
		}
		b.WriteString(pattern[from:i])
		t.appendCases(b, low, high)
	}
	b.WriteByte(']')
	return i + 1
}

// appendCases writes the other cases of a range in a class, consecutive ones as a range.
func (t *caseTable) appendCases(b *strings.Builder, low, high rune) {
	var others []rune
	first, _ := slices.BinarySearch(t.cased, low)
	for _, r := range t.cased[first:] {
		if r > high {
			break
		}
		for _, other := range orbit(r) {
			if other < low || other > high {
				others = append(others, other)
			}
		}
	}
	slices.Sort(others)
	others = slices.Compact(others)
	for i := 0; i < len(others); {
		end := i
		for end+1 < len(others) && others[end+1] == others[end]+1 {
			end++
		}
		b.WriteRune(others[i])
		if end > i {
			b.WriteString("-" + string(others[end]))
		}
		i = end + 1
	}
}

// CommonCases returns letters with their folds, of the same length: those of the most used scripts, beyond
// ASCII. It is for a database that folds by a list.
func CommonCases() (letters, folds string) {
	return listCases(func(r rune) bool { return r < 0x0590 || r >= 0x1E00 && r < 0x2000 })
}

// AllCases returns all letters beyond ASCII that differ from their fold, with their folds, of the same
// length.
func AllCases() (letters, folds string) { return listCases(func(rune) bool { return true }) }

// BaseCases is AllCases without the letters with a mark, which FoldComposed folds without it.
func BaseCases() (letters, folds string) {
	return listCases(func(r rune) bool { return norm.NFD.IsNormalString(string(r)) })
}

func listCases(lists func(rune) bool) (letters, folds string) {
	var from, to strings.Builder
	table := cases()
	for _, r := range table.cased {
		if f := table.fold(r); f != r && r >= utf8.RuneSelf && lists(r) {
			from.WriteRune(r)
			to.WriteRune(f)
		}
	}
	return from.String(), to.String()
}
