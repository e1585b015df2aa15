// Forms and links of the operations that a team has written.

package browse

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/plan"
)

// ownOperations are the operations of a team that the page offers: at an address of theirs those of
// the address, at a record and at a list also those beside it.
func (r *renderer) ownOperations() []*plan.Operation {
	list := slices.Clone(r.Route.Own)
	if r.resource == nil || r.Route.Apart {
		return list
	}
	for _, o := range r.resource.Operations {
		beside := o.Builtin == 0 || o.Pattern != r.resource.Path && o.Pattern != r.resource.RecordPattern
		if beside && o.File == nil && !((o.History || o.Deleted) && !o.Safe()) && o.Record == r.Route.Record && !slices.Contains(list, o) {
			list = append(list, o)
		}
	}
	return list
}

// addOperations adds a form for each operation of the team that the requester may use here, and a
// link for each that only reads.
func (r *renderer) addOperations(a *response) error {
	may, err := r.req.MayDo(r.ownOperations())
	if err != nil {
		return err
	}
	if r.resource == nil || r.Route.Apart {
		a.Operations = may
	}
	for _, o := range may {
		path := r.operationPath(a, o)
		switch {
		case !o.Safe():
			f, err := r.operationForm(a, o, path)
			if err != nil {
				return err
			}
			a.Own = append(a.Own, f)
		case path != plainPath(a):
			a.Reads = append(a.Reads, catalog.Link{Name: o.Title, Href: local(a, path), Text: o.Description})
		}
	}
	return nil
}

// operationPath is where an operation is: here, or one segment below.
func (r *renderer) operationPath(a *response, o *plan.Operation) string {
	here := plainPath(a)
	if slices.Contains(r.Route.Own, o) {
		return here
	}
	segments := strings.Split(strings.Trim(o.Pattern, "/"), "/")
	return here + segments[len(segments)-1] + "/"
}

// operationForm is the form of an operation that may change something. One without input has
// nothing but its button.
func (r *renderer) operationForm(a *response, o *plan.Operation, path string) (*form, error) {
	out := &form{Action: path}
	if o.Input != nil {
		rec := o.Input.Type.Acquire()
		defer rec.Release()
		rec.Fill(r.req.Now().Truncate(time.Second)) // people type no fractions
		r.targets = r.pages.Targets(o.Input.Type)
		var err error
		if out, err = r.form(http.MethodPost, path, o.Input, rec, r.typingOwn(a, o, path)); err != nil {
			return nil, err
		}
		r.targets = nil
	}
	out.Method, out.Key = o.Method, r.formKey(a, o.Method, path)
	out.Own, out.ID, out.Title, out.About = true, "do-"+o.Name, o.Title, o.Description
	if o.Record {
		out.List = r.fromList()
	}
	out.Typed, out.Apart = r.typingOwn(a, o, path), o.NonAtomic
	return out, nil
}

// typingOwn reports whether the form of an operation has what was typed, because it was refused, or
// comes back after a search or a login.
func (r *renderer) typingOwn(a *response, o *plan.Operation, path string) bool {
	if r.Form.RelationSearch != "" || r.Form.Resumed {
		return r.isSent(a, o.Method, path)
	}
	return r.Operation == o && (a.Failed || a.Tried)
}

// ownLanding is where a form of a team's operation leads when it was done: to the record or the
// list that it is below. What answers something else than its own record is a page itself.
func (r *renderer) ownLanding(visible bool) (location, flash string) {
	o := r.Operation
	flash = r.done()
	if o.Output != nil && (o.Rows == nil || o.Rows != o.Resource || o.Many) {
		return "", ""
	}
	switch {
	case r.resource == nil:
		if l := r.pages.Elements[o]; l != nil {
			return l.Path, flash
		}
		return "/", flash
	case o.Record && visible && r.resource.Has(plan.Retrieve):
		return ofList(r.recordPath(), r.fromList()), flash
	case r.resource.Has(plan.List) && r.req.MayRead():
		return r.listPath(), flash
	}
	return "/", flash
}

// describeOwn adds what the page of operations without rows says of them.
func (r *renderer) describeOwn(a *response, failed bool) error {
	a.Description = r.Route.About
	a.Crumbs = append(a.Crumbs, crumb{Name: r.Route.Name, Path: plainPath(a)})
	if r.Response.Degraded || !r.Known {
		return nil
	}
	if a.Card = r.isCard() && !a.Options; a.Card && a.Done != "" {
		a.Done = detailOf(a)
	}
	if !failed && !a.Options {
		r.addAnswer(a)
	}
	if r.Method == http.MethodGet && r.pages.Listings[r.Operation] != nil {
		a.Flash = r.req.TakeFlash(r.Operation.Pattern)
	}
	return r.addOperations(a)
}

// isCard reports whether the page has its form and what came of it, and nothing else.
func (r *renderer) isCard() bool {
	return slices.ContainsFunc(r.Route.Own, func(o *plan.Operation) bool { return o.Card })
}

// detailOf is what an operation says in its answer, or what was done where it says nothing.
func detailOf(a *response) string {
	var said struct{ Detail string }
	if json.Unmarshal(a.Body, &said) != nil || said.Detail == "" {
		return a.Done
	}
	return said.Detail
}

// asked is what the query of the address of a card says of a field; nil for nothing.
func (r *renderer) asked(name string) []string {
	if !r.isCard() || r.Method != http.MethodGet {
		return nil
	}
	return r.Request.URL.Query()[name]
}
