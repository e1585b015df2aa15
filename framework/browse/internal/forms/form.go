// A form, and what the page says around its fields.

package forms

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/browse/internal/frame"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/programs"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/pageapi"
)

// JSONType is the type of samples.
const JSONType = "application/json"

// Form is one write that the requester may do, as a form and as what a program would send.
type Form struct {
	Method  string // POST, PUT, PATCH or DELETE; other than POST go as _method, and PATCH with _whole
	Action  string
	Key     string // random: the form is done once, see pageapi.KeyField
	Version string // what the record was when the form was shown, "" for a create
	Typed   bool   // it has what was typed, and was not done
	Fields  []*inputs.Input
	// Multipart says that it takes files.
	Multipart bool
	Errors    []string // about the input as a whole

	Own    bool   // it is of an operation of the team
	Apart  bool   // it has no transaction, and so no dry run
	ID     string // create, edit, delete, or of an operation of the team
	About  string // a sentence or two of the declaration; "" for none
	Title  string
	Button string
	Open   bool
	Calls  []programs.Call
	Secret string // labels of the fields that the examples leave out

	// The raw data: a body written by hand.
	RawText, RawType string
	RawTypes         []string // media types that it can have; none where nothing but forms is read
	RawOpen          bool     // it was refused
	RawHidden        bool     // and is left out, because it may hold secrets

	Alone   bool   // the page is of this form only
	Address string // of such a page; "" for none
	Cancel  string // where a form leads that is left; "" for nowhere
	List    string // the query of the list that the record was come to from; "" for the list as it is
	Another bool   // it may lead to an empty one when it was done

	Asks  bool // a deletion: its button leads to a question
	Patch bool // it may be sent as PATCH too
}

// Adds reports whether the form's first button would be one that asks for one more row. Where one searches among related
// rows, that one stays the first: without script, Enter in its text has to search, and elsewhere loses nothing.
func (f *Form) Adds() bool {
	return slices.ContainsFunc(f.Fields, (*inputs.Input).Adds) && !slices.ContainsFunc(f.Fields, (*inputs.Input).Searches)
}

// All are the writes that the answer offers.
func All(a *Offers, allow string) []*Form {
	name := "record"
	if a.Endpoint != nil {
		name = strings.ToLower(a.Endpoint.Name)
	}
	var list []*Form
	if a.Create != nil {
		a.Create.Another = a.Endpoint != nil && !a.Endpoint.Singleton && a.Endpoint.Has(plan.List)
		a.Create.Address = frame.FormAddress(a.Create.Action, pageapi.ShowCreate)
		list = append(list, a.Create.prepare(a, "create", "New "+name, "Create", allow))
	}
	if a.Edit != nil {
		a.Edit.Address = frame.OfList(frame.FormAddress(a.Edit.Action, pageapi.ShowEdit), a.Edit.List)
		list = append(list, a.Edit.prepare(a, "edit", "Edit "+name, "Save", allow))
	}
	tellApart(a.Own)
	for _, f := range a.Own {
		list = append(list, f.prepare(a, f.ID, f.Title, f.Title, ""))
		if a.Status == http.StatusMethodNotAllowed && len(a.Own) == 1 {
			f.Open = true // it is all that the address offers
		}
		if f.About == a.Description {
			f.About = ""
		}
	}
	if a.Delete != nil {
		a.Delete.Asks = true
		list = append(list, a.Delete.prepare(a, "delete", "Delete "+name, "Delete "+name, allow))
	}
	return list
}

// tellApart gives the forms of operations that have one name, at one address, their methods for
// people and in ids.
func tellApart(forms []*Form) {
	methods := map[string]int{}
	for _, f := range forms {
		methods[f.ID]++
	}
	for _, f := range forms {
		if methods[f.ID] > 1 {
			f.ID, f.Title = f.ID+"-"+strings.ToLower(f.Method), f.Title+" ("+f.Method+")"
		}
	}
}

// idLetters make an id of the name of an input.
var idLetters = strings.NewReplacer("[", "-", "].", "-", "]", "", ".", "-")

// place gives an input, and those of nested rows in it, an id, and opens the form where there is something to look at.
func (f *Form) place(a *Offers, id string, in *inputs.Input) {
	in.ID = id + "-" + idLetters.Replace(in.Name)
	in.FindURL = f.Action + "#" + in.ID
	f.Open = f.Open || len(in.Errors) > 0 || in.Name == a.RelationSearch || a.Resumed
	for i, item := range in.Items {
		item.ID = in.ID + "-" + strconv.Itoa(i)
		f.Open = f.Open || len(item.Errors) > 0
	}
	for _, member := range in.Members {
		f.place(a, id, member)
	}
	if in.Nested == nil {
		return
	}
	for _, row := range in.Nested.List {
		f.Open = f.Open || len(row.Errors) > 0
		for _, inner := range row.Fields {
			f.place(a, id, inner)
		}
	}
}

// prepare fills in what the page says around the fields of the form, and what a program would send.
func (f *Form) prepare(a *Offers, id, title, button, allow string) *Form {
	f.ID, f.Title, f.Button = id, title, button
	f.Open = f.Typed || len(f.Errors) > 0
	for _, in := range f.Fields {
		f.place(a, id, in)
	}
	f.leave(a.Answer)
	f.Secret = f.secrets()
	var body []byte
	if slices.Contains(f.RawTypes, JSONType) {
		body = f.sample()
		if !f.Own {
			body = enclosed(body, a.Endpoint)
		}
		f.RawText, f.RawType = string(indent(body)), JSONType
	}
	if a.Raw != nil && len(f.Fields) > 0 {
		f.RawType, f.RawOpen, f.Open, f.RawHidden = a.Raw.ContentType, true, true, a.Raw.Hidden
		if !a.Raw.Hidden {
			f.RawText = a.Raw.Content
		}
	}
	f.Calls = writeCalls(a.Answer, f, f.Method, body)
	if f.Patch = f.Method == "PUT" && strings.Contains(allow, "PATCH"); f.Patch {
		f.Calls = append(f.Calls, writeCalls(a.Answer, f, "PATCH", body)...)
	}
	return f
}
