// The rules of a field: compiled from its validate tag, and checked on values from clients.

package field

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-playground/validator/v10"

	"example.com/resourceful/framework/field/notation"
)

// Rules compiles validate tags. The zero value is not usable; see NewRules.
type Rules struct {
	validate *validator.Validate
	checks   map[string]Check
	choices  map[string][]Choice // choices of the checks called so far
}

// NewRules returns a compiler with the validator's own rules, the built-in checks and the given ones, which
// replace others with their name.
func NewRules(checks map[string]Check) *Rules {
	r := &Rules{validate: validator.New(), checks: builtinChecks(), choices: map[string][]Choice{}}
	maps.Copy(r.checks, checks)
	for name, check := range r.checks {
		if check.Valid == nil || ReservedRule(name) != "" {
			continue
		}
		_ = r.validate.RegisterValidation(name, func(fl validator.FieldLevel) bool {
			return check.Valid(fl.Field().String())
		})
	}
	return r
}

// Compile sets the rules, choices and limits of a field from a validate tag.
func (r *Rules) Compile(f *Spec, tag string, report Reporter) {
	parts := strings.Split(tag, ",")
	dive := slices.Index(parts, "dive")
	if dive >= 0 && f.Item != nil {
		r.compileItem(f.Item, parts[dive+1:], report)
		parts = parts[:dive]
	}
	for _, part := range parts {
		r.part(f, part, report)
	}
	if f.Choices != nil && len(f.Rules) > 0 {
		report(`validate tag: rule %q has no effect on a closed list of choices; leave it out`, f.Rules[0].Tag)
	}
}

// compileItem sets the rules of the items of a list.
func (r *Rules) compileItem(item *Spec, parts []string, report Reporter) {
	if len(parts) == 0 {
		report(`validate tag: no rule of the items follows "dive"; write one, or leave the word out`)
		return
	}
	r.Compile(item, strings.Join(parts, ","), report)
}

// part compiles one rule of a tag, or reports why it is not allowed there.
func (r *Rules) part(f *Spec, part string, report Reporter) {
	if part == "" {
		report(`validate tag: an empty rule; remove a comma`)
		return
	}
	if slices.ContainsFunc(f.Rules, func(x *Rule) bool { return x.Tag == part }) {
		report(`validate tag: rule %q is repeated; write it once`, part)
		return
	}
	for either := range strings.SplitSeq(part, "|") {
		name, param, _ := strings.Cut(either, "=")
		if problem := r.checkRule(f, name, param); problem != "" {
			report(`validate tag: rule %q %s`, either, problem)
			return
		}
	}
	name, param, _ := strings.Cut(part, "=")
	if strings.Contains(part, "|") {
		name, param = part, ""
	}
	check, own := r.checks[name]
	switch {
	case own && check.Choices != nil:
		choices, problem := r.ask(name, check)
		if problem != "" {
			report(`validate tag: rule %q %s`, name, problem)
			return
		}
		f.setChoices(choices, check.Also, report)
	case name == "oneof" && f.Kind.FreeText:
		f.setChoices(plainChoices(param), nil, report)
	default:
		if problem := r.try(f, part); problem != "" {
			report(`validate tag: rule %q %s`, part, problem)
			return
		}
		r.add(f, part, name, param, check)
	}
}

// add adds a rule that fits.
func (r *Rules) add(f *Spec, part, name, param string, check Check) {
	rule := &Rule{Tag: part, Message: f.Message(name, message(f.Kind, name, f.ruleText(part, param), check)), valid: r.checker(f, part, name, param)}
	f.Rules = append(f.Rules, rule)
	if name == "max" && (f.Kind.FreeText || f.Item != nil) {
		limit, _ := strconv.ParseInt(param, 0, 32)
		f.MaxLength = int(limit)
	}
	if f.Kind.Input.Bounds {
		switch name {
		case "min", "gte":
			f.Min = f.ruleText(part, param)
		case "max", "lte":
			f.Max = f.ruleText(part, param)
		}
	}
	f.Metadata = cmp.Or(check.Metadata, f.Metadata)
	if format := cmp.Or(check.Format, map[string]string{"email": "email", "http_url": "url", "https_url": "url", "uri": "url"}[name]); format != "" {
		f.Format, f.format = format, rule
	}
}

// ruleText returns the parameter of a rule for messages.
func (s *Spec) ruleText(part, param string) string {
	if s.Kind.RuleText == nil || !compares(s.Kind, part) {
		return param
	}
	bound, _ := s.Kind.Parse(s, param)
	return s.Kind.RuleText(bound)
}

