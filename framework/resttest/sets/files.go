// The world of files: scans that rows nest and show in several ways, and files that rows take from each other.

package sets

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// leaflet has a file, which the code of a team gives to other leaflets.
type leaflet struct {
	ID      int64        `rest:"id,readonly"`
	From    int64        `rest:"from" default:"0"`
	Scan    rest.File    `rest:"scan,writeonly,optional" file:"max=1000,ext=txt"`
	Content rest.Address `rest:"content,of=scan"`
}

// CopiedLeaflets take the files of others; wait is what a test does while code has a copy.
func CopiedLeaflets(wait func()) *rest.Set {
	copied := func(call *rest.Call, l *leaflet) error {
		if l.From == 0 {
			return nil
		}
		of, err := rest.Rows[leaflet](call).Get(l.From)
		if of != nil {
			l.Scan = of.Scan
		}
		wait()
		return err
	}
	return rest.NewSet("leaflets", rest.ViewSet[leaflet]{
		Path: "/leaflets/", Serializer: rest.Serializer[leaflet]{BeforeSave: copied}, Bulk: rest.Bulk{Actions: rest.Create},
		Extra: []rest.Action{
			rest.OnList("copy", func(call *rest.Call, _ rest.None) (*leaflet, error) {
				l, err := rest.Rows[leaflet](call).Get(1)
				if err != nil {
					return nil, err
				}
				made := &leaflet{Scan: l.Scan}
				err = rest.Rows[leaflet](call).Create(made)
				wait()
				return made, err
			}),
			rest.OnRecord("move", func(call *rest.Call, l *leaflet, _ rest.None) (*leaflet, error) {
				to, rows := &leaflet{}, rest.Rows[leaflet](call)
				if err := rows.Create(to); err != nil {
					return nil, err
				}
				to.Scan, l.Scan = l.Scan, rest.File{}
				if err := rows.Update(l); err != nil {
					return nil, err
				}
				return to, rows.Update(to)
			}),
		},
	}).Access(permission.Anyone)
}

// TaggedScan has a tag that follows its file.
type TaggedScan struct {
	ID    int64     `rest:"id,readonly"`
	Title string    `rest:"title"`
	Scan  rest.File `rest:"scan,optional"`
}

type (
	// SealedScan shows nothing of its file, and linkedScan only the address of the content.
	SealedScan struct {
		ID    int64     `rest:"id,readonly"`
		Title string    `rest:"title"`
		Scan  rest.File `rest:"scan,writeonly,optional"`
	}
	// LinkedScan shows the address of its content.
	LinkedScan struct {
		ID      int64        `rest:"id,readonly"`
		Title   string       `rest:"title"`
		Scan    rest.File    `rest:"scan,writeonly,optional"`
		Content rest.Address `rest:"content,of=scan"`
	}
	// ScanTitle is a representation of either.
	ScanTitle struct {
		ID    int64  `rest:"id,readonly"`
		Title string `rest:"title"`
	}
)

// A case file nests sheets, whose scans are shown in one representation and not in the others; a cover is nested by a
// reference, and a room nests case files with their sheets.
type (
	fileRoom struct {
		ID     int64                   `rest:"id,readonly"`
		Cases  rest.HasMany[caseFile]  `rest:"-"`
		Nested rest.Nested[caseOfRoom] `rest:"cases,of=cases,nested=replace,optional"`
	}
	caseFile struct {
		ID     int64                     `rest:"id,readonly"`
		Room   rest.BelongsTo[fileRoom]  `rest:"room,optional,ondelete=cascade"`
		Title  string                    `rest:"title"`
		Cover  rest.BelongsTo[caseSheet] `rest:"cover,optional,ondelete=null"`
		Sheets rest.HasMany[caseSheet]   `rest:"-"`
		Front  rest.Nested[sheetTitle]   `rest:"front,of=cover"`
		Parts  rest.Nested[sheetTitle]   `rest:"sheets,of=sheets,nested=replace,optional"`
	}
	caseSheet struct {
		ID    int64                    `rest:"id,readonly"`
		Case  rest.BelongsTo[caseFile] `rest:"case,optional,ondelete=cascade"`
		Title string                   `rest:"title"`
		Scan  rest.File                `rest:"scan,optional"`
	}
	sheetTitle struct {
		ID    int64  `rest:"id,readonly"`
		Title string `rest:"title"`
	}
	caseOfRoom struct {
		ID     int64                   `rest:"id,readonly"`
		Title  string                  `rest:"title"`
		Sheets rest.Nested[sheetTitle] `rest:"sheets,of=sheets,nested=replace,optional"`
	}
	// shownCase shows the addresses of the scans, and wholeCase the sheets as they are.
	shownCase struct {
		ID     int64                   `rest:"id,readonly"`
		Sheets rest.Nested[shownSheet] `rest:"sheets,of=sheets"`
	}
	shownSheet struct {
		ID   int64     `rest:"id,readonly"`
		Scan rest.File `rest:"scan,optional"`
	}
	wholeCase struct {
		ID     int64                  `rest:"id,readonly"`
		Sheets rest.Nested[caseSheet] `rest:"sheets,of=sheets"`
	}
)

// CaseFiles nest sheets with scans, and are scans with a tag themselves.
func CaseFiles() *rest.Set {
	shapes := func(of rest.Shape) rest.Shapes { return rest.Shapes{List: of, Retrieve: of} }
	return rest.NewSet("cases",
		rest.ViewSet[fileRoom]{Path: "/rooms/"}, rest.ViewSet[caseSheet]{Path: "/sheets/"}, rest.ViewSet[caseFile]{Path: "/cases/"},
		rest.ViewSet[caseFile]{Path: "/shown/", Shapes: shapes(rest.As[shownCase]())},
		rest.ViewSet[caseFile]{Path: "/whole/", Shapes: shapes(rest.As[wholeCase]())},
		rest.ViewSet[TaggedScan]{Path: "/scans/"},
	).Access(permission.Anyone)
}
