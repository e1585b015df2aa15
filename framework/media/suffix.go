// Formats named at the end of a path.

package media

import "strings"

// SplitSuffix splits the format suffix from a path: "/snippets/7.json" and "/snippets/7.json/"
// become "/snippets/7/" and "json", "/.json" becomes "/" and "json". The suffix is what follows
// the last dot of the last segment, lower-case ASCII letters and digits only.
//
// A path without one comes back unchanged with "". So does a suffix after a slash, as in
// "/snippets/.json": only the root has a name that is empty. Of two suffixes the last is split
// off, and the first stays in a path that no route has.
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
