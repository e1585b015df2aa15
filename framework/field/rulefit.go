// Whether a rule fits a field, checked at start-up.

package field

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Rules of the validator about presence, the insides of lists or the world outside do not fit a field; each
// has a better place.
var refusedRules = map[string]string{
	"-":             `the tag has no rules: leave it out`,
	"required":      `a field with neither a default nor "optional" is required: leave the rule out`,
	"omitempty":     `rules only check values that were sent: leave the word out`,
	"omitnil":       `rules only check values that were sent: leave the word out`,
	"omitzero":      `rules only check values that were sent: leave the word out`,
	"isdefault":     `a field that nobody may set is "readonly": leave the rule out`,
	"dive":          `rules of items are for lists: leave the word out`,
	"keys":          `there are no maps: leave the word out`,
	"endkeys":       `there are no maps: leave the word out`,
	"structonly":    `there are no structs inside: leave the word out`,
	"nostructlevel": `there are no structs inside: leave the word out`,
	"validateFn":    `list your own rule with Set.Rule`,
	"unique":        `write "unique" in the rest tag: no two rows have the same value`,
	"fieldcontains": `it looks at other fields: write it in Serializer.Validate`,
	"fieldexcludes": `it looks at other fields: write it in Serializer.Validate`,
	"skip_unless":   `it looks at other fields: write it in Serializer.Validate`,
}

// Rules that would access the service's disk or network at a client's request.
var outside = []string{
	"file", "filepath", "dir", "dirpath", "image", "unix_addr", "uds_exists",
	"tcp_addr", "tcp4_addr", "tcp6_addr", "udp_addr", "udp4_addr", "udp6_addr", "ip_addr", "ip4_addr", "ip6_addr",
}

// ReservedRule returns the reason why a set cannot list a rule under a name, "" if it can.
func ReservedRule(name string) string {
	switch {
	case refusedRules[name] != "" || looksAround(name):
		return "the name means something else in validate tags; choose another"
	case slices.Contains([]string{"min", "max", "len", "gt", "gte", "lt", "lte", "eq", "ne", "oneof"}, name):
		return "the validator's rule of that name is built in; choose another"
	}
	return ""
}

// looksAround reports whether a rule of the validator depends on other fields.
func looksAround(name string) bool {
	return strings.HasPrefix(name, "required_") || strings.HasPrefix(name, "excluded_") ||
		strings.HasSuffix(name, "field") && name != "field" || strings.HasSuffix(name, "_field")
}

// checkRule returns the reason why a rule does not fit a field, or "".
func (r *Rules) checkRule(f *Spec, name, param string) string {
	if check, own := r.checks[name]; own {
		switch {
		case !f.Kind.FreeText:
			return fmt.Sprintf("checks texts, and %s is %s; leave it out", f.Go, f.WithArticle())
		case param != "":
			return fmt.Sprintf("takes no parameter; write %q", name)
		case check.Valid == nil && check.Choices == nil:
			return "has neither Valid nor Choices; write one"
		}
		return ""
	}
	fits := f.Kind.fitting()
	switch {
	case refusedRules[name] != "" && !(name == "unique" && f.Kind.Several):
		return "has no place here; " + refusedRules[name]
	case name == "unique":
		return "has no effect here, because equal items count once; leave it out"
	case looksAround(name):
		return "looks at other fields; write it in Serializer.Validate"
	case slices.Contains(outside, name):
		return "looks at the disk or the network of the service for a client; write your own rule with Set.Rule"
	case !f.Kind.FreeText && len(fits) == 0:
		return fmt.Sprintf("does not fit the kind %s, which no rule does; leave it out", f.Kind)
	case !f.Kind.FreeText && !slices.Contains(fits, name):
		return fmt.Sprintf("does not fit the kind %s; rules that do are %s", f.Kind, strings.Join(fits, ", "))
	case f.Kind.RulesOfNow && param != "":
		return fmt.Sprintf(`compares with the current time and takes no parameter; write %q, or compare in Serializer.Validate`, name)
	case name == "oneof" && strings.TrimSpace(param) == "":
		return "needs values; write oneof=red green"
	case slices.Contains([]string{"startswith", "endswith", "contains", "containsany", "startsnotwith", "endsnotwith", "excludes", "excludesall", "eq", "ne", "noneof"}, name) && param == "":
		return fmt.Sprintf("needs a parameter; write %s=…", name)
	case f.Kind.Counted && slices.Contains([]string{"min", "max", "len", "gt", "gte", "lt", "lte"}, name):
		if n, err := strconv.ParseInt(param, 0, 32); err == nil && n < 0 || err != nil && param != "" {
			return fmt.Sprintf("has the bad parameter %q; write a whole number of 0 or more", param)
		}
	}
	return ""
}
