// Forms, with the texts around their fields: all of a page, a copy of a record, and the question before a deletion.

package forms

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/codesamples"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// JSONType is the media type of samples.
const JSONType = "application/json"

// Form is an operation that the requester may use, as a form and as a program's request.
type Form struct {
	Method  string // POST, PUT, PATCH or DELETE; other than POST go as _method
	Action  string
	Key     string // random: the service applies the form once, see pageapi.KeyField
	Version string // the record's version when the form was shown; "" for a create
	Typed   bool   // the form has typed values that were not saved
	Fields  []*inputs.Input
	// Multipart reports whether the form accepts files.
	Multipart bool
	Errors    []string // about the input as a whole

	Own    bool   // the form of a team's operation
	Apart  bool   // an operation without a transaction, and so without a dry run
	ID     string // create, edit, delete, or the id of a team's operation
	About  string // the declared description; "" for none
	Title  string
	Button string
	Open   bool
	Calls  []codesamples.Call
	Secret string // labels of the fields that are missing in the samples

	// The raw data: a body that people type.
	RawText, RawType string
	RawTypes         []string // its media types; none where the service reads only forms
	RawOpen          bool     // it was refused
	RawHidden        bool     // the content is left out, because it may hold secrets

	Alone   bool   // the page has no other form
	Address string // address of that page; "" for none
	Cancel  string // the link that leaves the form; "" for none
	List    string // the query of the list that led to the record; "" for no query
	Another string // the value of a second button, which saves the form and opens another; "" for none. See pageapi.AnotherField

	Asks  bool // a deletion: its button opens a question
	Patch bool // the form may be sent as PATCH too
}

// Adds reports whether the first button of the form would be one that adds a row. A button that searches
// related rows stays first: without the script, Enter in its input has to search, and in other inputs loses
// nothing.
func (f *Form) Adds() bool {
	return slices.ContainsFunc(f.Fields, (*inputs.Input).Adds) && !slices.ContainsFunc(f.Fields, (*inputs.Input).Searches)
}

// FieldGroup holds the inputs of a form under a heading; without one, "".
type FieldGroup struct {
	Label  string
	Inputs []*inputs.Input
}

// Groups returns the inputs by their declared groups. A group stands where its first field does.
func (f *Form) Groups() (list []*FieldGroup) {
	for _, in := range f.Fields {
		label := ""
		if in.Field != nil {
			label = in.Field.Group
		}
		i := slices.IndexFunc(list, func(g *FieldGroup) bool { return g.Label == label })
		if i < 0 || label == "" && i < len(list)-1 {
			list, i = append(list, &FieldGroup{Label: label}), len(list)
		}
		list[i].Inputs = append(list[i].Inputs, in)
	}
	return list
}

// All returns the forms of the operations that the page offers.
func All(offers *Offers, allow string) []*Form {
	name := "record"
	if offers.Endpoint != nil {
		name = strings.ToLower(offers.Endpoint.Name)
	}
	var list []*Form
	if offers.Create != nil {
		if offers.Endpoint != nil && !offers.Endpoint.Singleton && offers.Endpoint.Has(plan.List) {
			offers.Create.Another = "true"
		}
		offers.Create.Address = layout.FormAddress(offers.Create.Action, pageapi.ShowCreate)
		list = append(list, offers.Create.prepare(offers, "create", "New "+name, "Create", allow))
	}
	if offers.Edit != nil {
		offers.Edit.Address = layout.OfList(layout.FormAddress(offers.Edit.Action, pageapi.ShowEdit), offers.Edit.List)
		list = append(list, offers.Edit.prepare(offers, "edit", "Edit "+name, "Save", allow))
	}
	tellApart(offers.Own)
	for _, f := range offers.Own {
		list = append(list, f.prepare(offers, f.ID, f.Title, f.Title, ""))
		if offers.Status == http.StatusMethodNotAllowed && len(offers.Own) == 1 {
			f.Open = true // the address offers nothing else
		}
		if f.About == offers.Description {
			f.About = ""
		}
	}
	if offers.Delete != nil {
		offers.Delete.Asks = true
		list = append(list, offers.Delete.prepare(offers, "delete", "Delete "+name, "Delete "+name, allow))
	}
	return list
}

// tellApart adds the method to the titles and ids of operations that share a name and an address.
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

// idLetters turns the name of an input into an id.
var idLetters = strings.NewReplacer("[", "-", "].", "-", "]", "", ".", "-")

// place gives an input and its nested inputs an id, and opens the form if one has a mistake or a search.
func (f *Form) place(offers *Offers, id string, in *inputs.Input) {
	in.ID = id + "-" + idLetters.Replace(in.Name)
	in.FindURL = f.Action + "#" + in.ID
	f.Open = f.Open || len(in.Errors) > 0 || in.Name == offers.RelationSearch || offers.Resumed
	for i, item := range in.Items {
		item.ID = in.ID + "-" + strconv.Itoa(i)
		f.Open = f.Open || len(item.Errors) > 0
	}
	for _, member := range in.Members {
		f.place(offers, id, member)
	}
	if in.Nested == nil {
		return
	}
	for _, row := range in.Nested.List {
		f.Open = f.Open || len(row.Errors) > 0
		for _, inner := range row.Fields {
			f.place(offers, id, inner)
		}
	}
}

