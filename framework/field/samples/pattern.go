// Texts that match patterns.

package samples

import (
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
)

// most is the number of repetitions beyond the least one, where a pattern sets no limit.
const most = 4

// Matching returns a text that matches a regular expression, by random numbers; it is not ok for an expression that none
// was found for.
func Matching(pattern string, r *rand.Rand) (text string, ok bool) {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", false
	}
	matches, err := regexp.Compile(pattern)
	if err != nil {
		return "", false
	}
	for range 20 { // a boundary, or an end in the middle, needs some luck
		var b strings.Builder
		write(&b, parsed.Simplify(), r)
		if matches.MatchString(b.String()) {
			return b.String(), true
		}
	}
	return "", false
}

// write writes a text for a part of an expression.
func write(b *strings.Builder, re *syntax.Regexp, r *rand.Rand) {
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(oneOf(re.Rune, r))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteRune(rune('a' + r.IntN(26)))
	case syntax.OpCapture, syntax.OpConcat:
		for _, part := range re.Sub {
			write(b, part, r)
		}
	case syntax.OpAlternate:
		write(b, re.Sub[r.IntN(len(re.Sub))], r)
	case syntax.OpStar:
		repeat(b, re, r, 0, most)
	case syntax.OpPlus:
		repeat(b, re, r, 1, 1+most)
	case syntax.OpQuest:
		repeat(b, re, r, 0, 1)
	case syntax.OpRepeat:
		least, largest := re.Min, re.Max
		if largest < 0 {
			largest = least + most
		}
		repeat(b, re, r, least, largest)
	}
}

// repeat writes a part some times.
func repeat(b *strings.Builder, re *syntax.Regexp, r *rand.Rand, least, largest int) {
	for range least + r.IntN(largest-least+1) {
		write(b, re.Sub[0], r)
	}
}

// oneOf returns a character of a class, one of ASCII that can be seen if there is any.
func oneOf(ranges []rune, r *rand.Rand) rune {
	var plain []rune
	for at := 0; at < len(ranges); at += 2 {
		for c := max(ranges[at], '!'); c <= min(ranges[at+1], '~'); c++ {
			plain = append(plain, c)
		}
	}
	if len(plain) == 0 {
		return ranges[0]
	}
	return plain[r.IntN(len(plain))]
}

// patterned makes texts that match the declared pattern, or that of the kind's JSON Schema, for JSON.
func patterned(pattern string) Family {
	return func(i int) string {
		text, ok := Matching(pattern, rand.New(rand.NewPCG(uint64(i), 0)))
		if !ok {
			return "null"
		}
		return strconv.Quote(text)
	}
}
