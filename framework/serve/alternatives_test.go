// Tests of filters that clients join by "or".

package serve_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"example.com/resourceful/framework/pagination"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type lane struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=20"`
}

type job struct {
	ID       int64                `rest:"id,readonly"`
	Title    string               `rest:"title,search,filter=icontains" validate:"max=20"`
	State    string               `rest:"state,filter=in" validate:"oneof=open done"`
	Priority int64                `rest:"priority,filter=eq gte,sort"`
	Lane     rest.BelongsTo[lane] `rest:"lane,show=name,filter"`
}

// lanes has jobs 1 to 4 in the lanes a and b.
func lanes(t *testing.T, address string) *server.Server {
	t.Helper()
	s := server.New(t, server.Config{Set: func() *rest.Set {
		return rest.NewSet("lanes", rest.ViewSet[lane]{Path: "/lanes/"}, rest.ViewSet[job]{
			Path: "/jobs/", Or: true, Pages: pagination.PageNumber{Size: 2, MaxSize: 100}, Bulk: rest.Bulk{Actions: rest.Destroy, Filtered: true, Max: 10},
			Unindexed: map[string]string{"title__icontains": "few"},
		}).Access(permission.Anyone)
	}}, address)
	for _, body := range []string{
		`/lanes/ {"name":"a"}`, `/lanes/ {"name":"b"}`,
		`/jobs/ {"title":"one","state":"open","priority":1,"lane":"a"}`, `/jobs/ {"title":"two","state":"open","priority":5,"lane":"b"}`,
		`/jobs/ {"title":"three","state":"done","priority":5,"lane":"a"}`, `/jobs/ {"title":"four","state":"done","priority":2,"lane":"b"}`,
	} {
		path, sent, _ := strings.Cut(body, " ")
		server.Must(t, s, "POST", path, "", sent)
	}
	return s
}

// either joins alternatives to a query.
func either(alternatives ...string) string {
	query := "?page_size=100"
	for _, a := range alternatives {
		query += "&or=" + url.QueryEscape(a)
	}
	return query
}

// A row meets all filters of one alternative, and the filters outside. Mistakes name the alternative.
func TestAlternatives(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := lanes(t, address)
		for query, want := range map[string]string{
			either("priority=1", "priority=2"):                            "1 4",
			either("state=open&priority__gte=5", "state=done&priority=2"): "2 4",
			either("state=open", "state=done") + "&lane=a":                "1 3",
			either("lane=a&state=done", "lane=b&state=open"):              "2 3",
			either("title__icontains=T") + "&search=wo":                   "2",
			either("state=open,done&priority=1"):                          "1",
			either("state=open") + "&ordering=-priority":                  "2 1",
			either("priority=9"):                                          "",
			"?page_size=100&or=":                                          "1 2 3 4",
			either("state=lost", "priority=x", "lane=c", "search=a", "colour=red", "or=state%3Dopen", "state="): `400 {"or[0].state":["Select a valid choice. lost is not one of the available choices."],"or[1].priority":["Enter a number."],"or[2].lane":["Select a valid choice. That choice is not one of the available choices."],"or[3].search":["Unknown parameter."],"or[4].colour":["Unknown parameter."],"or[5].or":["Unknown parameter."],"or[6]":["This field may not be blank."]}`,
		} {
			got := jobsOf(t, server.SendAs(s, "", "GET", "/jobs/"+query, ""))
			if got != want {
				t.Errorf("%s:\n got %s\nwant %s", query, got, want)
			}
		}
		// The next page has the same alternatives.
		w := server.SendAs(s, "", "GET", "/jobs/?or=state%3Dopen&or=priority%3D5", "")
		var page struct{ Next string }
		if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil {
			t.Fatal(err)
		}
		if got := jobsOf(t, server.SendAs(s, "", "GET", strings.TrimPrefix(page.Next, "http://example.com"), "")); got != "3" {
			t.Errorf("%s: got %s, want 3", page.Next, got)
		}
		// What deletes rows takes no alternative that all rows meet.
		for query, want := range map[string]string{"?or=": "400", "?or=state%3D": "400", "?or=state%3Ddone&or=state%3D&max_affected=9": "400", "?or=state%3Ddone&or=priority%3D9&max_affected=9": "20"} {
			if w := server.SendAs(s, "", "DELETE", "/jobs/"+query, ""); !strings.HasPrefix(fmt.Sprint(w.Code), want) {
				t.Errorf("DELETE %s: got %d %s", query, w.Code, w.Body)
			}
		}
		if got := jobsOf(t, server.SendAs(s, "", "GET", "/jobs/?page_size=100", "")); got != "1 2" {
			t.Errorf("after the deletion: got %s", got)
		}
	})
}

// One statement finds the rows that all alternatives name.
func TestAlternativesAreOneQuestion(t *testing.T) {
	s := lanes(t, t.TempDir()+"/test.sqlite")
	one := server.Statements(t, s, httptest.NewRequest("GET", "/jobs/"+either("lane=a"), nil))
	three := server.Statements(t, s, httptest.NewRequest("GET", "/jobs/"+either("lane=a", "lane=b&state=open", "state=done"), nil))
	if len(one) != len(three) {
		t.Errorf("got %d statements for one alternative, and %d for three:\n%s", len(one), len(three), strings.Join(three, "\n"))
	}
}

// jobsOf returns the keys of the jobs in a response, or its status and body.
func jobsOf(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	if w.Code != 200 {
		return fmt.Sprintf("%d %s", w.Code, w.Body)
	}
	var page struct{ Results []struct{ ID int64 } }
	if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, row := range page.Results {
		keys = append(keys, fmt.Sprint(row.ID))
	}
	return strings.Join(keys, " ")
}
