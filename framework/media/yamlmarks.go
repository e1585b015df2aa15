// Bounds on YAML before it is parsed: how many values it may have.

package media

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Lines that can be understood by themselves, when the line starts outside of brackets and quotation marks: a
// key without a value or with one that ends on the line, and a key with a block of lines. They leave the next
// line outside as well, or are an error that ends the reading.
var (
	wholeLine = regexp.MustCompile(`^( *(?:- )*)\w+:(?: +(?:\w.*|"(?:[^"\\]|\\.)*"|'[^']*'))? *$`)
	blockLine = regexp.MustCompile(`^( *(?:- )*)\w+: +[|>]([1-9]?)[-+]? *$`)
)

// countMarks counts the marks of a text, until there are more than max: what can start a value, a key
// or a comment. The library needs about a microsecond and 400 bytes for each, so that 10 MiB of "- a"
// would hold a core for seconds and take a gigabyte.
//
// It never counts too few: the marks in texts are left out only where there are many and as long as
// it is certain that they are in texts. That lets 10 MiB of a program through, in a block or in
// quotation marks.
func countMarks(text string, max int) int {
	if n := marks(text); n <= min(max, freeValues) {
		return n
	}
	return marksOutside(text, max)
}

// marks counts without understanding of quotation marks and blocks.
func marks(text string) int {
	n := 0
	for i := range len(text) {
		switch text[i] {
		case ',', '[', '{', '#':
			n++
		case '-', ':', '?': // only before white space, of which some is not ASCII
			if i+1 == len(text) || text[i+1] <= ' ' || text[i+1] >= utf8.RuneSelf {
				n++
			}
		}
	}
	return n
}

// marksOutside counts marks. Up to the first line that needs its neighbours it skips those in texts. It stops
// when there are more than max.
func marksOutside(text string, max int) int {
	if hasOddBreaks(text) {
		return marks(text)
	}
	n := 0
	for text != "" && n <= max {
		line, rest := cutLine(text)
		if strings.Trim(line, " ") == "" {
			// A blank line leaves everything as it is.
		} else if block := blockLine.FindStringSubmatch(line); block != nil {
			n += marks(block[1]) + 1
			rest = skipBlock(rest, len(block[1]), block[2])
		} else if whole := wholeLine.FindStringSubmatch(line); whole != nil {
			n += marks(whole[1]) + 2 // the key, and perhaps a comment after the value
		} else {
			return n + marks(text)
		}
		text = rest
	}
	return n
}

// hasTagDirective says whether a line starts with "%TAG", even in a text. Such a directive names
// a prefix for tags, of which none but the core ones is read anyway; but the library compares
// each with all before it, so that 10 MiB of them take minutes, and copies the prefix for each
// tag, so that a long one takes all memory.
func hasTagDirective(text string) bool {
	const directive = "%TAG"
	if strings.HasPrefix(strings.TrimPrefix(text, "\uFEFF"), directive) {
		return true
	}
	for _, lineBreak := range []string{"\n", "\r", "\u0085", "\u2028", "\u2029"} {
		if strings.Contains(text, lineBreak+directive) {
			return true
		}
	}
	return false
}

// hasOddBreaks says whether a text has ends of lines that cutLine does not know.
func hasOddBreaks(text string) bool {
	return strings.ContainsAny(text, "\u0085\u2028\u2029") ||
		strings.Count(text, "\r") != strings.Count(text, "\r\n")
}

func cutLine(text string) (line, rest string) {
	line, rest, _ = strings.Cut(text, "\n")
	return strings.TrimSuffix(line, "\r"), rest
}

// skipBlock returns what follows the lines of a block, whose key stands at column parent. The
// lines are indented as the digit after "|" says, else as the first that is not blank.
func skipBlock(text string, parent int, digit string) string {
	column := 0
	if digit != "" {
		column = parent + int(digit[0]-'0')
	}
	blank := 0 // a blank line before the first may be indented too, and then counts
	for text != "" {
		line, rest := cutLine(text)
		spaces := len(line) - len(strings.TrimLeft(line, " "))
		switch {
		case spaces == len(line):
			blank = max(blank, spaces)
		case column == 0 && spaces > parent && spaces >= blank:
			column = spaces
		case column == 0 || spaces < column:
			return text
		}
		text = rest
	}
	return ""
}
