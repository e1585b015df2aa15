// Offers: the forms and links of the operations that the requester may use next, and why rules refuse the others.

package forms

import (
	"net/http"
	"path"
	"slices"
	"time"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/pageapi"
)

// Offers are the operations that the requester may use next.
type Offers struct {
	*layout.Answer
	Create *Form // nil where the requester may not create
	Edit   *Form // nil where the requester may not change the record
	Delete *Form // nil where the requester may not delete it; has no fields

	// Own are the forms of the team's operations that the requester may use, and Reads are links to
	// operations that only read.
	Own   []*Form
	Reads []catalog.Link
	// Refused are the reasons why the requester may not use other operations.
	Refused []pageapi.Refused
	// Operations are the team's operations that the requester may use, at an address without other
	// operations.
	Operations []*plan.Operation

	// Opens is the only form of the page, such as pageapi.ShowCreate; "" for all forms. Duplicate is the
	// address of a form for a new record that starts from this one; "" where the requester may create none.
	Opens, Duplicate string
	// Confirm makes the page ask only about a deletion. If Delete is nil, the requester may not delete.
	// Impacts are the effects of the deletion on other records.
	Confirm bool
	Impacts []catalog.DeleteImpact
	// RelationSearch is the field whose related rows were searched; "" for none.
	RelationSearch string
	// Raw is the raw body that was refused; nil for none.
	Raw *pageapi.Raw
	// Resumed reports that a login has just returned the form, and Tried that the request was a dry run.
	Resumed, Tried bool
}

// AddRefused adds a sentence for each rule that refuses an operation to the requester, where its form would
// be. It adds none beside a question, or to the page of an error that has the reason.
func (b *Builder) AddRefused(offers *Offers) (err error) {
	if offers.Failed || offers.Confirm || offers.Options || b.Resource == nil {
		return nil
	}
	var operations []*plan.Operation
	for _, o := range b.Resource.Operations {
		here := o.Pattern == b.Resource.Path || o.Pattern == b.Resource.RecordPattern
		if here && !b.Route.Apart && o.Record == b.Route.Record && o.Builtin&(plan.Create|plan.Replace|plan.Modify|plan.Destroy) != 0 {
			operations = append(operations, o)
		}
	}
	for _, o := range b.OwnOperations() {
		if !o.Safe() && !slices.Contains(operations, o) {
			operations = append(operations, o)
		}
	}
	offers.Refused, err = b.Req.Refused(operations)
	return err
}

// AddOperations adds a form for each of the team's operations that the requester may use here, and a link
// for each that only reads.
func (b *Builder) AddOperations(offers *Offers) error {
	may, err := b.Req.MayDo(b.OwnOperations())
	if err != nil {
		return err
	}
	if b.Resource == nil || b.Route.Apart {
		offers.Operations = may
	}
	for _, o := range may {
		path := b.operationPath(offers.Answer, o)
		switch {
		case !o.Safe():
			f, err := b.operationForm(offers, o, path)
			if err != nil {
				return err
			}
			offers.Own = append(offers.Own, f)
		case path != layout.PlainPath(offers.Answer):
			href := layout.Local(offers.Answer, path)
			if o.Filtered { // of the rows that the page lists
				query := layout.ListQuery{Path: href, Params: b.Resource.Params, All: pageapi.QueryParams(offers.Query)}
				href = query.Address(func(name string) bool { return !query.Narrows(name) })
			}
			offers.Reads = append(offers.Reads, catalog.Link{Name: catalog.OperationName(o), Href: href, Text: o.Description})
		}
	}
	return nil
}

// operationPath returns the path of an operation: the page's, or one segment below.
func (b *Builder) operationPath(answer *layout.Answer, o *plan.Operation) string {
	here := layout.PlainPath(answer)
	if slices.Contains(b.Route.Own, o) {
		return here
	}
	return here + path.Base(o.Pattern) + "/"
}

// operationForm returns the form of an operation that may change something. Without input it has only a
// button.
func (b *Builder) operationForm(offers *Offers, o *plan.Operation, path string) (*Form, error) {
	out := &Form{Action: path}
	if o.Input != nil {
		rec := o.Input.Type.Acquire()
		defer rec.Release()
		rec.Fill(b.Req.Now().Truncate(time.Second)) // a time without fractions of a second
		b.Targets = b.Catalog.Targets(o.Input.Type)
		var err error
		if out, err = b.form(http.MethodPost, path, o.Input, rec, b.typingOwn(offers, o, path)); err != nil {
			return nil, err
		}
		b.Targets = nil
	}
	out.Method, out.Key = o.Method, b.FormKey(offers, o.Method, path)
	out.Own, out.ID, out.Title, out.About = true, "do-"+o.Name, o.Title, o.Description
	if o.Record {
		out.List = b.FromList()
	}
	out.Typed, out.Apart = b.typingOwn(offers, o, path), o.NonAtomic
	return out, nil
}

// typingOwn reports whether the form of an operation has typed values: it was refused, or comes back after
// a search or a login.
func (b *Builder) typingOwn(offers *Offers, o *plan.Operation, path string) bool {
	if b.Form.RelationSearch != "" || b.Form.Resumed {
		return b.isSent(offers.Answer, o.Method, path)
	}
	return b.Operation == o && (offers.Failed || offers.Tried)
}
