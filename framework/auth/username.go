package auth

import "unicode"

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
