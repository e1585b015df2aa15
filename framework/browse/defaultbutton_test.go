package browse_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// defaultButtons are the buttons of the forms of a page that Enter presses in an input: the first of each form in the page,
// as its name, value, address and text.
func defaultButtons(t *testing.T, page string) map[string]string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	attr := func(n *html.Node, name string) string {
		for _, a := range n.Attr {
			if a.Key == name {
				return a.Val
			}
		}
		return ""
	}
	ids, first := map[string]*html.Node{}, map[*html.Node]string{}
	for n := range doc.Descendants() {
		if n.Data == "form" && attr(n, "id") != "" {
			ids[attr(n, "id")] = n
		}
	}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode || n.Data != "button" || attr(n, "type") == "button" {
			continue
		}
		of := ids[attr(n, "form")]
		for up := n.Parent; of == nil && up != nil; up = up.Parent {
			if up.Data == "form" {
				of = up
			}
		}
		if _, has := first[of]; !has {
			first[of] = strings.Join([]string{attr(n, "name"), attr(n, "value"), attr(n, "formaction"), n.FirstChild.Data}, "|")
		}
	}
	buttons := map[string]string{}
	for form, button := range first {
		if form != nil {
			buttons[attr(form, "action")+" "+button] = button
		}
	}
	return buttons
}

// Enter in an input saves, without script too, whatever may be added or taken in the form. Where one may search, it searches:
// see searchJourney.
func TestEnterSaves(t *testing.T) {
	saves := func(page, what string) {
		t.Helper()
		buttons := defaultButtons(t, page)
		found := false
		for _, got := range buttons {
			found = found || got == "|||"+what
			if strings.HasPrefix(got, "_find|") || strings.HasPrefix(got, "_take|") {
				t.Errorf("the first button of a form is %q, want one that saves", got)
			}
		}
		if !found {
			t.Errorf("got the first buttons %q, want %q among them", buttons, "|||"+what)
		}
	}
	p := newPostOffice(t)
	saves(p.send("alice", "/crates/?_show=create", "", http.StatusOK), "Create")
	p.send("alice", "/crates/", "code=a&wrap._part=", http.StatusSeeOther)
	page := p.send("alice", "/crates/1/", "", http.StatusOK)
	saves(page, "Save")
	version := between(page, `name="_version" value="`, `"`)
	p.send("alice", "/crates/1/", "_method=PUT&code=b&wrap._part=", http.StatusSeeOther)
	page = p.send("alice", "/crates/1/", "_method=PUT&code=c&wrap._part=&_version="+url.QueryEscape(version), http.StatusPreconditionFailed)
	contains(t, page, `name="_take"`)
	saves(page, "Save")
}
