// The rules that a set adds, and the rules of a field, once compiled.

package field

// Check is a rule of a team's own for text fields, used in validate tags by the name under which
// a set lists it. With Choices, instead of Valid, the field takes exactly those values:
// forms and OPTIONS offer them.
type Check struct {
	Valid   func(value string) bool
	Message string          // what a client reads, such as "Enter a valid username."
	Choices func() []Choice // called once, at start-up
	// Also reports further values that are valid but not offered, such as aliases; nil for none.
	Also   func(value string) bool
	Format string // what a form's input expects: "email", "url" or ""
	// Metadata is the type that OPTIONS gives the field, in the words of Django REST framework, such as
	// "regex"; "" for what it is without the rule.
	Metadata string
}

// Rule is one part of a validate tag, tried on its field at start-up.
type Rule struct {
	Tag     string // as declared: "max=100"
	Message string
	valid   func(value any) bool
}

// Reporter takes one mistake in a declaration, with its correction.
type Reporter func(format string, args ...any)
