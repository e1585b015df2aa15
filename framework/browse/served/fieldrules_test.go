// Members with rules: who may not read or write one is answered as if the struct did not have it.

package served_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// staffRequests are made of both sets by those who may not know the members with rules.
var staffRequests = []string{
	"GET /", "GET /hires/", "GET /hires/1/", "GET /squads/", "GET /squads/1/", "GET /hires.csv", "GET /hires.yaml", "GET /hires/1.yaml", "GET /hires.html", "GET /hires/1.html", "GET /squads/1.html",
	"GET /hires/?salary__gte=1", "GET /hires/?salery__gte=1", "GET /hires/?salary=1", "GET /hires/?remark__contains=a", "GET /hires/?mentor__salary__gte=1", "GET /hires/?mentor__name=ann", "GET /hires/?nme=ann",
	"GET /hires/?ordering=salary", "GET /hires/?ordering=-salary", "GET /hires/?ordering=worth", "GET /hires/?ordering=mentor.salary", "GET /hires/?ordering=-name",
	"GET /hires/?search=777", "GET /hires/?search=secret", "GET /hires/?search=ann",
	"GET /hires/?fields=name,salary", "GET /hires/?fields=salry", "GET /hires/?omit=salary", "GET /hires/?expand=mentor", "GET /hires/?fields=mentor.salary", "GET /hires/1/?fields=salary", "GET /squads/?fields=staff.pay", "GET /squads/?expand=hires", "GET /squads/1/?expand=hires",
	"GET /hires/1/history/", "GET /hires/1/history.html", "GET /hires/1/badge/", "GET /hires/1/salary/",
	"OPTIONS /hires/", "OPTIONS /hires/1/", "OPTIONS /squads/", "HEAD /hires/1/",
	`POST /hires/ {"name":"x","unit":1,"salary":5}`, `POST /hires/ {"name":"x","unit":1,"salry":5}`, `POST /hires/ {"name":"x","unit":1,"salary":"no"}`, `POST /hires/ {"salary":0}`, `POST /hires/ {"name":"x","unit":1,"remark":"r"}`,
	`POST /hires/ {"name":"x","unit":1,"mentor_pay":1}`, `POST /hires/ {"name":"new","unit":1,"grade":"boss"}`, `POST /hires/ {"name":"new","unit":1,"pin":"1234"}`, `POST /hires/ [{"name":"one","unit":1},{"name":"two","unit":1,"salary":3}]`,
	`PUT /hires/2/ {"name":"put","unit":1}`, `PUT /hires/2/ {"name":"put","unit":1,"salary":9}`, `PATCH /hires/2/ {"salary":9}`, `PATCH /hires/2/ {"grade":"boss"}`, `PATCH /hires/ [{"id":2,"salary":9}]`, `PATCH /hires/2/ {"name":"patched","mentor":1}`,
	"GET /hires/2/", "GET /hires/2/history/", "GET /hires/", `POST /hires/1/history/1/ {}`, "GET /hires/99/", "DELETE /hires/99/",
}

// staffOf is a service of a set with two hires that an administrator has made, in the database itself.
func staffOf(t *testing.T, set func() *rest.Set, address string) *server.Server {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	s := server.New(t, server.Config{Set: set, Pages: pages(t), Options: serve.Options{
		Now: func() time.Time { return now }, Keys: serve.KeyOptions{Form: func() string { return "key" }, Cursor: func() []byte { return []byte("0123456789abcdef0123456789abcdef") }},
	}}, address)
	server.Must(t, s, "POST", "/squads/", "admin", `{"name":"first"}`)
	server.Must(t, s, "POST", "/hires/", "admin", `{"name":"ann","unit":1}`)
	server.Must(t, s, "POST", "/hires/", "admin", `{"name":"ben","unit":1,"mentor":1}`)
	db := server.Direct(t, address)
	if _, err := db.Exec(`UPDATE hires SET salary = 777, note = 'secret' WHERE id = 1`); err != nil {
		t.Fatal(err)
	}
	return s
}

