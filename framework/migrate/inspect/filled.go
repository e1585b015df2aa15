// Columns that the database fills.

package inspect

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/migrate/conditions"
)

// filledTag is the tag of a field whose column the database fills.
var filledTag = []string{"default", "database"}

// isFilled reports whether the database fills a column: it computes or numbers it, or has a default that no tag can say. constant
// means that a tag says the same; a pointer, a moment and a random value leave it to the database.
func isFilled(c *Column, kind string, constant bool) bool {
	switch {
	case c.Generated || c.Numbered:
		return true
	case constant && c.NotNull && kind != "moment" && kind != "uuid":
		return false
	default:
		return isExpression(bareDefault(c))
	}
}

// filledWords returns the comment about a column that the database fills, none where the tag default would say the same.
func filledWords(c *Column, constant bool) []string {
	switch {
	case c.Generated:
		return []string{"The database computes it."}
	case c.Numbered:
		return []string{"The database numbers it."}
	case constant:
		return nil
	default:
		return []string{fmt.Sprintf("The database fills it: %s.", oneLine(c.Default))}
	}
}

// isExpression reports whether a default is computed for each row: it has a function, a name or an operator.
func isExpression(text string) bool {
	words := conditions.Words(text)
	for i, word := range words {
		next, before := "", "("
		if i+1 < len(words) {
			next = words[i+1]
		}
		if i > 0 {
			before = words[i-1]
		}
		switch lower := strings.ToLower(word); {
		case strings.HasPrefix(word, "'") || isNumber(word) || slices.Contains([]string{"(", ")", "[", "]", ",", "true", "false", "null", "array"}, lower):
		case strings.HasPrefix(word, `"`) && next != "(": // a text of SQLite
		case (word == "-" || word == "+") && slices.Contains([]string{"(", "[", ",", "e"}, strings.ToLower(before)): // a sign
		case slices.Contains([]string{"x", "e", "b", "n"}, lower) && strings.HasPrefix(next, "'"): // the prefix of a text
		case lower[0] == 'e' && isNumber(before) && (lower == "e" || isNumber(lower[1:])): // the exponent of a number
		default:
			return true
		}
	}
	return false
}
