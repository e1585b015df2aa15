// Which passwords are too weak.

package passwords

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// MinLength is how many characters a new password has at least. Older ones may be shorter.
const MinLength = 8

//go:embed common-passwords.txt
var commonPasswords string

// CheckStrength says why a password is none for an account with this name and email address: it is
// too short, among those that are tried first, or the name or the address or the part of that before
// the @, in any letter case. It returns nil for a good one. It is for whoever sets a password; a login
// does not ask.
func CheckStrength(password, name, email string) error {
	local, _, _ := strings.Cut(email, "@")
	switch {
	case utf8.RuneCountInString(password) < MinLength:
		return fmt.Errorf("has fewer than %d characters", MinLength)
	case strings.EqualFold(password, name):
		return errors.New("is the name of the account")
	case strings.EqualFold(password, email), strings.EqualFold(password, local):
		return errors.New("is the email address of the account, or the part before its @")
	case strings.Contains(commonPasswords, "\n"+strings.ToLower(password)+"\n"):
		return errors.New("is one of the most common passwords")
	}
	return nil
}
