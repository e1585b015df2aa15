// Bodies in charsets other than UTF-8.

package media

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
)

// charset returns the encoding for a charset parameter, by its IANA name or alias; nil for UTF-8. An
// unknown or absent name counts as UTF-8, as in Django.
func charset(name string) encoding.Encoding {
	if name == "" || strings.EqualFold(name, "utf-8") {
		return nil
	}
	enc, err := ianaindex.IANA.Encoding(name)
	if err != nil || enc == unicode.UTF8 {
		return nil
	}
	return enc
}

// toUTF8 decodes body by its charset. It does not check UTF-8, because JSON and YAML refuse invalid text;
// in any other charset it replaces invalid bytes by U+FFFD.
func toUTF8(body []byte, charsetName string) string {
	enc := charset(charsetName)
	if enc == nil {
		return string(body)
	}
	text, err := enc.NewDecoder().Bytes(body)
	if err != nil {
		return validUTF8(string(body))
	}
	return string(text)
}

// formText decodes a field of a form, with U+FFFD for invalid UTF-8; valid reports whether there was none.
// In another charset no text is invalid: it only replaces bytes without a meaning by U+FFFD.
func formText(s string, enc encoding.Encoding) (text string, valid bool) {
	if enc != nil {
		if text, err := enc.NewDecoder().String(s); err == nil {
			return text, true
		}
	}
	return validUTF8(s), utf8.ValidString(s)
}

// validUTF8 returns s with U+FFFD for each invalid sequence: the whole beginning of a cut character counts
// as one, as in the WHATWG standard and Python.
func validUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	text, err := unicode.UTF8.NewDecoder().String(s)
	if err != nil {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	return text
}
