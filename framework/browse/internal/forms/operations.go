// Forms and links of a team's operations.

package forms

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/plan"
)

// AddOperations adds a form for each of the team's operations that the requester may use here, and a link
// for each that only reads.
func (b *Builder) AddOperations(a *Offers) error {
	may, err := b.Req.MayDo(b.OwnOperations())
	if err != nil {
		return err
	}
	if b.Resource == nil || b.Route.Apart {
		a.Operations = may
	}
	for _, o := range may {
		path := b.operationPath(a.Answer, o)
		switch {
		case !o.Safe():
			f, err := b.operationForm(a, o, path)
			if err != nil {
				return err
			}
			a.Own = append(a.Own, f)
		case path != layout.PlainPath(a.Answer):
			a.Reads = append(a.Reads, catalog.Link{Name: o.Title, Href: layout.Local(a.Answer, path), Text: o.Description})
		}
	}
	return nil
}

// operationPath returns the path of an operation: the page's, or one segment below.
func (b *Builder) operationPath(a *layout.Answer, o *plan.Operation) string {
	here := layout.PlainPath(a)
	if slices.Contains(b.Route.Own, o) {
		return here
	}
	segments := strings.Split(strings.Trim(o.Pattern, "/"), "/")
	return here + segments[len(segments)-1] + "/"
}

// operationForm returns the form of an operation that may change something. Without input it has only a
// button.
func (b *Builder) operationForm(a *Offers, o *plan.Operation, path string) (*Form, error) {
	out := &Form{Action: path}
	if o.Input != nil {
		rec := o.Input.Type.Acquire()
		defer rec.Release()
		rec.Fill(b.Req.Now().Truncate(time.Second)) // a time without fractions of a second
		b.Targets = b.Catalog.Targets(o.Input.Type)
		var err error
		if out, err = b.form(http.MethodPost, path, o.Input, rec, b.typingOwn(a, o, path)); err != nil {
			return nil, err
		}
		b.Targets = nil
	}
	out.Method, out.Key = o.Method, b.FormKey(a, o.Method, path)
	out.Own, out.ID, out.Title, out.About = true, "do-"+o.Name, o.Title, o.Description
	if o.Record {
		out.List = b.FromList()
	}
	out.Typed, out.Apart = b.typingOwn(a, o, path), o.NonAtomic
	return out, nil
}

// typingOwn reports whether the form of an operation has typed values: it was refused, or comes back after
// a search or a login.
func (b *Builder) typingOwn(a *Offers, o *plan.Operation, path string) bool {
	if b.Form.RelationSearch != "" || b.Form.Resumed {
		return b.isSent(a.Answer, o.Method, path)
	}
	return b.Operation == o && (a.Failed || a.Tried)
}
