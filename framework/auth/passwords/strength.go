// Rules for weak passwords.

package passwords

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/resourceful/framework/auth"
)

// MinLength is the least number of characters of a new password. Older ones may be shorter.
const MinLength = 8

//go:embed common-passwords.txt
var commonPasswords string

// Weaknesses returns the weaknesses of a password for an account with this name and email address, in the
// words of Django's validators: too long, too short, too similar to the name or the address, common, or a
// number. It returns nil for a good one. It is for setting a password; a login does not check it.
func Weaknesses(password, name, email string) (messages []string) {
	if len(password) > auth.MaxPassword {
		return []string{fmt.Sprintf("Ensure this field has no more than %d bytes.", auth.MaxPassword)}
	}
	lower := strings.ToLower(password)
	if utf8.RuneCountInString(password) < MinLength {
		messages = append(messages, fmt.Sprintf("This password is too short. It must contain at least %d characters.", MinLength))
	}
	switch {
	case similar(lower, name):
		messages = append(messages, "The password is too similar to the username.")
	case similar(lower, email):
		messages = append(messages, "The password is too similar to the email address.")
	}
	if password != "" && strings.Contains(commonPasswords, "\n"+lower+"\n") {
		messages = append(messages, "This password is too common.")
	}
	if password != "" && !strings.ContainsFunc(password, func(r rune) bool { return !unicode.IsDigit(r) }) {
		messages = append(messages, "This password is entirely numeric.")
	}
	return messages
}

// Policy is the policy of sets that declare none: Weaknesses.
func Policy(password string, of *auth.User) []string {
	return Weaknesses(password, of.Username, of.Email)
}

// Judge returns what is wrong with a new password of an account by a policy, nil for Policy. A password that no login takes is
// too long by every policy.
func Judge(policy auth.PasswordPolicy, password string, of *auth.User) []string {
	if of == nil {
		of = &auth.User{}
	}
	if policy == nil || len(password) > auth.MaxPassword {
		policy = Policy
	}
	return policy(password, of)
}

// maxSimilarity is the similarity from which a password is too much like an attribute of its account.
const maxSimilarity = 0.7

// similar reports whether a password in lower case is similar to an attribute or one of its words, like
// Django's UserAttributeSimilarityValidator.
func similar(password, attribute string) bool {
	attribute = strings.ToLower(attribute)
	words := strings.FieldsFunc(attribute, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	return slices.ContainsFunc(append(words, attribute), func(word string) bool { return word != "" && alike(password, word) >= maxSimilarity })
}

// alike returns the quick_ratio of Python's difflib: twice the number of shared letters, divided by the
// number of all letters. A password many times as long as a word is not similar to it.
func alike(password, word string) float64 {
	a, b := []rune(password), []rune(word)
	if len(a) >= 10*len(b) {
		return 0
	}
	left := map[rune]int{}
	for _, r := range b {
		left[r]++
	}
	shared := 0
	for _, r := range a {
		if left[r] > 0 {
			left[r]--
			shared++
		}
	}
	return 2 * float64(shared) / float64(len(a)+len(b))
}
