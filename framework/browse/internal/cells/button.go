// A button with the form around it.

package cells

import (
	"html/template"
	"strings"
)

// Button is a form of one button, in a row of a table.
type Button struct {
	Action, Key string
	Text        string
	Label       string // the full description for screen readers
}

func (b *Button) write(to *strings.Builder) {
	text := template.HTMLEscapeString
	to.WriteString(`<form method="post" action="` + text(b.Action) + `" class="inrow">`)
	if b.Key != "" {
		to.WriteString(`<input type="hidden" name="_key" value="` + text(b.Key) + `">`)
	}
	to.WriteString(`<button class="quiet" aria-label="` + text(b.Label) + `">` + text(b.Text) + `</button></form>`)
}

// HTML writes the button.
func (b *Button) HTML() template.HTML {
	var to strings.Builder
	b.write(&to)
	return template.HTML(to.String()) //nolint:gosec // escaped by write
}
