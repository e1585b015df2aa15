// How a page was made, for administrators.

package pageapi

import "time"

// Explanation tells an administrator how a page was made. It has no values of statements.
type Explanation struct {
	Choices    []Choice
	Rules      []RuleTree
	Steps      []Step
	Statements []Statement
	Plan       []string // lines of the database's plan for the statement of a list's rows; nil for other pages
}

// Choice is what was chosen for the response, such as its format.
type Choice struct {
	Name  string // "Format"
	Value string // "html"
	From  string // what in the request decided, such as "Accept: text/html"; "" for a default
}

// RuleTree is a permission rule of the request with its outcome for the requester.
type RuleTree struct {
	Of    string // the view or the operation with the rule
	Parts []RulePart
}

// RulePart is a rule, or a part of the rule before it with a smaller depth.
type RulePart struct {
	Depth     int
	Rule      string // in words
	Outcome   string // "true", "false", "not asked", or "row" if it depends on the row
	Condition string // what it asks of a row; "" for nothing
}

// Step is a step of the service.
type Step struct{ Name, Milliseconds string }

// Statement is one execution of an SQL statement.
type Statement struct {
	Text string // with placeholders
	Rows int64  // number of rows that it returned or changed
	Time time.Duration
}
