// Regular expressions with the same meaning in Go and both databases.

package predicate

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
)

// CompileRegex returns the matcher of a pattern for Regex; an error contains the correction.
func CompileRegex(pattern string) (match func(text string) bool, err error) {
	if err := checkRegex(pattern); err != nil {
		return nil, err
	}
	re, err := regexp.Compile("(?s)" + pattern) // . matches a line feed, as in PostgreSQL
	if err != nil {
		return nil, errors.New("is not a regular expression; write it as the documentation of Regex has it")
	}
	return re.MatchString, nil
}

// maxRegexSteps is the largest size of a client's pattern, in instructions of Go's machine: PostgreSQL
// takes a tenth of a second for the worst of that size, and seconds for one four times as large.
const maxRegexSteps = 256

// CheckClientRegex returns the mistake in a client's pattern for Regex or IRegex: its meaning differs
// between the engines, or it takes too long to match.
func CheckClientRegex(pattern string) error {
	if err := checkRegex(pattern); err != nil {
		return err
	}
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return errors.New("is not a regular expression")
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil || len(program.Inst) > maxRegexSteps {
		return errors.New("repeats too much; write fewer and smaller numbers of repetitions")
	}
	return nil
}

func compileRegex(pattern string) (func(any) bool, error) {
	match, err := CompileRegex(pattern)
	if err != nil {
		return nil, err
	}
	return func(text any) bool { return match(text.(string)) }, nil
}

// checkRegex refuses parts of a pattern whose meaning may differ between Go and the databases.
func checkRegex(pattern string) error {
	p := regexScanner{rest: pattern}
	for p.rest != "" {
		if err := p.next(); err != nil {
			return err
		}
	}
	switch {
	case p.depth > 0:
		return errors.New(`has a ( without its ); write both, or \( for the character`)
	case p.before == nothing:
		return errEmptyPart
	}
	return nil
}

var errEmptyPart = errors.New("has a part that is empty; write something before and after each | and in each ( )")

// regexScanner scans a pattern piece by piece.
type regexScanner struct {
	rest   string
	depth  int
	before piece
}

// piece is the kind of the previous piece of a pattern.
type piece uint8

const (
	nothing piece = iota // the beginning of an alternative
	start                // ^
	atom                 // a piece that may be repeated
	repeated
	end // $
)

// punctuation is the characters that a backslash may precede.
const punctuation = "\\.+*?()|[]{}^$-/!\"#%&',:;<=>@_`~ "

func (p *regexScanner) next() error {
	c := p.rest[0]
	if p.before == end && c != '|' && c != ')' {
		return errors.New(`has a $ before its end; write \$ for the character`)
	}
	p.rest = p.rest[1:]
	switch c {
	case '\\':
		if p.rest == "" || !strings.Contains(punctuation, p.rest[:1]) {
			return errors.New(`has a \ before something other than punctuation, which engines read differently; write a class such as [0-9]`)
		}
		p.rest, p.before = p.rest[1:], atom
	case '[':
		p.before = atom
		return p.class()
	case '(':
		if strings.HasPrefix(p.rest, "?") {
			return errors.New("has (?, which engines read differently; write a plain group ( )")
		}
		p.depth, p.before = p.depth+1, nothing
	case ')':
		if p.depth == 0 {
			return errors.New(`has a ) without its (; write both, or \) for the character`)
		}
		if p.before == nothing {
			return errEmptyPart
		}
		p.depth, p.before = p.depth-1, atom
	case '|':
		if p.before == nothing {
			return errEmptyPart
		}
		p.before = nothing
	case '^':
		if p.before != nothing {
			return errors.New(`has a ^ after its beginning; write \^ for the character`)
		}
		p.before = start
	case '$':
		p.before = end
	case '*', '+', '?', '{':
		return p.repetition(c)
	case ']', '}':
		return fmt.Errorf(`has a %c without its beginning; write \%c for the character`, c, c)
	default:
		p.before = atom
	}
	return nil
}

// maxRepeat is the largest number of a repetition in PostgreSQL.
const maxRepeat = 255

func (p *regexScanner) repetition(c byte) error {
	if p.before != atom {
		return fmt.Errorf(`has a %c that repeats nothing, or a repetition; write a character or a group before it, or \%c for the character`, c, c)
	}
	p.before = repeated
	if c != '{' {
		return nil
	}
	inner, rest, closed := strings.Cut(p.rest, "}")
	p.rest = rest
	low, high, both := strings.Cut(inner, ",")
	m, err := strconv.ParseUint(low, 10, 8)
	n := m
	if err == nil && both && high != "" {
		n, err = strconv.ParseUint(high, 10, 8)
	}
	if !closed || err != nil || n < m || n > maxRepeat {
		return fmt.Errorf(`has a { that is not a repetition; write {2}, {2,} or {2,9} with numbers to %d, or \{ for the character`, maxRepeat)
	}
	return nil
}

// class scans the rest of [ ].
func (p *regexScanner) class() error {
	bad := errors.New(`has a class that engines read differently; write one such as [a-z_], with \ before [ ] ^ - and \`)
	p.rest = strings.TrimPrefix(p.rest, "^")
	for items := 0; ; items++ {
		switch {
		case p.rest == "":
			return bad
		case p.rest[0] == ']' && items > 0:
			p.rest = p.rest[1:]
			return nil
		case !p.classChar():
			return bad
		}
		if strings.HasPrefix(p.rest, "-") {
			p.rest = p.rest[1:]
			if !p.classChar() {
				return bad
			}
		}
	}
}

// classChar scans one character of a class.
func (p *regexScanner) classChar() bool {
	if escaped, ok := strings.CutPrefix(p.rest, `\`); ok {
		if escaped == "" || !strings.Contains(punctuation, escaped[:1]) {
			return false
		}
		p.rest = escaped[1:]
		return true
	}
	for i, r := range p.rest {
		if i > 0 {
			p.rest = p.rest[i:]
			return true
		}
		if strings.ContainsRune("[]^-", r) {
			return false
		}
	}
	p.rest = ""
	return false // a class that does not end
}
