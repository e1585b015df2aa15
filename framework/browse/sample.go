// Sample pages, by which templates are tried at start-up.

package browse

import (
	"net/http"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/serve/pageapi"
)

// samples are views that together take every branch of the templates worth trying at the start.
func samples(p *Pages) []*page {
	fields := []*inputs.Input{
		{Name: "a", Label: "A", Hint: "Help.", Input: "text", Errors: []string{"Wrong."}, Required: true},
		{Name: "b", Label: "B", Input: "textarea"},
		{Name: "c", Label: "C", Input: "checkbox", Checked: true},
		{Name: "d", Label: "D", Input: "select", Options: []inputs.Option{{Value: "1", Label: "one", Selected: true}}},
		{Name: "e", Label: "E", Input: "multiselect", Search: "_find_e", More: true},
		{Name: "f", Label: "F", Input: "number"},
		{Name: "g", Label: "G", Input: "file", Accept: ".txt", File: &inputs.CurrentFile{Name: "g.png", Href: "/", Image: true, Clears: true, Cleared: true}},
	}
	fields = append(fields, &inputs.Input{Name: "h", Label: "H", Input: "rows", Errors: []string{"Wrong."}, Nested: &inputs.RowInputs{List: []*inputs.RowInput{
		{Title: "H 1", Hidden: []inputs.SentField{{Name: "h[0].id", Text: "1"}}, Fields: []*inputs.Input{{Name: "h[0].a", Label: "A", Input: "text"}}, Remove: "h[0]._remove", Errors: []string{"Wrong."}},
	}}})
	fields = append(fields,
		&inputs.Input{Name: "i", Label: "I", Input: "textarea", Errors: []string{"Wrong."}, Members: []*inputs.Input{{Name: "i.a", Label: "A", Input: "text"}}},
		&inputs.Input{Name: "j", Label: "J", Input: "textarea", Errors: []string{"Wrong."}, Items: []*inputs.Input{{Name: "j", Label: "J 1", Input: "text", Errors: []string{"Wrong."}}, {Name: "j", Label: "J 2", Input: "select"}}})
	a := &response{
		answer: answer{
			Method: "GET", Path: "/", Name: "Sample", Description: "Sample.", Status: http.StatusBadRequest, Failed: true,
			User: &auth.User{Username: "alice"}, Crumbs: []crumb{{Name: "Root", Path: "/"}},
			Headers: []header{{Name: "Allow", Value: "GET"}}, Body: []byte(`{"a":["Wrong."]}`), Detail: "Wrong.",
		},
		offers: offers{
			Create: &form{Method: "POST", Key: "key", Multipart: true, Errors: []string{"Wrong."}, Fields: fields, RawTypes: []string{jsonType}},
			Edit:   &form{Method: "PUT", Version: "version", Fields: fields, RawTypes: []string{jsonType}}, Delete: &form{Method: "DELETE"},
		},
		failure: failure{Login: &relogin{Hidden: []inputs.SentField{{Name: "a", Text: "a"}}, Failed: true}, Lost: true},
	}
	v := p.answerPage(a)
	a.Reads = []catalog.Link{{Name: "a", Href: "/", Text: "a"}}
	a.Views = []savedView{{"All", "/", true}}
	a.Past, a.Compares = []past{{ID: 1, Changes: []pastChange{{"a", "1", "2"}}, Restore: &cells.Button{}}}, &comparing{Action: "/", Hidden: []inputs.SentField{{Name: "a", Text: "a"}}, Versions: []comparedVersion{{1, "a", true, true}}}
	a.Compared = &comparison{From: past{By: "a", Restore: &cells.Button{}}, To: past{By: "a", Restore: &cells.Button{}}, Members: []comparedMember{{Label: "A", Before: "a"}, {Label: "B", Lines: []comparedLine{{"-", "a"}, {"+", "b"}, {"", "c"}}}}}
	a.Beside = []beside{{"/", "prev", "A"}}
	a.Import = &sheetForm{Title: "Import", Action: "/", Cancel: "/", Text: "a", Button: "Create", Columns: []sheetColumn{{"a", "A", "Help.", true}}, Passed: "b", Wrong: []wrong{{2, "a", "a", "Wrong."}}, More: "and 1 more", Limit: "At most 1 rows.", Sample: []string{"a"}}
	a.Ticks = &bulkForm{Action: "/", All: true, Deletes: true, Fields: []inputs.Option{{Value: "a", Label: "A"}}}
	a.Question = &bulkQuestion{Question: "Delete?", Names: []string{"a"}, More: 1, Impacts: []string{"All."}, Errors: []string{"Wrong."}, Rows: []string{"1"}, Button: "Delete", All: true, Left: []string{"a"}, LeftMore: 1, Field: fields[0]}
	v.Forms[0].About = "About."
	v.Table = &table{
		Columns: []column{{"A", "/", "ascending", "number"}}, Rows: []tableRow{{cells.List{{Text: "a", Label: "A"}}, cells.TickBox{Key: "1", Label: "Choose a"}}}, Total: 2, Short: 1, Summary: "2 records",
		Chooser: &chooser{Action: "/", Hidden: []inputs.SentField{{Name: "a", Text: "a"}}, Columns: []chosenColumn{{"a", "A", true}}, Usual: "/"}, Exports: []catalog.Link{{Name: "csv", Href: "/"}},
	}
	v.Filter = &filterForm{
		Action: "/", Hidden: []inputs.SentField{{Name: "a", Text: "a"}}, Search: &inputs.Input{Name: "q", Errors: []string{"Wrong."}}, Sort: fields[3], Open: true,
		Groups: []inputGroup{{"", fields[4:5]}, {"A", fields[:2]}}, Errors: []inputs.SentField{{Name: "a", Text: "Wrong."}}, Chips: []chip{{"A", "a", "/"}}, Clear: "/",
	}
	v.Whole = []catalog.Link{{Name: "json", Href: "/"}}
	v.Pager = &pager{Previous: "/", Next: "/", Links: []pageLink{{}, {Number: 1}, {Number: 2, Current: true}}}
	v.Record = []*cells.Cell{{Label: "A", Text: "a"}}
	a.Collections = []catalog.Link{{Name: "a", Href: "/"}}
	v.Fields = []fieldTable{{"A", []fieldRow{{Name: "a"}}}}
	v.Preview = "<p></p>"
	a.Resend = &resend{Hidden: a.Sent, Fields: v.Forms[0].Fields}
	a.Sent = []inputs.SentField{{Name: "a", Text: "a"}}
	v.Confirm = &confirmation{form: v.Forms[0], Question: "Delete?", Impacts: []string{"All."}, Cancel: "/"}
	a.Conflict = &conflict{Yours: "Yours", Differences: []*difference{{Label: "A", Yours: names{"a"}, Theirs: names{"b", "c"}, By: byBoth}}}
	login := p.newPage("login", "Log in")
	login.ByEmail = true
	login.LoginError, login.UsernameError, login.PasswordError = wrongLogin, required, required
	sheet, answer := *v, *a
	a.Import, sheet.Answer = nil, &answer
	card := *v
	card.Kind = "card"
	about := p.newPage("reference", "API reference")
	about.Reference = sampleReference()
	found := p.newPage("find", "Find")
	found.Find, found.Finding = newFindForm(), &findView{
		Text: "a", Lists: a.Collections, Left: a.Collections, Nothing: true,
		Groups: []foundGroup{{Name: "A", Href: "/", Records: []foundRecord{{"/", "a", "1"}}, More: true, All: "/"}, {Name: "A", More: true}},
	}
	found.Find.Focus = true
	return []*page{v, &sheet, &card, about, found, login, p.newPage("login", "Log in"), p.newPage("logout", "Log out")}
}