// told is all that the answer to a request of JSON tells, but for what differs from one request to the next.
func told(h http.Handler, user, request string, more ...string) string {
	parts := strings.SplitN(request, " ", 3)
	body := ""
	if len(parts) == 3 {
		body = parts[2]
	}
	r := httptest.NewRequest(parts[0], parts[1], strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if user != "" {
		r.SetBasicAuth(user, user+"-password")
	}
	for i := 0; i+1 < len(more); i += 2 {
		r.Header.Set(more[i], more[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	var b strings.Builder
	fmt.Fprintln(&b, w.Code)
	w.Header().Del("Set-Cookie")
	_ = w.Header().Write(&b)
	return b.String() + w.Body.String()
}

// Who may not know of a member is told, whatever they ask, what a set without it tells: to the byte.
func TestFieldRulesAreAbsence(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		ruled := staffOf(t, sets.Staff, address)
		twin := staffOf(t, sets.StaffTwin, twinAddress(t, address))
		for _, user := range []string{"bob", ""} {
			for _, request := range staffRequests {
				for _, more := range [][]string{nil, {"Prefer", "handling=dry-run"}, {"If-None-Match", `W/"x"`}} {
					got, want := told(ruled, user, request, more...), told(twin, user, request, more...)
					if got != want {
						t.Errorf("%s as %q %q: got\n%s\nwant, as without the members\n%s", request, user, more, got, want)
					}
				}
			}
		}
	})
}

// The tag of a record, and of one that nests it, does not follow a file that rules keep from the requester.
func TestTagOfConcealedFiles(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := staffOf(t, sets.Staff, address)
		tags := func(user string) string {
			return server.SendAs(s, user, "GET", "/hires/1/", "").Header().Get("ETag") + server.SendAs(s, user, "GET", "/squads/1/", "").Header().Get("ETag")
		}
		bob, admin := tags("bob"), tags("admin")
		contentType, badge := server.FormWithFiles(nil, server.File{Field: "badge", Name: "a.txt", Content: []byte("a")})
		if w := server.SendAs(s, "admin", "PATCH", "/hires/1/", string(badge), "Content-Type", contentType); w.Code != 200 {
			t.Fatalf("upload a badge: got %d %s", w.Code, w.Body)
		}
		if after := tags("bob"); after != bob {
			t.Errorf("who may not know of the badge: got the tags %s after another one, want %s", after, bob)
		}
		if after := tags("admin"); after == admin {
			t.Errorf("who may know of the badge: got the tags %s as before", after)
		}
	})
}

// A version that renames a member is, for who may not know of it, one that renames the others.
func TestFieldRulesInVersions(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		versions := func(set func() *rest.Set, changes ...rest.VersionChange) func() *rest.Set {
			return func() *rest.Set {
				return set().Versions(rest.InHeader("Api-Version"), rest.Version{Name: "1"}, rest.Version{Name: "2", Changes: changes})
			}
		}
		ruled := staffOf(t, versions(sets.Staff, rest.Rename[sets.Hire]("salary", "wage"), rest.Rename[sets.Hire]("name", "title")), address)
		twin := staffOf(t, versions(sets.StaffTwin, rest.Rename[sets.HireTwin]("name", "title")), twinAddress(t, address))
		names := strings.NewReplacer("salary", "wage", "name", "title")
		for _, request := range staffRequests {
			for _, request := range []string{request, names.Replace(request)} {
				got, want := told(ruled, "bob", request, "Api-Version", "2"), told(twin, "bob", request, "Api-Version", "2")
				if got != want {
					t.Errorf("%s: got\n%s\nwant, as without the members\n%s", request, got, want)
				}
			}
		}
		if got := told(ruled, "bob", "GET /hires/1/", "Api-Version", "2"); !strings.Contains(got, `"title":`) {
			t.Errorf("version 2 is answered %s", got)
		}
		if got := told(ruled, "admin", "GET /hires/1/", "Api-Version", "2"); !strings.Contains(got, `"wage":777`) {
			t.Errorf("version 2 is answered %s", got)
		}
	})
}

// twinAddress is another empty database of the kind of one.
func twinAddress(t *testing.T, address string) string {
	if strings.HasSuffix(address, ".sqlite") {
		return t.TempDir() + "/twin.sqlite"
	}
	return pg.Postgres(t)
}

// Those for whom the rules hold read and write all members, and a change by others keeps what they may not send.
func TestFieldRulesHold(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := staffOf(t, sets.Staff, address)
		for _, tt := range []struct {
			user, method, path, body string
			status                   int
			has, lacks               string
		}{
			{"admin", "GET", "/hires/1/", "", 200, `"salary":777,"grade":"junior","remark":"secret","pin":"0000","badge":null`, ""},
			{"admin", "GET", "/hires/2/", "", 200, `"mentor_pay":777`, ""},
			{"admin", "GET", "/squads/", "", 200, `"pay":777`, ""},
			{"admin", "GET", "/hires/?salary__gte=500", "", 200, `"count":1`, "ben"},
			{"admin", "GET", "/hires/?ordering=worth&fields=name", "", 200, `[{"name":"ann"},{"name":"ben"}]`, ""},
			{"admin", "GET", "/hires/?search=secret&fields=name", "", 200, `"count":2`, ""},
			{"bob", "PUT", "/hires/1/", `{"name":"put","unit":1,"grade":"boss"}`, 200, `"name":"put","unit":1,"mentor":null,"grade":"junior"`, "777"},
			{"bob", "PATCH", "/hires/1/", `{"pin":"4321"}`, 200, `"name":"put"`, "4321"},
			{"admin", "GET", "/hires/1/", "", 200, `"salary":777,"grade":"junior","remark":"secret","pin":"4321"`, ""},
			{"admin", "PATCH", "/hires/1/", `{"salary":888}`, 200, `"salary":888,"grade":"junior","remark":"secret","pin":"4321"`, ""},
			{"admin", "GET", "/hires/1/history/", "", 200, `"before":{"salary":777},"after":{"salary":888}`, ""},
			{"bob", "GET", "/hires/1/history/", "", 200, `"before":{},"after":{}`, "888"},
			{"admin", "POST", "/hires/", `{"name":"new","unit":1,"salary":5,"remark":"hm"}`, 201, `"salary":5,`, ""},
			{"bob", "GET", "/hires/3/", "", 200, `"grade":"junior"`, "hm"},
		} {
			status, answer := server.Call(s, tt.method, tt.path, tt.user, tt.body)
			if status != tt.status || !strings.Contains(answer, tt.has) || tt.lacks != "" && strings.Contains(answer, tt.lacks) {
				t.Errorf("%s %s as %s: got %d %s, want %d with %s and without %q", tt.method, tt.path, tt.user, status, answer, tt.status, tt.has, tt.lacks)
			}
		}
	})
}

