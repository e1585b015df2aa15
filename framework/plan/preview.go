// What a team adds to the page of a record.

package plan

// Preview is a team's own content for the page of a record.
type Preview struct {
	// HTML is put into the page as it is: what clients typed must be escaped in it. It can have neither scripts
	// nor styles, which the pages' security policy keeps out.
	HTML string
	// CodeStyle names the style of the highlighter whose rules the HTML needs; "" for none.
	CodeStyle string
}