// AddCheck adds a rule that is not in a validate tag, because it follows from the use of the field, a text.
// Its name is also the code of its message.
func (s *Spec) AddCheck(name, message string, valid func(text string) bool) {
	s.Rules = append(s.Rules, &Rule{Tag: name, Message: s.Message(name, message), valid: func(v any) bool { return valid(v.(string)) }})
}

// try runs the rule on sample values of the field's kind, because the validator panics on unknown rules and
// bad parameters only at their first use. It returns the mistake, or "".
func (r *Rules) try(f *Spec, part string) (problem string) {
	name, param, _ := strings.Cut(part, "=")
	defer func() {
		if p := recover(); p != nil {
			problem = r.diagnose(f, name, param, fmt.Sprint(p))
		}
	}()
	if compares(f.Kind, part) {
		return tryComparison(f, name, param)
	}
	if strings.Contains(part, "|") && comparesOne(f.Kind, part) {
		return "compares, and cannot be one of several with |; write one rule, or list your own with Set.Rule"
	}
	if name == "datetime" && !isLayout(param) {
		return fmt.Sprintf("has the bad layout %q; write Go's reference time, such as datetime=2006-01-02", param)
	}
	for _, sample := range f.Kind.Samples {
		err := r.validate.Var(sample, part)
		if _, bad := err.(*validator.InvalidValidationError); bad {
			return fmt.Sprintf("does not fit the kind %s; leave it out or change the field", f.Kind)
		}
	}
	return ""
}

// isLayout reports whether the layout writes different times differently, and parses them.
func isLayout(layout string) bool {
	a, b := time.Date(2001, 2, 3, 4, 5, 6, 7, time.UTC), time.Date(2022, 11, 23, 15, 45, 56, 789, time.UTC)
	_, err := time.Parse(layout, a.Format(layout))
	return err == nil && a.Format(layout) != b.Format(layout)
}

// diagnose explains to a declarer why a rule panicked.
func (r *Rules) diagnose(f *Spec, name, param, text string) string {
	_, own := r.checks[name]
	switch {
	case strings.Contains(text, "Undefined validation function"):
		if best := Nearest(name, r.known()); best != "" {
			return fmt.Sprintf("is unknown; write %q", best)
		}
		return "is unknown; list your own rule with Set.Rule, or write one of the validator's, such as " + strings.Join(r.known(), ", ")
	case own:
		return fmt.Sprintf("panicked when it was tried (%s); fix its Valid function", text)
	case strings.Contains(text, "Bad field type"):
		return fmt.Sprintf("does not fit the kind %s; leave it out or change the field", f.Kind)
	case param == "":
		return fmt.Sprintf("needs a parameter; write %s=…", name)
	default:
		return fmt.Sprintf("has the bad parameter %q; write one that fits the kind %s", param, f.Kind)
	}
}

// known returns the rule names for hints: the set's own and the validator's most used.
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

// checker compiles one rule. The most used ones skip the validator's machinery, which would cost a lock and
// several allocations for each value.
func (r *Rules) checker(f *Spec, part, name, param string) func(any) bool {
	if own, ok := r.checks[name]; ok {
		return func(v any) bool { return own.Valid(v.(string)) }
	}
	if n, err := strconv.Atoi(param); err == nil && f.Kind.FreeText {
		switch name {
		case "max":
			return func(v any) bool { return len(v.(string)) <= n || notation.Length(v.(string)) <= n }
		case "min":
			return func(v any) bool { return notation.Length(v.(string)) >= n }
		}
	}
	if compares(f.Kind, part) {
		return comparison(f, name, param)
	}
	if plain := f.Kind.ForRule; plain != nil {
		return func(v any) bool { return r.validate.Var(plain(v), part) == nil }
	}
	return func(v any) bool { return r.validate.Var(v, part) == nil }
}

// ask calls a check's Choices, once for all fields.
func (r *Rules) ask(name string, check Check) (choices []Choice, problem string) {
	if choices, asked := r.choices[name]; asked {
		return choices, ""
	}
	defer func() {
		if p := recover(); p != nil {
			choices, problem = nil, fmt.Sprintf("panicked when it was asked for its choices (%v); fix the function", p)
		}
	}()
	choices = slices.Clone(check.Choices())
	if len(choices) == 0 {
		return nil, "offers no choices, so that no value could be sent; return some from Choices"
	}
	seen := map[string]bool{}
	for _, c := range choices {
		if seen[c.Value] {
			return nil, fmt.Sprintf("offers the choice %q twice; offer it once", c.Value)
		}
		seen[c.Value] = true
	}
	r.choices[name] = choices
	return choices, ""
}
