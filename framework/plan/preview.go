// A team's addition to the page of a record.

package plan

// Preview is the content from a team for the page of a record.
type Preview struct {
	// HTML is inserted into the page unchanged: input from clients must be escaped in it. It can have
	// neither scripts nor styles, which the pages' security policy blocks.
	HTML string
	// CodeStyle is the name of the highlighter's style whose rules the HTML needs; "" for none.
	CodeStyle string
}
