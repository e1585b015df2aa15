package schema

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-playground/validator/v10"
)

// Check is a rule of a team's own for text fields, used in validate tags by the name under which
// a set lists it. With Choices the field takes exactly those values (and Valid is not needed):
// forms and OPTIONS offer them.
type Check struct {
	Valid   func(value string) bool
	Message string          // what a client reads, such as "Enter a valid username."
	Choices func() []Choice // called once, at start-up
	// Also reports further values that are valid but not offered, such as aliases; nil for none.
	Also   func(value string) bool
	Format string // what a form's input expects: "email", "url" or ""
}

// Rule is one part of a validate tag, tried on its field at start-up.
type Rule struct {
	Tag     string // as declared: "max=100"
	Message string
	valid   func(value any) bool
}

// Rules compiles validate tags. The zero value is not usable; see NewRules.
type Rules struct {
	validate *validator.Validate
	checks   map[string]Check
}

// NewRules returns a compiler that knows the validator's own rules and the given ones.
func NewRules(checks map[string]Check) *Rules {
	r := &Rules{validate: validator.New(), checks: checks}
	for name, check := range checks {
		if check.Valid == nil {
			continue
		}
		// The name was checked by the caller; a name that the validator refuses shows as unknown.
		_ = r.validate.RegisterValidation(name, func(fl validator.FieldLevel) bool {
			return check.Valid(fl.Field().String())
		})
	}
	return r
}

// Rules of the validator that look at other fields, at presence, or inside lists do not fit a
// field on its own; each has a better place.
var misfits = map[string]string{
	"required":  `a field with neither a default nor "optional" is required: leave the rule out`,
	"omitempty": `rules are only tried on values that were sent: leave the word out`,
	"omitnil":   `rules are only tried on values that were sent: leave the word out`,
	"dive":      `relations are checked by the framework: leave the word out`,
	"keys":      `there are no maps: leave the word out`, "endkeys": `there are no maps: leave the word out`,
	"structonly": `leave the word out`, "nostructlevel": `leave the word out`, "isdefault": `leave the word out`,
}

// compile fills f's rules, choices and limits from a validate tag.
func (r *Rules) compile(f *Field, tag string, report reporter) {
	if tag == "" {
		return
	}
	if f.Kind == HasRows || f.Kind == ToOne {
		report(`validate tag: a %s has no rules; leave the tag out`, f.Kind)
		return
	}
	for part := range strings.SplitSeq(tag, ",") {
		name, param, _ := strings.Cut(part, "=")
		remedy, misfit := misfits[name]
		switch {
		case part == "":
			report(`validate tag: an empty rule; remove a comma`)
		case misfit:
			report(`validate tag: rule %q has no place here; %s`, name, remedy)
		case strings.HasPrefix(name, "required_") || strings.HasPrefix(name, "excluded_") || strings.HasSuffix(name, "field"):
			report(`validate tag: rule %q looks at other fields; write it in Serializer.Validate`, name)
		default:
			r.add(f, part, name, param, report)
		}
	}
}

func (r *Rules) add(f *Field, part, name, param string, report reporter) {
	if slices.ContainsFunc(f.Rules, func(x *Rule) bool { return x.Tag == part }) {
		report(`validate tag: rule %q is repeated; write it once`, part)
		return
	}
	check, own := r.checks[name]
	if own && f.Kind != Text {
		report(`validate tag: rule %q checks texts and %s is a %s; leave it out`, name, f.Go, f.Kind)
		return
	}
	switch {
	case own && check.Choices != nil:
		f.setChoices(check.Choices(), check.Also)
		return
	case name == "oneof" && f.Kind == Text && !strings.ContainsAny(param, "'"):
		var choices []Choice
		for value := range strings.FieldsSeq(param) {
			choices = append(choices, Choice{Value: value, Label: value})
		}
		if choices == nil {
			report(`validate tag: rule "oneof" needs values; write oneof=red green`)
			return
		}
		f.setChoices(choices, nil)
		return
	case f.Kind == ManyRows && name != "min" && name != "max" && name != "len" && name != "unique":
		report(`validate tag: rule %q does not fit a %s; rules that fit: min, max, len`, part, f.Kind)
		return
	}
	if problem := r.try(f, part); problem != "" {
		report(`validate tag: rule %q %s`, part, problem)
		return
	}
	rule := &Rule{Tag: part, Message: f.message(name, message(f.Kind, name, param, check)), valid: r.checker(f.Kind, part, name, param)}
	f.Rules = append(f.Rules, rule)
	if name == "max" && f.Kind == Text {
		f.MaxLength, _ = strconv.Atoi(param)
	}
	f.Format = cmpOr(check.Format, map[string]string{"url": "url", "http_url": "url", "uri": "url"}[name], f.Format)
}

