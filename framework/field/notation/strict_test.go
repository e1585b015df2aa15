// Tests of JSON of which nothing is lost.

package notation_test

import (
	"testing"

	"example.com/resourceful/framework/field/notation"
)

// What a decoder would repair in silence is refused.
func TestDecodeStrict(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":[{"b":1},{"b":2}],"b":"\ud83d\ude00 \\ud800 \ufffd �"}`: "",
		`{"a":1,"b":{"c":1,"c":1}}`:                                   `the name "c" is there twice`,
		`{"a":1,"\u0061":2}`:                                          `the name "a" is there twice`,
		"[\"caf\xe9\"]":                                               "byte 6, 0xE9, is not UTF-8",
		"[\"\xed\xa0\x80\"]":                                          "byte 3, 0xED, is not UTF-8",
		`["\ud83d"]`:                                                  `\ud83d is half of a surrogate pair`,
		`["\ud83d\u0041"]`:                                            `\ud83d is half of a surrogate pair`,
		`["\\\ude00\ud83d"]`:                                          `\ude00 is half of a surrogate pair`,
		`{} }`:                                                        "there is more than one document",
		`1 2`:                                                         "there is more than one document",
		`["\u12`:                                                      "unexpected EOF",
	} {
		_, err := notation.DecodeStrict(text)
		if got := errorText(err); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
