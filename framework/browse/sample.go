// Sample pages, by which templates are tried at start-up.

package browse

import (
	"net/http"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/findpage"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/lists"
	"example.com/resourceful/framework/browse/internal/records"
	"example.com/resourceful/framework/browse/internal/reference"
	"example.com/resourceful/framework/browse/internal/refusedform"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/pageapi"
)

// samples returns pages that together cover the branches of the templates worth a test at start-up.
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
	}}}, &inputs.Input{Name: "k", Label: "K", Input: "rows", Nested: &inputs.RowInputs{Columns: fields[:2], List: []*inputs.RowInput{
		{Title: "K 1", Line: []inputs.RowCell{{Input: &inputs.Input{Name: "k[0].c", Label: "C", Input: "checkbox", Checked: true}}, {Text: "a"}}},
	}}})
	fields = append(fields,
		&inputs.Input{Name: "i", Label: "I", Input: "textarea", Errors: []string{"Wrong."}, Members: []*inputs.Input{{Name: "i.a", Label: "A", Input: "text"}}},
		&inputs.Input{Name: "j", Label: "J", Input: "textarea", Errors: []string{"Wrong."}, Items: []*inputs.Input{{Name: "j", Label: "J 1", Input: "text", Errors: []string{"Wrong."}}, {Name: "j", Label: "J 2", Input: "select"}}})
	resp := &response{
		Answer: layout.Answer{
			Method: "GET", Path: "/", Name: "Sample", Description: "Sample.", Status: http.StatusBadRequest, Failed: true,
			User: &auth.User{Username: "alice"}, Crumbs: []layout.Crumb{{Name: "Root", Path: "/"}},
			Headers: []layout.Header{{Name: "Allow", Value: "GET"}}, Body: []byte(`{"a":["Wrong."]}`), Detail: "Wrong.", Tag: "a", Measures: []string{"1 ms"},
			Explanation: &pageapi.Explanation{Choices: []pageapi.Choice{{Name: "Format", Value: "html", From: "Accept"}}, Rules: []pageapi.RuleTree{{Of: "A", Parts: []pageapi.RulePart{{Rule: "anyone", Outcome: "true"}}}}, Steps: []pageapi.Step{{Name: "a", Milliseconds: "1"}}, Statements: []pageapi.Statement{{Text: "SELECT 1"}}, Plan: []string{"SCAN"}},
		},
		Offers: forms.Offers{
			Create: &forms.Form{Method: "POST", Key: "key", Multipart: true, Errors: []string{"Wrong."}, Fields: fields, RawTypes: []string{forms.JSONType}},
			Edit:   &forms.Form{Method: "PUT", Version: "version", Fields: fields, RawTypes: []string{forms.JSONType}}, Delete: &forms.Form{Method: "DELETE"},
		},
		Failure: refusedform.Failure{Login: &refusedform.Relogin{Hidden: []inputs.SentField{{Name: "a", Text: "a"}}, Failed: true}, Lost: true},
	}
	data := p.answerPage(resp)
	resp.Reads = []catalog.Link{{Name: "a", Href: "/", Text: "a"}}
	resp.Views = []catalog.Link{{Name: "All", Href: "/", Current: true}}
	one, two, heads := &cells.Cell{Text: "1"}, &cells.Cell{Text: "2"}, &cells.Heads{Before: "Yours", After: "Theirs"}
	resp.Past, resp.Compares = []records.Past{{ID: 1, By: "a", Did: "changed", Changes: []*cells.Change{{Label: "a", Before: one, After: two}}, Restore: &cells.Button{}, From: true, To: true}}, &records.Comparing{Action: "/", Hidden: []inputs.SentField{{Name: "a", Text: "a"}}}
	resp.Compared = &records.Comparison{From: records.Past{By: "a", Restore: &cells.Button{}}, To: records.Past{By: "a", Restore: &cells.Button{}}, Members: []*cells.Change{{Label: "A", Before: one, Heads: heads}, {Label: "B", Lines: []cells.Line{{Mark: "-", Text: "a"}, {Mark: "+", Text: "b"}, {Mark: "", Text: "c"}}}}}
	resp.Related = []*records.Related{{Link: catalog.Link{Name: "A", Href: "/", Text: "a"}, Add: "/", Rows: []records.RelatedRow{{Href: "/", Title: "a", Facts: cells.List{{Text: "a"}}}, {Title: "b"}}, More: true}, {}}
	resp.Beside = []records.Beside{{Href: "/", Rel: "prev", Text: "A"}}
	resp.Import = &lists.SheetForm{Title: "Import", Action: "/", Cancel: "/", Text: "a", Button: "Create", Columns: fields[:1], Passed: "b", Wrong: []pageapi.SheetCell{{Row: 2, Column: "a", Value: "a", Message: "Wrong."}}, More: "and 1 more", Limit: "At most 1 rows.", Sample: []string{"a"}}
	resp.Ticks = &lists.BulkForm{Action: "/", All: true, Deletes: true, Fields: []inputs.Option{{Value: "a", Label: "A"}}}
	resp.Question = &lists.BulkQuestion{Question: "Delete?", Names: []string{"a"}, More: 1, Impacts: []string{"All."}, Errors: []string{"Wrong."}, Rows: []string{"1"}, Button: "Delete", All: true, Left: []string{"a"}, LeftMore: 1, Fields: fields[:1], Others: []inputs.Option{{Value: "b", Label: "B"}}}
	data.Forms[0].About, data.Menu = "About.", []plan.Link{{Name: "A", Path: "/"}}
	data.Table = &lists.Table{
		Columns: []lists.Column{{Label: "A", Href: "/", Sorted: "ascending", Class: "number"}}, Rows: []lists.TableRow{{List: cells.List{{Text: "a", Label: "A"}}, Tick: cells.TickBox{Key: "1", Label: "Choose a"}}}, Total: 2, Short: 1, Summary: "2 records",
		Chooser: &lists.Chooser{Action: "/", Hidden: []inputs.SentField{{Name: "a", Text: "a"}}, Columns: []inputs.Option{{Value: "a", Label: "A", Selected: true}}, Size: "size", Sizes: []inputs.Option{{Value: "10", Selected: true}}, Usual: "/"}, Exports: []catalog.Link{{Name: "csv", Href: "/"}},
	}
	data.Filter = &lists.FilterForm{
		Action: "/", Hidden: []inputs.SentField{{Name: "a", Text: "a"}}, Search: &inputs.Input{Name: "q", Errors: []string{"Wrong."}}, Sort: fields[3], Open: true,
		Groups: []lists.InputGroup{{Label: "", Inputs: fields[4:5]}, {Label: "A", Inputs: fields[:2], Near: []catalog.Link{{Name: "Today", Href: "/"}}}}, Errors: []inputs.SentField{{Name: "a", Text: "Wrong."}}, Chips: []lists.Chip{{Label: "A", Text: "a", Href: "/"}, {Label: "A", Moment: cells.Moment("2030-01-02T03:04:05Z"), Href: "/"}}, Clear: "/",
	}
	data.Whole = []catalog.Link{{Name: "json", Href: "/"}}
	data.Pager = &lists.Pager{Page: &plan.Page{Previous: "/", Next: "/"}, Links: []lists.PageLink{{}, {Number: 1}, {Number: 2, Current: true}}}
	data.Record = &records.Table{Cells: []*cells.Cell{{Label: "A", Text: "a"}}, Empty: []string{"A", "B"}}
	resp.Collections = []catalog.Entry{{Link: catalog.Link{Name: "a", Href: "/"}, Count: "1", New: "/"}}
	data.Fields = []forms.FieldTable{{Title: "A", Rows: []forms.FieldRow{{Name: "a"}}}}
	data.Preview = "<p></p>"
	resp.Resend = &refusedform.Resend{Hidden: resp.Sent, Fields: data.Forms[0].Fields}
	resp.Sent = []inputs.SentField{{Name: "a", Text: "a"}}
	data.Confirm = &forms.Confirmation{Form: data.Forms[0], Question: "Delete?", Impacts: []string{"All."}, Cancel: "/"}
	resp.Conflict = &refusedform.Conflict{Heads: *heads, Differences: []*refusedform.Difference{{Change: cells.Change{Label: "A", Before: one, After: two, Heads: heads}, By: refusedform.ByBoth}}}
	sheet, answer := *data, *resp
	resp.Import, sheet.Answer = nil, &answer
	card := *data
	card.Kind = "card"
	return append([]*page{data, &sheet, &card}, otherSamples(p, resp.Reads)...)
}