func cmpOr(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

func (f *Field) setChoices(choices []Choice, also func(string) bool) {
	f.Choices, f.choice = choices, make(map[string]bool, len(choices))
	for _, c := range choices {
		f.choice[c.Value] = true
	}
	f.also = also
}

// try runs the rule on sample values of the field's kind, because the validator panics on unknown
// rules and bad parameters only when they are first used. It returns what is wrong, or "".
func (r *Rules) try(f *Field, part string) (problem string) {
	defer func() {
		if p := recover(); p != nil {
			text := fmt.Sprint(p)
			name, _, _ := strings.Cut(part, "=")
			switch {
			case strings.Contains(text, "Undefined validation function"):
				problem = "is unknown" + hint(name, r.known()) + `; list rules of your own with Set.Rule`
			case strings.Contains(text, "Bad field type"):
				problem = fmt.Sprintf("does not fit the kind %s; leave it out or change the field", f.Kind)
			default:
				problem = fmt.Sprintf("has a bad parameter (%s); write one that fits the kind %s", text, f.Kind)
			}
		}
	}()
	for _, sample := range samples(f.Kind) {
		err := r.validate.Var(sample, part)
		if _, bad := err.(*validator.InvalidValidationError); bad {
			return fmt.Sprintf("does not fit the kind %s; leave it out or change the field", f.Kind)
		}
	}
	return ""
}

// known are the rule names offered as hints: the set's own and the validator's most used.
func (r *Rules) known() []string {
	names := []string{"max", "min", "len", "gt", "gte", "lt", "lte", "oneof", "email", "url", "uuid", "alpha", "alphanum", "ascii", "hostname", "ip", "contains", "startswith", "endswith", "lowercase", "uppercase"}
	for name := range r.checks {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func samples(k Kind) []any {
	switch k {
	case Integer:
		return []any{int64(0), int64(7)}
	case Number:
		return []any{0.0, 7.5}
	case Boolean:
		return []any{false, true}
	case Timestamp, Day:
		return []any{NewDate(2000, 1, 1).Time}
	case ManyRows:
		return []any{[]int64{}, []int64{1, 2}}
	default:
		return []any{"", "a", "é b"}
	}
}

// checker is the compiled reading of one rule. The most used ones skip the validator's machinery,
// which would cost a lock and several allocations for each value.
func (r *Rules) checker(k Kind, part, name, param string) func(any) bool {
	if own, ok := r.checks[name]; ok {
		return func(v any) bool { return own.Valid(v.(string)) }
	}
	if n, err := strconv.Atoi(param); err == nil && k == Text {
		switch name {
		case "max":
			return func(v any) bool { return len(v.(string)) <= n || utf8.RuneCountInString(v.(string)) <= n }
		case "min":
			return func(v any) bool { return utf8.RuneCountInString(v.(string)) >= n }
		}
	}
	return func(v any) bool {
		if d, ok := v.(Date); ok {
			v = d.Time
		}
		return r.validate.Var(v, part) == nil
	}
}

// message is what a client reads when a rule is broken, in the words of Django.
func message(k Kind, name, param string, check Check) string {
	if check.Message != "" {
		return check.Message
	}
	texts := map[string]string{
		"max": "Ensure this value is less than or equal to %s.", "lte": "Ensure this value is less than or equal to %s.",
		"min": "Ensure this value is greater than or equal to %s.", "gte": "Ensure this value is greater than or equal to %s.",
		"gt": "Ensure this value is greater than %s.", "lt": "Ensure this value is less than %s.",
	}
	switch k {
	case Text:
		texts["max"], texts["lte"] = "Ensure this field has no more than %s characters.", "Ensure this field has no more than %s characters."
		texts["min"], texts["gte"] = "Ensure this field has at least %s characters.", "Ensure this field has at least %s characters."
		texts["len"] = "Ensure this field has exactly %s characters."
	case ManyRows:
		texts["max"], texts["min"] = "Ensure this field has no more than %s elements.", "Ensure this field has at least %s elements."
		texts["len"] = "Ensure this field has exactly %s elements."
	}
	if text, ok := texts[name]; ok {
		return fmt.Sprintf(text, param)
	}
	words := map[string]string{
		"email": "Enter a valid email address.", "url": "Enter a valid URL.", "http_url": "Enter a valid URL.", "uri": "Enter a valid URL.",
		"uuid": "Must be a valid UUID.", "ip": "Enter a valid IPv4 or IPv6 address.",
		"alphanum": "Only letters and digits are allowed.", "alpha": "Only letters are allowed.",
		"lowercase": "Only lower-case letters are allowed.", "uppercase": "Only upper-case letters are allowed.",
	}
	if text, ok := words[name]; ok {
		return text
	}
	return "Enter a valid value (" + strings.TrimSuffix(name+"="+param, "=") + ")."
}

// broken returns the messages of the rules that value breaks, all of them.
func (f *Field) broken(value any) []string {
	var messages []string
	for _, rule := range f.Rules {
		if !rule.valid(value) {
			messages = append(messages, rule.Message)
		}
	}
	return messages
}
