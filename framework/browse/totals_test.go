package browse_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/messages/german"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// The page of totals has the requested members in their order, and a list links to the totals of the rows that it shows.
func TestTotalsPage(t *testing.T) {
	type box struct {
		ID    int64            `rest:"id,readonly"`
		State string           `rest:"state,filter" validate:"max=20"`
		Cost  *decimal.Decimal `rest:"cost" digits:"8,2"`
	}
	s := server.New(t, server.Config{Pages: ownPages, Set: func() *rest.Set {
		return rest.NewSet("boxes", rest.ViewSet[box]{
			Path: "/boxes/", Totals: rest.Totals{By: []string{"state"}, Of: []string{"cost"}}, Ordering: []string{"state"}, Pages: rest.PageNumber{Size: 5, MaxSize: 9},
		}).Access(permission.Anyone).Catalogues(german.Catalogue())
	}}, ":memory:")
	server.Must(t, s, "POST", "/boxes/", "", `{"state":"new","cost":"1.50"}`)
	page := func(path, language string) string {
		return server.SendAs(s, "", "GET", path, "", "Accept", "text/html", "Accept-Language", language).Body.String()
	}
	if text := page("/boxes/?state=new&ordering=state&page_size=3", "en"); !strings.Contains(text, `href="/boxes/totals/?state=new"`) {
		t.Error("the list has no link to the totals of its rows")
	}
	heads := regexp.MustCompile(`<th[^>]*>(?:<[^>]*>)*([^<]+)`)
	for _, tt := range []struct{ query, language, want string }{
		{"?aggregate=cost__max,cost__avg,count&by=state", "en", "State, Maximum of Cost, Average of Cost, Count"},
		{"?aggregate=cost__sum&by=state&state=sent", "en", "State, Sum of Cost"},
		{"?aggregate=cost__sum,count", "de", "Summe von Cost, Anzahl"},
	} {
		var got []string
		head, _, _ := strings.Cut(page("/boxes/totals/"+tt.query, tt.language), "</thead>")
		for _, head := range heads.FindAllStringSubmatch(head, -1) {
			got = append(got, head[1])
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%s: got columns %q, want %s", tt.query, got, tt.want)
		}
	}
}
