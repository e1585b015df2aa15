// The keys of rows as segments of paths.

package schema

import "strings"

// A segment of a path is never empty, "." or "..", and has no "/": clients and proxies change such paths even with percent
// signs. A key therefore escapes them by "~", which every client and proxy leaves as it is (RFC 3986, section 2.3): "/" as
// "~2F", the texts "." and ".." as "~2E" and "~2E~2E", and the empty text as "~". What would be read as an escape has "~7E" for
// its "~".
var encodeSegment, decodeSegment = strings.NewReplacer("~2E", "~7E2E", "~2F", "~7E2F", "~7E", "~7E7E", "/", "~2F"),
	strings.NewReplacer("~2E", ".", "~2F", "/", "~7E", "~")

// segmentOf returns the text of a key as a segment of a path, still without the escapes of addresses.
func segmentOf(text string) string {
	switch text {
	case "":
		return "~"
	case "~":
		return "~7E"
	case ".":
		return "~2E"
	case "..":
		return "~2E~2E"
	}
	if strings.IndexByte(text, '/') < 0 && strings.IndexByte(text, '~') < 0 {
		return text
	}
	return encodeSegment.Replace(text)
}

// textOf returns the text of a key from a segment of a path. It is not ok if the text has another segment: a record has one
// address.
func textOf(segment string) (text string, ok bool) {
	if strings.IndexByte(segment, '~') < 0 {
		return segment, true
	}
	if segment != "~" {
		text = decodeSegment.Replace(segment)
	}
	return text, segmentOf(text) == segment
}
