// Query parameters that control a page.

package pageapi

import (
	"slices"
	"strings"

	"example.com/resourceful/framework/serve/internal/querystring"
)

// Query parameters that control a page beside its representation. Links and forms without script can carry
// nothing else. Other formats ignore them.
const (
	// ShowParam replaces the representation on a page by one of the following.
	ShowParam = "_show"
	// ShowOptions is the response to OPTIONS, which a link cannot send.
	ShowOptions = "options"
	// ShowDelete is the question before a deletion.
	ShowDelete = "delete"
	// ShowCreate, ShowEdit and ShowDuplicate are the pages of a single form: for a new record, for changes,
	// and for a copy of the record.
	ShowCreate, ShowEdit, ShowDuplicate = "create", "edit", "duplicate"
	// ShowImport is the page that creates records from CSV.
	ShowImport = "import"
	// DryRunParam makes a form a dry run, as the header Prefer: dry-run does; the page shows the result. It
	// is not a form field, because fields after files are known only after the files are stored.
	DryRunParam = "_dry_run"
	// ExplainParam is "true" to explain to an administrator how the page was made. For other requesters it does nothing.
	ExplainParam = "_explain"
	// ColumnsParam chooses the columns of a list's table, by member names: with commas, or several times.
	ColumnsParam = "_columns"
)

// Columns returns the chosen columns in a query, nil for none.
func Columns(query string) (names []string) {
	if !strings.Contains(query, ColumnsParam+"=") {
		return nil
	}
	for _, p := range querystring.Parse(query) {
		if p.Name != ColumnsParam {
			continue
		}
		for name := range strings.SplitSeq(p.Value, ",") {
			if name = strings.TrimSpace(name); name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}
