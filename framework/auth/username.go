// Which texts are names of accounts.

package auth

import (
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// ValidUsername says whether every character of a name is a letter or digit of any script or one
// of "@.+-_". "" is not valid. Combining marks are refused, as by Django, whose pattern uses
// Python's \w. The length is not looked at.
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

// FoldUsername is what a name has in common with those that people take for it: the compatibility
// characters of Unicode, such as full-width letters and ligatures, are what they stand for (NFKC), and
// letter case is folded.
func FoldUsername(name string) string {
	fold := cases.Fold()
	// Folding may leave a text that is not normalised, and the other way around.
	return norm.NFKC.String(fold.String(norm.NFKC.String(fold.String(norm.NFKC.String(name)))))
}