// OPTIONS of members with rules is answered as the document says, to each requester and in each format.
func TestOptionsOfFieldRules(t *testing.T) {
	s := server.New(t, server.Config{Set: sets.Staff, Pages: pages(t)}, ":memory:")
	s.CheckContract(t)
	for _, r := range s.Plan.Routes {
		path := strings.NewReplacer("{key}", "1", "{entry}", "1").Replace(r.Pattern)
		for _, user := range []string{"", "alice", "admin"} {
			for _, format := range []string{"application/json", "application/yaml", "text/html"} {
				server.SendAs(s, user, http.MethodOptions, path, "", "Accept", format)
			}
		}
	}
}

// What a rule keeps from some requesters is a member that the document does not promise, in each version; in the document of a
// requester who may read it, it is promised.
func TestFieldRulesAsDocumented(t *testing.T) {
	worth := func(salary int64, word string) string { return fmt.Sprintf("%s %d", word, salary) }
	apart := func(worth string) (salary int64, word string, err error) {
		_, err = fmt.Sscanf(worth, "%s %d", &word, &salary)
		return salary, word, err
	}
	set := func() *rest.Set {
		return sets.Staff().Versions(rest.InHeader("Api-Version"), rest.Version{Name: "2"},
			rest.Version{Name: "1", Changes: []rest.VersionChange{rest.Rename[sets.Hire]("remark", "note"), rest.Join[sets.Hire]("salary", "grade", "rank", worth, apart)}},
			rest.Version{Name: "0", Changes: []rest.VersionChange{rest.Join[sets.Hire]("salary", "name", "label", worth, apart)}})
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		s := staffOf(t, set, address)
		s.CheckContract(t)
		for user, want := range map[string]string{"bob": "403\n", "admin": "201\n"} { // who may not send a part of the label makes no rows
			if got := told(s, user, `POST /hires/ {"label":"eve 7","unit":1}`, "Api-Version", "0"); !strings.HasPrefix(got, want) {
				t.Errorf("a create of version 0 as %s: got %s, want %s", user, got, want)
			}
		}
		for _, user := range []string{"", "bob", "admin"} {
			for _, version := range []string{"0", "1", "2"} {
				for _, request := range staffRequests {
					told(s, user, request, "Api-Version", version)
				}
			}
		}
		for _, tt := range []struct{ user, schema, version, has, lacks string }{
			{"admin", "Hire", "2", "id name unit mentor salary grade remark pin badge mentor_pay by", ""},
			{"admin", "Hire", "1", "id name unit mentor rank note pin badge mentor_pay by", ""},
			{"admin", "HireReplace", "2", "name unit", ""},
			{"bob", "Hire", "2", "id name unit mentor grade by", "salary remark pin badge mentor_pay"},
			{"bob", "Hire", "1", "id name unit mentor by", "rank note pin badge mentor_pay"},
		} {
			var got struct {
				Required   []string
				Properties map[string]any
			}
			text := server.SendAs(s, tt.user, "GET", "/-/schemas/"+tt.schema+".json?for=me&version="+tt.version, "").Body.Bytes()
			if err := json.Unmarshal(text, &got); err != nil || strings.Join(got.Required, " ") != tt.has {
				t.Errorf("%s of version %s for %s: got required %v, error %v, want %s", tt.schema, tt.version, tt.user, got.Required, err, tt.has)
			}
			for _, name := range strings.Fields(tt.lacks) {
				if got.Properties[name] != nil {
					t.Errorf("%s of version %s for %s: got %v, want no %s", tt.schema, tt.version, tt.user, got.Properties, name)
				}
			}
		}
	})
}
