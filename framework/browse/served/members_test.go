// Tests of pages with chosen members.

package served_test

import (
	"fmt"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/worlds"
)

// The page of a list has the columns that were chosen.
func TestMembersPage(t *testing.T) {
	s := server.New(t, server.Config{Set: sets.Errands, Pages: pages(t)}, ":memory:")
	for i := range 2 {
		worlds.FillErrands(t, s, i+1)
	}
	p := newPerson(t, s, "admin")
	p.has(p.send(200, "/errands/?fields=title,house,second&expand=house", "").Body.String(), "errand 1", "house 2")
	page := p.send(200, "/errands/?fields=title,second", "").Body.String()
	if p.has(page, "errand 2"); strings.Contains(page, "ERRAND 2") || strings.Contains(page, "<th scope=\"col\">House") {
		t.Errorf("got the members that were not chosen: %s", page)
	}
	p.send(200, "/errands/?omit=id,house,second,title,owner,helper,steps,placed,shout", "")
	p.has(p.send(200, "/errands/1/?fields=title", "").Body.String(), "ERRAND 1")
}

// A page whose members a client has chosen links relations by their titles, and sorts by its columns, as the
// page of all members does.
func TestPagesOfMembers(t *testing.T) {
	s := server.New(t, server.Config{Set: sets.Errands, Pages: pages(t)}, ":memory:")
	for i := range 2 {
		worlds.FillErrands(t, s, i+1)
	}
	const house, sorted = `<a href="/houses/1/"><bdi dir="auto">house 1</bdi></a>`, `<a href="/errands/?%sordering=title"`
	for query, want := range map[string][]string{
		"":                      {house, fmt.Sprintf(sorted, "")},
		"?fields=title,house":   {house, fmt.Sprintf(sorted, "fields=title%2Chouse&amp;")},
		"?omit=steps,shout":     {house, fmt.Sprintf(sorted, "omit=steps%2Cshout&amp;")},
		"?fields=title,helper":  {`<a href="/people/3/">`},
		"?fields=house.name,id": {"house 1"},
	} {
		w := server.SendAs(s, "admin", "GET", "/errands/"+query, "", "Accept", "text/html")
		for _, text := range want {
			if w.Code != 200 || !strings.Contains(w.Body.String(), text) {
				t.Errorf("GET /errands/%s: got %d, and the page lacks %s", query, w.Code, text)
			}
		}
		if hidden := strings.Contains(w.Body.String(), house); hidden && query == "?fields=title,helper" {
			t.Errorf("GET /errands/%s shows %s", query, house)
		}
	}
}
