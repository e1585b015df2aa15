// The rules of a set that validate tags may name.

package rest

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
)

func (c *compiler) rules() {
	checks := map[string]Check{
		// The validator's own email rule takes and refuses other addresses than Django's.
		"email": {Valid: auth.ValidEmail, Message: "Enter a valid email address.", Format: "email"},
	}
	seen := map[string]bool{}
	for _, n := range c.set.checks {
		mistake := func(msg string) { c.report("", "", n.at, fmt.Sprintf("rule %q %s", n.name, msg)) }
		reserved := field.ReservedRule(n.name)
		switch {
		case !isRuleName(n.name):
			mistake("is no name for a rule; write lower-case letters, digits and underscores")
		case seen[n.name]:
			mistake("is listed twice; list it once")
		case reserved != "":
			mistake("cannot be listed: " + reserved)
		case n.check.Valid == nil && n.check.Choices == nil:
			mistake("has neither Valid nor Choices; write one of them")
		case n.check.Valid != nil && n.check.Choices != nil:
			mistake("has both Valid and Choices; write one of them, and what else is valid beside the choices in Also")
		case n.check.Also != nil && n.check.Choices == nil:
			mistake("has Also without Choices; write all of it in Valid")
		case n.check.Valid != nil && n.check.Message == "":
			mistake(`has no message for clients; write Message: "Enter a valid …."`)
		}
		// A rule with a mistake still counts as listed: the fields that name it have none.
		if !seen[n.name] && reserved == "" {
			checks[n.name] = n.check
		}
		seen[n.name] = true
	}
	c.checks = field.NewRules(checks)
}

func isRuleName(s string) bool {
	return s != "" && strings.Trim(s, ruleLetters) == ""
}

const ruleLetters = "abcdefghijklmnopqrstuvwxyz0123456789_"
