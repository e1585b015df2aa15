// Days and moments in cells.

package browse

import (
	"time"

	"example.com/resourceful/framework/schema"
)

// tellMoment lets the cell of a day or a moment tell it for people, to the minute in a list. What it is exactly stands
// in its element, of which a script makes the time of the person who looks.
func (c *cell) tellMoment(f *schema.Field, value any, list bool) {
	text, isText := value.(string)
	if !isText || f.Relation != nil || f.Kind == nil {
		return
	}
	switch f.Kind.Input.Control {
	case "date":
		if isTime(time.DateOnly, text) {
			c.Moment, c.Text, c.Typed, c.Full = text, text, false, ""
		}
	case "datetime-local":
		t, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			return
		}
		layout := "2006-01-02 15:04:05.999999 "
		if list {
			layout = "2006-01-02 15:04 "
		}
		zone := t.Format("-07:00")
		if t.UTC().Format("-07:00") == zone {
			zone = "UTC"
		}
		c.Moment, c.Text, c.Typed, c.Full = text, t.Format(layout)+zone, false, ""
	}
	if c.Moment != "" {
		c.Class = "moment"
	}
}

// isNumber reports whether the values of a field are numbers, which stand below one another.
func isNumber(f *schema.Field) bool {
	return f.Relation == nil && f.Kind != nil && f.Kind.Input.Control == "number" && f.Choices == nil
}
