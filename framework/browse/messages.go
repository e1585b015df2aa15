// The messages at the top of a page: successes, refusals and mistakes.

package browse

import (
	"net/http"
	"strings"

	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/lists"
	"example.com/resourceful/framework/serve/pageapi"
)

// flash is one message at the top of a page.
type flash struct {
	Class, Role, ID, Text, Href, Label, RequestID string

	Undo   *cells.Button // nil where nothing can be undone
	Focus  bool          // it has the focus when the page opens
	Errors []flashItem   // mistakes, each with a link to its input
}

// flashItem is one mistake in a form.
type flashItem struct{ Href, Label, Text string }

// newFlashes returns the messages of a page: the result of the request before, the result of this one, and
// a missing permission.
func newFlashes(a *response) []*flash {
	var list []*flash
	if a.Flash != "" {
		f := success(a.Flash)
		if a.Undo != "" {
			f.Undo = &cells.Button{Action: a.Undo, Key: a.UndoKey, Text: a.Language.SayWord("Undo"), Label: a.Language.SayWord("Undo the deletion")}
		}
		list = append(list, f)
	}
	if f := newFlash(a); f != nil {
		list = append(list, f)
	}
	if forbidden := notOffered(a); forbidden != "" {
		f := warning(forbidden)
		if a.User == nil {
			f.Href, f.Label = layout.LoginFor(&a.Answer), "Log in"
		}
		list = append(list, f)
	}
	for _, f := range list {
		f.Text, f.Label = a.Language.SayWord(f.Text), a.Language.SayWord(f.Label)
	}
	return list
}

// notOffered returns a message where the requester may not use the form that the page was asked for, and ""
// where they may.
func notOffered(a *response) string {
	switch {
	case a.Confirm && a.Delete == nil:
		return "You do not have permission to delete this record."
	case a.Opens == pageapi.ShowImport && a.Import == nil:
		return "You do not have permission to create a record."
	case a.Opens == pageapi.ShowEdit && a.Edit == nil:
		return "You do not have permission to change this record."
	case (a.Opens == pageapi.ShowCreate || a.Opens == pageapi.ShowDuplicate) && a.Create == nil:
		return "You do not have permission to create a record."
	}
	return ""
}

func success(text string) *flash { return &flash{Class: "good", Role: "status", Text: text} }
func warning(text string) *flash { return &flash{Class: "bad", Role: "alert", Text: text} }

// noCredentials is the message for programs; pages show sessionEnded instead.
const (
	noCredentials = "Authentication credentials were not provided."
	sessionEnded  = "You are not logged in any more."
)

// newFlash returns the message about the request of the page, or nil for none.
func newFlash(a *response) *flash {
	switch {
	case a.Failed:
		return newRefusal(a)
	case a.Resumed && a.Confirm:
	case a.Resumed && (a.Create != nil || a.Edit != nil):
		return success("You are logged in. What you typed is not saved yet: look at it, and send it again.")
	case a.Resumed:
		return warning("You are logged in, but may not do this. Nothing was saved.")
	case a.Tried && a.Confirm:
		return success("This was tried, and can be done. Nothing was deleted yet.")
	case a.Tried && a.Import != nil:
		return success("This was tried, and can be done. Nothing was saved yet.")
	case a.Tried:
		return success("This was tried, and can be done. Nothing was saved yet: the form has what you typed.")
	case a.Login != nil:
		f := warning(sessionEnded)
		f.Href, f.Label = "#log-in", "Log in"
		return f
	case a.Done != "":
		f := success(a.Done)
		if a.Status == http.StatusCreated && len(a.Rows) > 0 && a.Rows[0].Href != "" {
			f.Href, f.Label = a.Rows[0].Href, "Show it"
		}
		return f
	}
	return nil
}

// newRefusal returns the message of a refusal: its reason, and a link to go on.
func newRefusal(a *response) *flash {
	f := warning(a.Detail)
	f.RequestID = a.RequestID
	if a.Login != nil && a.Login.Failed {
		f.ID = "login-error"
	}
	if a.Login != nil && a.Detail == a.Language.Say(noCredentials) {
		f.Text = sessionEnded
	}
	switch {
	case a.Login != nil:
		f.Href, f.Label = "#log-in", "Log in"
	case a.Conflict != nil && a.Subject != "":
		f.Href, f.Label = layout.PlainPath(&a.Answer), "Show it as it is now"
	case a.Saved != "":
		f.Href, f.Label = a.Saved, "Show what was saved"
	case (a.Status == http.StatusUnauthorized || a.Status == http.StatusForbidden) && a.User == nil && !a.NoLogin:
		f.Href, f.Label = layout.LoginFor(&a.Answer), "Log in"
	case a.Status == http.StatusNotFound:
		if path, name := layout.Above(&a.Answer); path != "" {
			f.Href, f.Label = path, "Go to "+name
		}
	}
	return f
}

// tellErrors puts the mistakes in a form at the top of the page and into its title. The first message has
// the focus and links each mistake to its input.
func (v *page) tellErrors(a *response) {
	safe := a.Method == http.MethodGet || a.Method == http.MethodHead || a.Method == http.MethodOptions
	if len(v.Flashes) == 0 || safe && a.Flash == "" && !a.Failed && !a.Resumed && !a.Tried {
		return
	}
	first := v.Flashes[0]
	if !a.Failed {
		first.Focus = true
		return
	}
	for _, f := range v.Forms {
		first.Errors = append(first.Errors, flashItems(f)...)
	}
	if v.Filter != nil {
		first.Errors = append(first.Errors, filterItems(v.Filter)...)
	}
	if safe && len(first.Errors) == 0 {
		return
	}
	first.Focus = true
}

// flashItems returns the mistakes in a form, in its order.
func flashItems(f *forms.Form) (list []flashItem) {
	for _, text := range f.Errors {
		list = append(list, flashItem{Href: "#" + f.ID, Text: text})
	}
	return append(list, inputItems("", f.Fields)...)
}

// filterItems returns the mistakes in the form above a list.
func filterItems(f *lists.FilterForm) (list []flashItem) {
	for _, in := range []*inputs.Input{f.Search, f.Sort} {
		if in != nil {
			list = append(list, inputItems("", []*inputs.Input{in})...)
		}
	}
	for _, group := range f.Groups {
		within := ""
		if group.Label != "" {
			within = group.Label + ","
		}
		list = append(list, inputItems(within, group.Inputs)...)
	}
	return list
}

// inputItems returns the mistakes in inputs and in the inputs nested in them.
func inputItems(within string, fields []*inputs.Input) (list []flashItem) {
	for _, in := range fields {
		label := strings.TrimSpace(within + " " + in.Label)
		for _, text := range in.Errors {
			list = append(list, flashItem{"#" + in.ID, label, text})
		}
		list = append(list, inputItems(within, in.Items)...)
		list = append(list, inputItems(label+",", in.Members)...)
		if in.Nested == nil {
			continue
		}
		for _, row := range in.Nested.List {
			for _, text := range row.Errors {
				list = append(list, flashItem{"#" + in.ID, row.Title, text})
			}
			list = append(list, inputItems(row.Title+",", row.Fields)...)
		}
	}
	return list
}
