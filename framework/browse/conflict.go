package browse

import (
	"net/http"

	"example.com/resourceful/framework/serve"
)

// conflict is what the page says of a form that was refused because its record has changed.
type conflict struct {
	Title         string
	Yours, Theirs string // headings; of a deletion there is only Theirs
	Saved         bool   // the form was sent before, and theirs are the requester's own
	Differences   []difference
	Taken         bool // the form has theirs in a field that only others changed
}

// difference is a field in which the form and the record differ.
type difference struct {
	serve.Difference
	About string // who changed it, and what the form has
}

// newConflict tells people who changed what, nil where there is nothing to tell.
func newConflict(a *serve.Answer) *conflict {
	if a.Conflict == nil {
		return nil
	}
	c := &conflict{Title: "Yours and theirs", Yours: "Yours", Theirs: "Theirs"}
	switch {
	case a.Confirm:
		c.Title, c.Yours, c.Theirs = "What was changed", "", "Now"
	case a.Status == http.StatusUnprocessableEntity:
		c.Saved = true
		c.Title, c.Yours, c.Theirs = "What you typed and what was saved", "Typed", "Saved"
	}
	for _, d := range a.Conflict.Fields {
		c.Taken = c.Taken || d.Taken
		text := about(d)
		if c.Saved {
			text = ""
		}
		c.Differences = append(c.Differences, difference{d, text})
	}
	return c
}

func about(d serve.Difference) string {
	switch {
	case d.Taken:
		return "Only others changed it. The form has theirs now."
	case d.By == serve.ByOthers:
		return "Only others changed it."
	case d.By == serve.ByYou:
		return "Only you changed it."
	case d.By == serve.ByBoth:
		return "Others changed it too."
	}
	return ""
}
