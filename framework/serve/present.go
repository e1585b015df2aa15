package serve

import (
	"fmt"
	"net/http"
	"strconv"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// presentMetadata describes what the address offers.
func (x *exchange) presentMetadata() error {
	if x.loaded { // all of the row
		if err := x.askWritable(x.record); err != nil {
			return err
		}
	}
	x.out = x.describe()
	return nil
}

// presentRoot lists the collections.
func (x *exchange) presentRoot() error {
	x.out = x.rootLinks()
	return nil
}

// presentRecord writes the record.
func (x *exchange) presentRecord() error {
	x.addToPage(x.record)
	x.out = x.record.Append(x.out, x.base)
	return nil
}

// presentWritten writes the record that was stored; a form that is done once leads to its page.
func (x *exchange) presentWritten() error {
	if x.once != nil && x.once.location != "" {
		return x.presentDone()
	}
	if x.action == plan.Create {
		x.status, x.location = http.StatusCreated, x.createdAt()
	}
	return x.presentRecord()
}

// presentDeleted answers a deletion; a form that is done once leads to the list.
func (x *exchange) presentDeleted() error {
	if x.once != nil && x.once.location != "" {
		return x.presentDone()
	}
	return x.presentNothing()
}

// presentStored answers a write that was done before with what was stored of it.
func (x *exchange) presentStored() error {
	switch {
	case x.once.location != "":
		return x.presentDone()
	case x.action == plan.Destroy:
		return x.presentNothing()
	}
	return nil
}

// createdAt is the Location of a record that was created: its url, where it shows one.
func (x *exchange) createdAt() string {
	e := x.endpoint()
	if e.Type.Key.Show != schema.ShowLink {
		return ""
	}
	return x.base + e.Path + strconv.FormatInt(x.id, 10) + "/"
}

// presentDone leads from a form that was done to the page that shows it.
func (x *exchange) presentDone() error {
	if x.format.page && x.once.flash != "" {
		x.auth.LeaveFlash(x.w, x.r, x.once.location, x.once.flash)
	}
	return &redirect{http.StatusSeeOther, x.once.location}
}

// presentNothing answers a deletion: 204, and for a form the way back to the list, because a
// browser that gets 204 stays on the page of a record that is gone.
func (x *exchange) presentNothing() error {
	if x.form.Overridden {
		list, flash := x.landing(false)
		if flash != "" {
			x.auth.LeaveFlash(x.w, x.r, list, flash)
		}
		return &redirect{http.StatusSeeOther, list}
	}
	x.status = http.StatusNoContent
	return nil
}

// rootLinks lists the collections; a suffix of the request is carried over.
func (x *exchange) rootLinks() []byte {
	b := append(x.out, '{')
	for i, l := range x.plan.Root {
		b = append(field.AppendText(comma(b, i), l.Name), ':')
		link := x.base + l.Path
		if x.suffix != "" {
			link = link[:len(link)-1] + "." + x.suffix
		}
		b = field.AppendText(b, link)
	}
	return append(b, '}')
}

// presentList writes a page of the list, where it has pages. Else it prepares a list that is written
// row by row, however long it is; an HTML page shows a part of it.
func (x *exchange) presentList() error {
	switch {
	case x.endpoint().Pages.Size > 0:
		return x.presentPage()
	case x.format.page:
		return x.presentPart()
	}
	x.stream = func(each func(row *schema.Record) error) error {
		rows, err := x.view()
		if err != nil {
			return err
		}
		err = rows.Stream(x.ctx, x.cond, each)
		if err != nil {
			return fmt.Errorf("list %s: %w", x.endpoint().Name, err)
		}
		return nil
	}
	return nil
}

// presentPage writes one page in its envelope.
func (x *exchange) presentPage() error {
	start, err := x.readPage(x.endpoint().Pages, pageParam)
	if err == nil {
		x.envelope(start)
	}
	return err
}

// readPage writes the records of the page that a parameter asks for, from start on. The page and the
// number of all records are read in one statement, but for the last page, which is found by their
// number.
func (x *exchange) readPage(pages plan.PageNumber, param string) (start int, err error) {
	size := int64(pages.Size)
	asked := LastParam(x.r.URL.RawQuery, param)
	total := int64(unknown)
	if asked == lastWord {
		if total, err = x.total(pages); err != nil {
			return 0, fmt.Errorf("count %s: %w", x.endpoint().Name, err)
		}
	}
	number, err := pageNumber(asked, total, size, x.options.Limits.Page)
	if err != nil {
		return 0, err
	}
	start = len(x.out)
	found, total, err := x.rowsOf(pages, (number-1)*size, total)
	if err != nil {
		return 0, fmt.Errorf("page %d of %s: %w", number, x.endpoint().Name, err)
	}
	if found == 0 && number > 1 && asked != lastWord {
		return 0, errInvalidPage()
	}
	x.links = x.pageLinks(param, number, total, size, found > size)
	return start, nil
}

// rowsOf writes the records of the page from an offset on. It returns how many there are, one more
// than a page has standing for all that follow, and the number of all records, which it finds out
// where that is not known and the declaration wants it.
func (x *exchange) rowsOf(pages plan.PageNumber, offset, known int64) (found, total int64, err error) {
	size := int64(pages.Size)
	each := func(rec *schema.Record) error {
		if found++; found > size {
			return nil
		}
		if !x.addToPage(rec) {
			return nil
		}
		x.out = rec.Append(comma(x.out, int(found-1)), x.base)
		return nil
	}
	rows, err := x.view()
	switch {
	case err != nil:
		return 0, unknown, err
	case pages.Uncounted, known != unknown:
		total, err = known, rows.Page(x.ctx, x.cond, offset, size+1, each)
	default:
		limit, most := size, countingTo(pages)
		if most > 0 {
			limit++ // without a count, one record more tells whether there is a next page
		}
		total, err = rows.CountedPage(x.ctx, x.cond, offset, limit, most, each)
		total = countedTo(most, total)
	}
	return found, total, err
}

// total is the number of records of the list, or unknown where the declaration does not want to
// know it.
func (x *exchange) total(pages plan.PageNumber) (int64, error) {
	if pages.Uncounted {
		return unknown, nil
	}
	most := countingTo(pages)
	n, err := x.route.resource.rows.Count(x.ctx, x.cond, most)
	return countedTo(most, n), err
}

// countingTo is how many records are counted, 0 for all: one more than the declaration wants to know
// of, which tells that there are more.
func countingTo(pages plan.PageNumber) int64 {
	if pages.CountUpTo == 0 {
		return 0
	}
	return pages.CountUpTo + 1
}

// countedTo is the number of all records after at most so many were counted.
func countedTo(most, n int64) int64 {
	if most > 0 && n == most {
		return unknown
	}
	return n
}

// envelope puts the records, which are the end of x.out from start on, behind the links.
func (x *exchange) envelope(start int) {
	end := len(x.out)
	b := append(x.out, `{"count":`...)
	if x.links.Count == unknown {
		b = append(b, "null"...)
	} else {
		b = strconv.AppendInt(b, x.links.Count, 10)
	}
	b = appendLinkOrNull(append(b, `,"next":`...), x.links.Next)
	b = appendLinkOrNull(append(b, `,"previous":`...), x.links.Previous)
	b = append(b, `,"results":[`...)
	b = append(b, b[start:end]...)
	b = append(b, `]}`...)
	x.out = append(b[:start], b[end:]...)
	x.results = x.out[len(x.out)-len(`[]}`)-(end-start) : len(x.out)-len(`}`)]
}

func appendLinkOrNull(b []byte, link string) []byte {
	if link == "" {
		return append(b, "null"...)
	}
	return field.AppendText(b, link)
}