// sampleReference takes the branches of the page of the whole service.
func sampleReference() *referenceView {
	members, phrase := []openapi.Member{{Name: "a", Kind: openapi.Phrase{{Text: "A", Href: "#a"}}}}, openapi.Phrase{{Text: "a"}}
	params := []openapi.Parameter{{ID: "a", Name: "a"}}
	refusals := []openapi.Refusal{{Status: http.StatusNotFound, Codes: []string{"not_found"}}}
	return newReference(&pageapi.ReferencePage{Versions: []string{"1"}, Reference: &openapi.Reference{
		Title: "a", Schemes: []openapi.Scheme{{Name: "a", About: "a"}}, Limits: openapi.Limits{Query: 1, Keys: 1, Body: 1}, Shared: params,
		Headers: []openapi.Header{{Name: "a"}}, Shapes: []*openapi.Shape{{ID: "b", About: "a", Kind: phrase, Members: members}}, Usual: refusals,
		Sections: []*openapi.Section{{ID: "c", About: "a", Rule: "a", Same: phrase, Members: members, Calls: []*openapi.Call{{
			ID: "d", Method: "GET", Deprecated: true, Rule: "a", Scopes: []string{"a"}, Rates: []string{"a"}, Pages: "a", Parameters: params, Shared: phrase,
			Body: &openapi.Body{About: "a", Kind: phrase, Types: []string{"a"}}, Answers: []openapi.Answer{{Status: http.StatusOK}}, Refusals: refusals,
		}}}},
	}})
}
