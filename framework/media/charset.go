// Bodies in charsets other than UTF-8.

package media

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// codePage matches the names of code pages of IBM.
var codePage = regexp.MustCompile(`^(?:ibm|cp)([48][0-9][0-9])$`)

// charset returns the encoding for a charset parameter: UTF-16, or one with a byte for each character, such as iso-8859-1,
// latin1, windows-1252, cp866 or koi8-r; nil for UTF-8. An unknown or absent name counts as UTF-8, as in Django. Those of several
// bytes for a character have large tables, which every program would contain: see isForeign.
func charset(name string) encoding.Encoding {
	name = plainName(name)
	switch number, isLatin := strings.CutPrefix(name, "latin"); {
	case name == "" || name == "utf8":
		return nil
	case name == "utf16":
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	case name == "utf16be":
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	case name == "utf16le":
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case isLatin && len(number) == 1 && number < "5":
		name = "iso8859" + number
	case isLatin:
		name = map[string]string{"5": "iso88599", "6": "iso885910", "8": "iso885914", "9": "iso885915", "10": "iso885916"}[number]
	case codePage.MatchString(name):
		name = "ibmcodepage" + codePage.FindStringSubmatch(name)[1]
	}
	for _, enc := range charmap.All {
		if named, is := enc.(interface{ String() string }); is && plainName(named.String()) == name {
			return enc
		}
	}
	return nil
}

// isForeign reports whether a charset is known, and cannot be read: it has several bytes for a character, and none of its
// texts is UTF-8.
func isForeign(name string) bool {
	return slices.Contains(foreign, plainName(name))
}

var foreign = strings.Fields("big5 big5hkscs eucjp euckr gb18030 gb2312 gbk hzgb2312 iso2022cn iso2022jp iso2022kr ksc5601 shiftjis sjis utf32 utf32be utf32le windows31j windows936 windows949 windows950")

// plainName is the name of a charset in lower case, without what its spellings differ in: "ISO 8859-1" and "iso_8859-1".
func plainName(name string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "_", "", " ", "").Replace(name))
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
