package schema

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Rules of the validator that look at presence, into lists or out of the service do not fit a
// field; each has a better place.
var misfits = map[string]string{
	"-":             `no rules are no tag: leave the tag out`,
	"required":      `a field with neither a default nor "optional" is required: leave the rule out`,
	"omitempty":     `rules are only tried on values that were sent: leave the word out`,
	"omitnil":       `rules are only tried on values that were sent: leave the word out`,
	"omitzero":      `rules are only tried on values that were sent: leave the word out`,
	"isdefault":     `a field that nobody may set is "readonly": leave the rule out`,
	"dive":          `relations are checked by the framework: leave the word out`,
	"keys":          `there are no maps: leave the word out`,
	"endkeys":       `there are no maps: leave the word out`,
	"structonly":    `there are no structs inside: leave the word out`,
	"nostructlevel": `there are no structs inside: leave the word out`,
	"validateFn":    `list a rule of your own with Set.Rule`,
	"unique":        `write "unique" in the rest tag: no two rows have the same value`,
	"fieldcontains": `it looks at other fields: write it in Serializer.Validate`,
	"fieldexcludes": `it looks at other fields: write it in Serializer.Validate`,
	"skip_unless":   `it looks at other fields: write it in Serializer.Validate`,
}

// Rules that look at the service's own disk or ask its network on a client's word.
var outside = []string{
	"file", "filepath", "dir", "dirpath", "image", "unix_addr", "uds_exists",
	"tcp_addr", "tcp4_addr", "tcp6_addr", "udp_addr", "udp4_addr", "udp6_addr", "ip_addr", "ip4_addr", "ip6_addr",
}

// fitting are the rules for kinds other than text. A text takes all the others of the validator;
// many of those would take any kind, and refuse every value.
var fitting = map[Kind][]string{
	Integer:   {"min", "max", "gt", "gte", "lt", "lte", "eq", "ne", "oneof", "noneof", "latitude", "longitude"},
	Number:    {"min", "max", "gt", "gte", "lt", "lte", "eq", "ne", "latitude", "longitude"},
	Boolean:   {"eq", "ne"},
	Timestamp: {"gt", "gte", "lt", "lte"},
	Day:       {"gt", "gte", "lt", "lte"},
	ManyRows:  {"min", "max", "len"},
}

// ReservedRule says why a set cannot list a rule of its own under a name, "" when it can.
func ReservedRule(name string) string {
	switch {
	case misfits[name] != "" || looksAround(name):
		return "the name means something else in validate tags; choose another"
	case slices.Contains([]string{"min", "max", "len", "gt", "gte", "lt", "lte", "eq", "ne", "oneof"}, name):
		return "the validator's rule of that name is built in; choose another"
	}
	return ""
}

// looksAround reports whether a rule of the validator looks at other fields.
func looksAround(name string) bool {
	return strings.HasPrefix(name, "required_") || strings.HasPrefix(name, "excluded_") ||
		strings.HasSuffix(name, "field") && name != "field" || strings.HasSuffix(name, "_field")
}

// misfit says why a rule cannot be on a field, "" when it may.
func (r *Rules) misfit(f *Field, name, param string) string {
	if check, own := r.checks[name]; own {
		switch {
		case f.Kind != Text:
			return fmt.Sprintf("checks texts, and %s is %s; leave it out", f.Go, f.aKind())
		case param != "":
			return fmt.Sprintf("takes no parameter; write %q", name)
		case check.Valid == nil && check.Choices == nil:
			return "has neither Valid nor Choices; write one"
		}
		return ""
	}
	fits := fitting[f.Kind]
	switch {
	case misfits[name] != "" && !(name == "unique" && f.Kind == ManyRows):
		return "has no place here; " + misfits[name]
	case name == "unique":
		return "says nothing here; of equal items one counts anyway: leave it out"
	case looksAround(name):
		return "looks at other fields; write it in Serializer.Validate"
	case slices.Contains(outside, name):
		return "looks at the disk or the network of the service for a client; write a rule of your own with Set.Rule"
	case f.Kind != Text && !slices.Contains(fits, name):
		return fmt.Sprintf("does not fit the kind %s; rules that do are %s", f.Kind, strings.Join(fits, ", "))
	case (f.Kind == Timestamp || f.Kind == Day) && param != "":
		return fmt.Sprintf(`compares with the current time and takes no parameter; write %q, or compare in Serializer.Validate`, name)
	case name == "oneof" && strings.TrimSpace(param) == "":
		return "needs values; write oneof=red green"
	case slices.Contains([]string{"startswith", "endswith", "contains", "containsany", "startsnotwith", "endsnotwith", "excludes", "excludesall", "eq", "ne", "noneof"}, name) && param == "":
		return fmt.Sprintf("needs a parameter; write %s=…", name)
	case (f.Kind == Text || f.Kind == ManyRows) && slices.Contains([]string{"min", "max", "len", "gt", "gte", "lt", "lte"}, name):
		if n, err := strconv.ParseInt(param, 0, 32); err == nil && n < 0 || err != nil && param != "" {
			return fmt.Sprintf("has the bad parameter %q; write a whole number of 0 or more", param)
		}
	}
	return ""
}
