// The rules of a set and of a field, once compiled.

package field

// Check is a team's own rule for text fields; validate tags use the name under which a set lists it. With
// Choices, instead of Valid, the field accepts exactly those values: forms and OPTIONS offer them.
type Check struct {
	Valid   func(value string) bool
	Message string          // the message for clients, such as "Enter a valid username."
	Choices func() []Choice // called once, at start-up
	// Also reports other valid values that are not offered, such as aliases; nil for none.
	Also   func(value string) bool
	Format string // the kind of input: "email", "url" or ""
	// Metadata is the field's type in OPTIONS, in the words of Django REST framework, such as "regex"; ""
	// keeps the type without the rule.
	Metadata string
}

// Rule is one part of a validate tag, tried on its field at start-up.
type Rule struct {
	Tag     string // as declared: "max=100"
	Message string
	valid   func(value any) bool
}

// Reporter receives one mistake in a declaration, with its correction.
type Reporter func(format string, args ...any)
