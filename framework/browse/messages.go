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
func newFlashes(resp *response) []*flash {
	var list []*flash
	if resp.Flash != "" {
		f := success(resp.Flash)
		if resp.Undo != "" {
			f.Undo = &cells.Button{Action: resp.Undo, Key: resp.UndoKey, Text: resp.Language.SayWord("Undo"), Label: resp.Language.SayWord("Undo the deletion")}
		}
		list = append(list, f)
	}
	if f := newFlash(resp); f != nil {
		list = append(list, f)
	}
	if forbidden := notOffered(resp); forbidden != "" {
		f := warning(forbidden)
		if resp.User == nil {
			f.Href, f.Label = layout.LoginFor(&resp.Answer), "Log in"
		}
		list = append(list, f)
	}
	for _, f := range list {
		f.Text, f.Label = resp.Language.SayWord(f.Text), resp.Language.SayWord(f.Label)
	}
	return list
}

// notOffered returns a message where the requester may not use the form that the page was asked for, and ""
// where they may.
func notOffered(resp *response) string {
	switch {
	case resp.Confirm && resp.Delete == nil:
		return "You do not have permission to delete this record."
	case resp.Opens == pageapi.ShowEdit && resp.Edit == nil:
		return "You do not have permission to change this record."
	case (resp.Opens == pageapi.ShowCreate || resp.Opens == pageapi.ShowDuplicate) && resp.Create == nil, resp.Opens == pageapi.ShowImport && resp.Import == nil:
		return "You do not have permission to create a record."
	}
	return ""
}

func success(text string) *flash { return &flash{Class: "good", Role: "status", Text: text} }
func warning(text string) *flash { return &flash{Class: "bad", Role: "alert", Text: text} }

const sessionEnded = "You are not logged in any more."

// newFlash returns the message about the request of the page, or nil for none.
func newFlash(resp *response) *flash {
	switch {
	case resp.Failed && resp.Status == http.StatusMethodNotAllowed && resp.Method == http.MethodGet && len(resp.Own) > 0:
		return nil // the page is that of the forms, which a GET cannot send
	case resp.Failed:
		return newRefusal(resp)
	case resp.Resumed && resp.Confirm:
	case resp.Resumed && (resp.Create != nil || resp.Edit != nil):
		return success("You are logged in. What you typed is not saved yet: look at it, and send it again.")
	case resp.Resumed:
		return warning("You are logged in, but may not do this. Nothing was saved.")
	case resp.Tried && resp.Confirm:
		return success("This will work. Nothing is deleted yet.")
	case resp.Tried && resp.Import != nil:
		return success("This will work. Nothing is saved yet.")
	case resp.Tried:
		return success("This will work. Nothing is saved yet: the form has what you typed.")
	case resp.Login != nil:
		f := warning(sessionEnded)
		f.Href, f.Label = "#log-in", "Log in"
		return f
	case resp.Done != "":
		f := success(resp.Done)
		if resp.Status == http.StatusCreated && len(resp.Rows) > 0 && resp.Rows[0].Href != "" {
			f.Href, f.Label = resp.Rows[0].Href, "Show it"
		}
		return f
	}
	return nil
}

// newRefusal returns the message of a refusal: its reason, and a link to go on.
func newRefusal(resp *response) *flash {
	f := warning(resp.Detail)
	f.RequestID = resp.RequestID
	if resp.Login != nil && resp.Login.Failed {
		f.ID = "login-error"
	}
	switch {
	case resp.Login != nil:
		f.Href, f.Label = "#log-in", "Log in"
	case resp.Conflict != nil && resp.Subject != "":
		f.Href, f.Label = layout.PlainPath(&resp.Answer), "Show it as it is now"
	case resp.Saved != "":
		f.Href, f.Label = resp.Saved, "Show what was saved"
	case (resp.Status == http.StatusUnauthorized || resp.Status == http.StatusForbidden) && resp.User == nil && !resp.NoLogin:
		f.Href, f.Label = layout.LoginFor(&resp.Answer), "Log in"
	case resp.Status == http.StatusNotFound && resp.Query != "" && resp.Endpoint != nil && !resp.AtRecord: // a page after the last
		f.Href, f.Label = layout.PlainPath(&resp.Answer), "Go to "+resp.Name
	case resp.Status == http.StatusNotFound:
		if path, name := layout.Above(&resp.Answer); path != "" {
			f.Href, f.Label = path, "Go to "+name
		}
	}
	return f
}

// tellErrors puts the mistakes in a form at the top of the page and into its title. The first message has
// the focus and links each mistake to its input.
func (data *page) tellErrors(resp *response) {
	safe := resp.Method == http.MethodGet || resp.Method == http.MethodHead || resp.Method == http.MethodOptions
	if len(data.Flashes) == 0 || safe && resp.Flash == "" && !resp.Failed && !resp.Resumed && !resp.Tried {
		return
	}
	first := data.Flashes[0]
	if !resp.Failed {
		first.Focus = true
		return
	}
	for _, f := range data.Forms {
		first.Errors = append(first.Errors, flashItems(f)...)
	}
	if data.Filter != nil {
		first.Errors = append(first.Errors, filterItems(data.Filter)...)
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
