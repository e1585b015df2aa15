// Tests of texts in JSON.

package notation_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/resttest/stopwatch"
)

func TestAppendText(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", `""`},
		{"plain", `"plain"`},
		{"<a href=\"x\">&</a>", `"<a href=\"x\">&</a>"`},
		{"\\/", `"\\/"`},
		{"\b\f\n\r\t\x00\x1f\x7f", `"\b\f\n\r\t\u0000\u001f` + "\x7f" + `"`},
		{"é\u2027\u2028\u2029\u202a😀", `"é` + "\u2027" + `\u2028\u2029` + "\u202a" + `😀"`},
		{"a\xffb\xed\xa0\x80", `"a\ufffdb\ufffd\ufffd\ufffd"`},
		{"\u2028", `"\u2028"`},
	}
	for _, tt := range tests {
		if got := string(notation.AppendText([]byte("x"), tt.text)); got != "x"+tt.want {
			t.Errorf("AppendText(%q) = %s, want x%s", tt.text, got, tt.want)
		}
	}
}

// Whatever the text, the result is JSON that reads as the same text.
func FuzzAppendText(f *testing.F) {
	for _, seed := range []string{"", "a\"\\\n", "<&>", "\u2028\u2029", "\xed\xa0\x80", "\xff", "\x00", "😀", "\xe2\x80"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		defer stopwatch.Input(t)()
		b := notation.AppendText(nil, text)
		var back string
		if err := json.Unmarshal(b, &back); err != nil {
			t.Fatalf("%q: %s: %v", text, b, err)
		}
		if want := strings.ToValidUTF8(text, ""); utf8.ValidString(text) && back != text || strings.ReplaceAll(back, "\ufffd", "") != strings.ReplaceAll(want, "\ufffd", "") {
			t.Errorf("%q reads back as %q", text, back)
		}
		if strings.ContainsAny(string(b), "\u2028\u2029") || strings.Contains(string(b), `\u003c`) {
			t.Errorf("%q is written as %s", text, b)
		}
	})
}
