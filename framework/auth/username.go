// Validation and folding of account names.

package auth

import (
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// ValidUsername reports whether every character of a name is a letter or digit of any script or one of
// "@.+-_". "" is not valid. It refuses combining marks, like Django, whose pattern uses Python's \w. It
// ignores the length.
func ValidUsername(name string) bool {
	for _, r := range name {
		switch r {
		case '@', '.', '+', '-', '_':
		default:
			if !unicode.IsLetter(r) && !unicode.IsNumber(r) {
				return false
			}
		}
	}
	return name != ""
}

// FoldUsername returns a form that names share if people confuse them: compatibility characters of Unicode,
// such as full-width letters and ligatures, become what they stand for (NFKC), and letter case is folded.
func FoldUsername(name string) string {
	fold := cases.Fold()
	// Folding may denormalise a text, and the other way around.
	return norm.NFKC.String(fold.String(norm.NFKC.String(fold.String(norm.NFKC.String(name)))))
}
