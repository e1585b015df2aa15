// What the page of a record has beside the record.

package browse

import (
	"example.com/resourceful/framework/plan"
)

// recordPart is what the page of a record has beside the record.
type recordPart struct {
	*answer
	*records
	*offers
	Heading string // what people call the record; "" where the page is of none
	// Subject tells a record from others: its key and its title. Of a record that was read alone.
	Subject  string
	Preview  plan.Preview // the team's own content
	Past     []past       // of the history of a record
	Compares *comparing   // lets two versions of it be compared; nil where there is one
	Compared *comparison  // two of them; nil for none
	Beside   []beside     // the records before and behind this one in the list that it was come to from
	// Trial is what a dry run would have changed in the record; nil where it would have made or deleted one, and where
	// the answer is to something else.
	Trial *trial
}
