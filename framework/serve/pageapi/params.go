// The parameters of the query that say what a page shows.

package pageapi

import (
	"slices"
	"strings"

	"example.com/resourceful/framework/serve/internal/querystring"
)

// The parameters of the query that say what a page is asked for beside the representation. Links and
// buttons without script can say no more than a query and a form; both mean nothing in other formats.
const (
	// ShowParam says what a page shows instead of the representation. Its values follow.
	ShowParam = "_show"
	// ShowOptions asks for the response to OPTIONS, which a link cannot send.
	ShowOptions = "options"
	// ShowDelete asks for the question before a deletion.
	ShowDelete = "delete"
	// ShowCreate, ShowEdit and ShowDuplicate ask for the page of one form: for a new record, for changes of the
	// record, and for a new record that begins as that one.
	ShowCreate, ShowEdit, ShowDuplicate = "create", "edit", "duplicate"
	// ShowImport asks for the page that makes records of CSV.
	ShowImport = "import"
	// DryRunParam asks of a form for a dry run, as Prefer: dry-run does in a header: its page tells what would be. It is no
	// field, because nothing that a form says behind its files is known before these are taken.
	DryRunParam = "_dry_run"
	// ColumnsParam says which columns the table of a list has, by the names of its members: several with commas, or the
	// parameter several times.
	ColumnsParam = "_columns"
)

// Columns are the columns that a query asks for, nil for none.
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