// prepare fills in the texts around the fields of the form, and a program's sample.
func (f *Form) prepare(offers *Offers, id, title, button, allow string) *Form {
	f.ID, f.Title, f.Button = id, title, button
	f.Open = f.Typed || len(f.Errors) > 0
	for _, in := range f.Fields {
		f.place(offers, id, in)
	}
	f.leave(offers.Answer)
	f.Secret = f.secrets()
	var body []byte
	if slices.Contains(f.RawTypes, JSONType) {
		body = f.sample()
		if !f.Own {
			body = enclosed(body, offers.Endpoint)
		}
		f.RawText, f.RawType = string(indent(body)), JSONType
	}
	if offers.Raw != nil && len(f.Fields) > 0 {
		f.RawType, f.RawOpen, f.Open, f.RawHidden = offers.Raw.ContentType, true, true, offers.Raw.Hidden
		if !offers.Raw.Hidden {
			f.RawText = offers.Raw.Content
		}
	}
	f.Calls = writeCalls(offers.Answer, f, f.Method, body)
	if f.Patch = f.Method == "PUT" && strings.Contains(allow, "PATCH"); f.Patch {
		f.Calls = append(f.Calls, writeCalls(offers.Answer, f, "PATCH", body)...)
	}
	return f
}

// AddDuplicate adds the form for a new record that starts from the page's record.
func (b *Builder) AddDuplicate(offers *Offers) error {
	address, err := b.DuplicateAddress()
	if err != nil || address == "" {
		return err
	}
	b.example = b.Record
	defer func() { b.example = nil }()
	return b.AddCreate(offers, plan.Create)
}

// DuplicateAddress returns the address where the page's record can be duplicated, or "" where the requester
// may not create a copy.
func (b *Builder) DuplicateAddress() (string, error) {
	if b.Resource.Singleton || b.Route.Apart || b.Record == nil || b.ListPath() == "" || !b.Resource.Has(plan.Retrieve) {
		return "", nil
	}
	o := b.Resource.Resource.Builtin(plan.Create)
	if o == nil {
		return "", nil
	}
	may, err := b.Req.MayDo([]*plan.Operation{o})
	if err != nil || len(may) == 0 {
		return "", err
	}
	return layout.FormAddress(b.RecordPath(), pageapi.ShowDuplicate), nil
}

// takesOver reports whether a form for a new record starts with the example's value of a field. The page
// must show the value, and other records may have the same.
func (b *Builder) takesOver(f *schema.Field) bool {
	return b.example != nil && !f.Unique && !f.IsFile() && !f.WriteOnly && f != b.example.Type.Key && b.Resource.Shows(f)
}

// FocusFirst gives the focus to the first input with a text or a choice.
func FocusFirst(fields []*inputs.Input) {
	i := slices.IndexFunc(fields, func(in *inputs.Input) bool {
		return in.Nested == nil && in.Members == nil && in.Items == nil && in.Input != "multiselect"
	})
	if i >= 0 {
		fields[i].Focus = true
	}
}

// leave sets the link that leaves the form: to the page of the record or of the list.
func (f *Form) leave(answer *layout.Answer) {
	switch {
	case f.Method == http.MethodDelete:
	case f.Own && layout.PlainPath(answer) == f.Action:
		f.Cancel, _ = layout.Above(answer)
	case f.Own:
		f.Cancel = layout.Local(answer, layout.PlainPath(answer))
	default:
		f.Cancel = layout.OfList(f.Action, f.List)
	}
}

// Confirmation is the question before a deletion.
type Confirmation struct {
	*Form
	Question string
	Impacts  []string // other effects of the deletion
	Final    bool     // it cannot be undone
	Cancel   string   // the link that leaves the question
}

// NewConfirmation returns the question before a deletion.
func NewConfirmation(offers *Offers, subject string) *Confirmation {
	f := offers.Delete
	f.Button = "Delete"
	c := &Confirmation{Form: f, Question: strings.TrimSpace(f.Title+" "+subject) + "?", Cancel: layout.OfList(f.Action, f.List)}
	for _, impact := range offers.Impacts {
		if c.Impacts = append(c.Impacts, impact.Sentence(offers.Language, "it")); impact.On == catalog.Restricts {
			f.Button = "" // it would be refused
		}
	}
	if c.Final = offers.Endpoint == nil || offers.Endpoint.Type.Deleted == nil; !c.Final {
		c.Impacts = append(c.Impacts, offers.Language.SayWord("It can be restored."))
	}
	return c
}
