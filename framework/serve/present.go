package serve

import (
	"fmt"
	"net/http"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/media"
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
	return x.base + e.Path + x.id.String() + "/"
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
	for i, e := range x.plan.Resources {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(field.AppendText(b, e.Key), ':')
		link := x.base + e.Path
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
	case x.endpoint().Pages != nil:
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
func (x *exchange) presentPage() (err error) {
	pages := x.endpoint().Pages
	start := len(x.out)
	if x.links, err = x.readPage(pages); err == nil {
		x.enclose(pages.Frame(x.links), start)
	}
	return err
}

// enclose puts the rows, which are the end of x.out from start on, into their frame.
func (x *exchange) enclose(frame media.Frame, start int) {
	end := len(x.out)
	b := frame.AppendBefore(x.out)
	head := len(b) - end
	b = append(b, b[start:end]...)
	b = frame.AppendAfter(b, 0)
	x.out = append(b[:start], b[end:]...)
	x.results = x.out[start+head-1 : start+head+(end-start)+1]
}
