// Formats named at the end of a path.

package media

import "strings"

// SplitSuffix splits the format suffix from a path: "/snippets/7.json" and "/snippets/7.json/" become
// "/snippets/7/" and "json", "/.json" becomes "/" and "json". The suffix is the text after the last dot of
// the last segment, if it has only lower-case ASCII letters and digits.
//
// It returns a path without a suffix unchanged, with "". It also returns a suffix after a slash unchanged,
// as in "/snippets/.json": only the root has an empty name. Of two suffixes it splits off the last, and the
// first stays in a path without a route.
func SplitSuffix(path string) (base, suffix string) {
	trimmed := strings.TrimSuffix(path, "/")
	slash := strings.LastIndexByte(trimmed, '/')
	dot := strings.LastIndexByte(trimmed, '.')
	switch {
	case slash < 0 || dot < slash:
		return path, ""
	case dot == slash+1 && slash > 0:
		return path, ""
	case !isSuffix(trimmed[dot+1:]):
		return path, ""
	case dot == 1:
		return "/", trimmed[dot+1:]
	default:
		return trimmed[:dot] + "/", trimmed[dot+1:]
	}
}

func isSuffix(s string) bool {
	for i := range len(s) {
		if (s[i] < 'a' || s[i] > 'z') && !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}
