// The limit on the values of YAML before it is parsed.

package media

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Lines that can be understood without their neighbours, if they start outside of brackets and quotation
// marks: a key without a value or with one that ends on the line, and a key with a block of lines. The next
// line then starts outside as well, or there is an error that ends the parsing.
var (
	wholeLine = regexp.MustCompile(`^( *(?:- )*)\w+:(?: +(?:\w.*|"(?:[^"\\]|\\.)*"|'[^']*'))? *$`)
	blockLine = regexp.MustCompile(`^( *(?:- )*)\w+: +[|>]([1-9]?)[-+]? *$`)
)

// countMarks counts the marks of a text, up to max: characters that can start a value, a key or a comment.
// The library needs about a microsecond and 400 bytes for each, so that 10 MiB of "- a" would take seconds
// of a processor and a gigabyte.
//
// It never counts too few: it leaves out marks in texts only if there are many, and while it is certain
// that they are in texts. So it accepts 10 MiB of source code, in a block or in quotation marks.
func countMarks(text string, max int) int {
	if n := marks(text); n <= min(max, freeValues) {
		return n
	}
	return marksOutside(text, max)
}

// marks counts without regard to quotation marks and blocks.
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

// marksOutside counts marks. Up to the first line that depends on its neighbours it skips those in texts.
// It stops above max.
func marksOutside(text string, max int) int {
	if hasOddBreaks(text) {
		return marks(text)
	}
	n := 0
	for text != "" && n <= max {
		line, rest := cutLine(text)
		if strings.Trim(line, " ") == "" {
			// A blank line changes nothing.
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

// hasTagDirective reports whether a line starts with "%TAG", even in a text. Such a directive names a
// prefix for tags, of which only the core ones are accepted anyway. But the library compares each with all
// before it, so that 10 MiB of them take minutes, and copies the prefix for each tag, so that a long one
// takes all memory.
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

// hasOddBreaks reports whether a text has line ends that cutLine does not know.
func hasOddBreaks(text string) bool {
	return strings.ContainsAny(text, "\u0085\u2028\u2029") ||
		strings.Count(text, "\r") != strings.Count(text, "\r\n")
}

func cutLine(text string) (line, rest string) {
	line, rest, _ = strings.Cut(text, "\n")
	return strings.TrimSuffix(line, "\r"), rest
}

// skipBlock returns the text after the lines of a block, whose key is at column parent. The digit after
// "|", or else the first line that is not blank, determines their indentation.
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
