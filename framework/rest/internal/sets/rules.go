// The checks of a set, which validate tags name as rules.

package sets

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
)

// CompileRules checks the rules of the set and makes those for its fields.
func CompileRules(reporter *Reporter) *field.Rules {
	checks := map[string]field.Check{
		// The validator's email rule accepts and refuses other addresses than Django's.
		"email": {Valid: auth.ValidEmail, Message: "Enter a valid email address.", Format: "email"},
	}
	seen := map[string]bool{}
	for _, n := range reporter.Set.Checks {
		mistake := func(msg string) { reporter.Report("", "", n.At, fmt.Sprintf("rule %q %s", n.Name, msg)) }
		reserved := field.ReservedRule(n.Name)
		switch {
		case !IsRuleName(n.Name):
			mistake("is not a name for a rule; write lower-case letters, digits and underscores")
		case seen[n.Name]:
			mistake("is listed twice; list it once")
		case reserved != "":
			mistake("cannot be listed: " + reserved)
		case n.Check.Valid == nil && n.Check.Choices == nil:
			mistake("has neither Valid nor Choices; write one of them")
		case n.Check.Valid != nil && n.Check.Choices != nil:
			mistake("has both Valid and Choices; write one of them, and list other valid values in Also")
		case n.Check.Also != nil && n.Check.Choices == nil:
			mistake("has Also without Choices; write all of it in Valid")
		case n.Check.Valid != nil && n.Check.Message == "":
			mistake(`has no message for clients; write Message: "Enter a valid …."`)
		}
		// A rule with a mistake still counts as listed: the fields that name it have none.
		if !seen[n.Name] && reserved == "" {
			checks[n.Name] = n.Check
		}
		seen[n.Name] = true
	}
	return field.NewRules(checks)
}

func IsRuleName(s string) bool {
	return s != "" && strings.Trim(s, ruleLetters) == ""
}

const ruleLetters = "abcdefghijklmnopqrstuvwxyz0123456789_"

const PathLetters = "abcdefghijklmnopqrstuvwxyz0123456789-_"
