// JSON of which nothing is lost: what a decoder would repair is refused.

package notation

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// DecodeStrict decodes one JSON document with the order of its objects. It refuses bytes that are not UTF-8, half of a
// surrogate pair, a name that an object has twice, and anything after the document.
func DecodeStrict(text string) (o Tree, err error) {
	if at := InvalidUTF8(text); at >= 0 {
		return o, fmt.Errorf("byte %d, 0x%02X, is not UTF-8", at+1, text[at])
	}
	if half := loneSurrogate(text); half != "" {
		return o, fmt.Errorf("%s is half of a surrogate pair", half)
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	o.Orders = Orders{}
	if o.Value, err = o.decode(d, true); err != nil {
		return o, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return o, errors.New("there is more than one document")
	}
	return o, nil
}

// InvalidUTF8 returns the position of the first byte that is not UTF-8, -1 for none.
func InvalidUTF8(text string) int {
	for i, r := range text {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(text[i:]); size < 2 {
				return i
			}
		}
	}
	return -1
}

// loneSurrogate returns the first escape of a surrogate without its other half, "" for none.
func loneSurrogate(text string) string {
	for at := strings.IndexByte(text, '\\'); at >= 0; {
		step := 2
		if high, is := surrogateAt(text, at); is {
			low, follows := surrogateAt(text, at+6)
			if high >= 0xDC00 || !follows || low < 0xDC00 {
				return text[at : at+6]
			}
			step = 12
		}
		next := strings.IndexByte(text[min(at+step, len(text)):], '\\')
		if next < 0 {
			break
		}
		at += step + next
	}
	return ""
}

// surrogateAt returns the surrogate that is escaped at a position.
func surrogateAt(text string, at int) (unit uint64, is bool) {
	if at+6 > len(text) || text[at:at+2] != `\u` {
		return 0, false
	}
	unit, err := strconv.ParseUint(text[at+2:at+6], 16, 16)
	return unit, err == nil && unit >= 0xD800 && unit <= 0xDFFF
}