// otherSamples returns pages without a response: the session, the reference, the problem codes and the search.
func otherSamples(p *Pages, links []catalog.Link) []*page {
	login := p.newPage("login", "Log in")
	login.ByEmail = true
	login.LoginError, login.UsernameError, login.PasswordError = "Wrong.", "Wrong.", "Wrong."
	second := p.newPage("login", "Log in")
	second.Waits, second.CodeError = "a", "Wrong."
	about := p.newPage("reference", "API reference")
	about.Reference = reference.Sample()
	kind := problem.Kind{Code: "a", Title: "A", About: "A."}
	code, codes := p.newPage("problem", "A"), p.newPage("problem", "Problems")
	code.Problem, codes.Problem = &problemView{Kind: kind}, &problemView{All: []problem.Kind{kind}}
	found := p.newPage("find", "Find")
	found.Find, found.Finding = layout.NewFindForm(), &findpage.View{
		Text: "a", Lists: links, Left: links, Nothing: true,
		Groups: []findpage.Group{{Name: "A", Href: "/", Records: []findpage.Record{{Href: "/", Title: "a", Key: "1"}}, More: true, All: "/"}, {Name: "A", More: true}},
	}
	found.Find.Focus = true
	return []*page{about, code, codes, found, login, second, p.newPage("login", "Log in"), p.newPage("logout", "Log out")}
}
