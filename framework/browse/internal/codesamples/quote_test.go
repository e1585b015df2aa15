package codesamples

import (
	"os/exec"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/stopwatch"
)

func TestQuote(t *testing.T) {
	for _, text := range []string{"", "alice", "it's", `a"b`, "$(exit 1)`x`", "-u", "a\nb", "*", "é ü", `\`} {
		out, err := exec.Command("sh", "-c", "printf %s "+quote(text)).Output()
		if err != nil || string(out) != text {
			t.Errorf("the shell reads %s as %q, %v, want %q", quote(text), out, err, text)
		}
	}
}

// A quoted text is one word of a shell, and that word is the text.
func FuzzQuote(f *testing.F) {
	for _, seed := range []string{"", "a", "a b", "it's", "'", "-x", "$(rm)", "a\nb", `\`, "é", "~", "#a", "a=b", "!", "{a,b}", "*"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		defer stopwatch.Input(t)()
		got := quote(text)
		if back, ok := unquoteWord(got); !ok || back != text {
			t.Errorf("quote(%q) = %s, which a shell reads as %q, %v", text, got, back, ok)
		}
	})
}

// unquoteWord reads a word as a POSIX shell does, if it is one and nothing in it is expanded.
func unquoteWord(word string) (text string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(word); i++ {
		switch c := word[i]; {
		case c == '\'':
			end := strings.IndexByte(word[i+1:], '\'')
			if end < 0 {
				return "", false
			}
			b.WriteString(word[i+1 : i+1+end])
			i += 1 + end
		case c == '\\' && i+1 < len(word) && word[i+1] != '\n':
			i++
			b.WriteByte(word[i])
		case strings.IndexByte(" \t\n|&;<>()$`\"\\*?[#~=%!{}", c) >= 0:
			return "", false
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), word != ""
}
