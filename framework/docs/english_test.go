package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// maxWords is the length of the longest sentence. Code in a sentence counts as one word.
const maxWords = 30

// avoided are words that the pages do not use, with what they say instead.
var avoided = []struct{ pattern, instead string }{
	{`he|him|his|she|her|hers`, "they, them, their"},
	{`in (the|its|their) places? of`, "instead of, replaces"},
	{`whoever|whosoever|whom|who asks`, "anyone who, the requester"},
	{`shall|hence|thus|thereof|therein|thereby|whereby|wherein|whatsoever|withal|amidst|whilst|lest`, "a plain word"},
	{`what becomes of|what has become|what is asked|for want of|be it|as it were|so to speak`, "plain words"},
	{`is told|are told|was told|tells of|is said of|is said to|are said to|says nothing of`, "is shown, is reported, describes"},
	{`(?:it|this|that|which|and|who) is no [a-z]+ (?:of|for|in|at)|are no columns|is no input|is no error|is no mistake`, "is not a …"},
	{`utili[sz]e|leverage|in order to|simply|obviously|of course|just|very|easily`, "nothing, or a shorter word"},
	{`e\.g\.|i\.e\.|etc\.`, "for example, that is"},
	{`anew|aught|ere|save for|bar|forthwith|heretofore|erstwhile`, "a plain word"},
	{`goes before|go before|stands? for itself|by itself alone`, "wins over, comes first"},
}

// avoidedWords are the patterns of avoided.
var avoidedWords = func() (words []*regexp.Regexp) {
	for _, a := range avoided {
		words = append(words, regexp.MustCompile(`(?i)(?:^|[^\w'-])(`+a.pattern+`)(?:$|[^\w'-])`))
	}
	return words
}()

// TestEnglish finds sentences that are too long, and words that readers of the field do not expect.
func TestEnglish(t *testing.T) {
	for _, file := range pages(t) {
		name := filepath.Base(file)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		checkEnglish(t, name, string(text))
	}
}

var (
	fencedCode  = regexp.MustCompile("(?ms)^ *```.*?^ *```")
	inlineCode  = regexp.MustCompile("`[^`]*`")
	linkTarget  = regexp.MustCompile(`\]\([^)]*\)`)
	sentenceEnd = regexp.MustCompile(`([.!?]["')*]*)\s+`)
	// blockStart begins a paragraph of its own: a heading, an item, a quotation.
	blockStart = regexp.MustCompile(`^(#+|[-*]|\d+\.|>) `)
)

// sentences returns the sentences of a page, each on one line: of paragraphs, headings, items and cells of tables.
// Code is the word CODE, and a link is its text.
func sentences(page string) (list []string) {
	page = fencedCode.ReplaceAllString(page, "\n")
	page = inlineCode.ReplaceAllString(page, "CODE")
	page = linkTarget.ReplaceAllString(page, "")
	page = strings.ReplaceAll(page, "[", "")
	var parts []string
	var part string
	end := func() { parts, part = append(parts, part), "" }
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			end()
		case strings.HasPrefix(line, "|"):
			end()
			parts = append(parts, strings.Split(line, "|")...)
		case blockStart.MatchString(line):
			end()
			part = blockStart.ReplaceAllString(line, "")
		default:
			part += " " + line
		}
	}
	end()
	for _, part := range parts {
		for s := range strings.SplitSeq(sentenceEnd.ReplaceAllString(part, "$1\n"), "\n") {
			if s = strings.TrimSpace(s); strings.ContainsFunc(s, func(r rune) bool { return r >= 'A' }) {
				list = append(list, s)
			}
		}
	}
	return list
}

// TestSentences splits a page as a reader does.
func TestSentences(t *testing.T) {
	const page = "# A title\n\nOne `a.b c` sentence. Another\nis [on two](x.md#y) lines!\n\n```sh\nno. Sentence.\n```\n- An item: `x`.\n- Another\n  one?\n\n| a cell | A sentence. And more |\n|---|---|\n"
	want := []string{"A title", "One CODE sentence.", "Another is on two lines!", "An item: CODE.", "Another one?", "a cell", "A sentence.", "And more"}
	if got := sentences(page); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
