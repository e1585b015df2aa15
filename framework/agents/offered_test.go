package agents_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/agents"
	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// booking has bounds that JSON Schema has words for, and some that it has not.
type booking struct {
	ID    int64           `rest:"id,readonly"`
	Day   rest.Date       `rest:"day,filter=gte" validate:"gte" help:"When they come"`
	Seats int64           `rest:"seats,filter" validate:"min=1,max=8"`
	Price decimal.Decimal `rest:"price" digits:"6,2" validate:"min=0.50"`
	Name  string          `rest:"name" validate:"max=40"`
}

// bookings are read by everybody and changed by accounts; what was done is for administrators.
func bookings() *rest.Set {
	return rest.NewSet("bookings",
		rest.ViewSet[booking]{Path: "/bookings/", Access: permission.SignedInOrReadOnly},
		rest.Audit{Path: "/audit/"},
	).Schemes(token.Scheme{}, basic.Scheme{}).Scopes(rest.Scope{Name: "desk", Allows: []string{"bookings:create", "bookings:list"}})
}

// listed are the names of what a list of an agent has, sorted.
func listed(t *testing.T, service http.Handler, authorization, method string) (names []string, status int) {
	t.Helper()
	r := httptest.NewRequest("POST", agents.Path, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{}}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if authorization != "" {
		r.Header.Set("Authorization", authorization)
	}
	w := httptest.NewRecorder()
	service.ServeHTTP(w, r)
	var answer struct {
		Result map[string]json.RawMessage
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil && w.Code == http.StatusOK {
		t.Fatalf("%s: got %d %s", method, w.Code, w.Body)
	}
	for _, raw := range answer.Result {
		var list []struct{ Name string }
		if json.Unmarshal(raw, &list) == nil {
			for _, one := range list {
				names = append(names, one.Name)
			}
		}
	}
	slices.Sort(names)
	return names, w.Code
}

// An agent can list the tools and resources that the rules allow its account, and the scopes allow its token.
func TestAgentsOffered(t *testing.T) {
	s := server.New(t, server.Config{Set: bookings}, ":memory:")
	service, err := agents.MCP(agents.Options{Writes: true})(s.Plan, s)
	if err != nil {
		t.Fatal(err)
	}
	tokenFor := func(scopes ...string) string {
		secret, k := token.New()
		k.Account, k.Name, k.Created, k.Scopes = 1, strings.Join(scopes, " "), time.Now(), scopes
		if err := accounts.NewTokens(s.DB).Create(t.Context(), k); err != nil {
			t.Fatal(err)
		}
		return "Bearer " + secret
	}
	basicOf := func(name string) string {
		r := httptest.NewRequest("GET", "/", nil)
		r.SetBasicAuth(name, name+"-password")
		return r.Header.Get("Authorization")
	}
	reads := []string{"bookings_list", "bookings_retrieve"}
	writes := []string{"bookings_create", "bookings_destroy", "bookings_list", "bookings_modify", "bookings_replace", "bookings_retrieve"}
	everything := append([]string{"audit_list", "audit_retrieve"}, writes...)
	for _, tt := range []struct {
		name, authorization, method string
		want                        []string
	}{
		{"nobody", "", "tools/list", reads},
		{"alice", basicOf("alice"), "tools/list", writes},
		{"an administrator", basicOf("admin"), "tools/list", everything},
		{"a token of hers", tokenFor(), "tools/list", everything},
		{"one that reads", tokenFor("read"), "tools/list", []string{"audit_list", "audit_retrieve", "bookings_list", "bookings_retrieve"}},
		{"one of a scope of the team", tokenFor("desk"), "tools/list", []string{"bookings_create", "bookings_list"}},
		{"resources of nobody", "", "resources/list", []string{"bookings_list"}},
		{"resources of an administrator", basicOf("admin"), "resources/list", []string{"audit_list", "bookings_list"}},
		{"templates of nobody", "", "resources/templates/list", []string{"bookings_retrieve"}},
		{"templates of one of a scope", tokenFor("bookings:create"), "resources/templates/list", nil},
	} {
		if got, status := listed(t, service, tt.authorization, tt.method); status != http.StatusOK || !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %d %q, want %q", tt.name, status, got, tt.want)
		}
	}
	if got, _ := listed(t, service, "Bearer wrong", "tools/list"); len(got) > 0 {
		t.Errorf("with a token that is none: got %q, want no tools", got)
	}
}

// In each configuration an administrator can list every tool, whatever versions it has.
func TestAgentsOfferedOfConfigurations(t *testing.T) {
	for _, set := range []*rest.Set{sets.Snippets(), sets.Directory()} {
		s := server.New(t, server.Config{Set: func() *rest.Set { return set }}, ":memory:")
		service, err := agents.MCP(agents.Options{Writes: true})(s.Plan, s)
		if err != nil {
			t.Fatal(err)
		}
		want := 0
		for _, r := range s.Plan.Routes {
			for _, o := range r.Operations {
				if o.File == nil {
					want++
				}
			}
		}
		r := httptest.NewRequest("GET", "/", nil)
		r.SetBasicAuth("admin", "admin-password")
		if got, _ := listed(t, service, r.Header.Get("Authorization"), "tools/list"); len(got) != want {
			t.Errorf("%s: got the %d tools %q, want %d", set.Name(), len(got), got, want)
		}
	}
}

// Tools say what they do, in the words of the document, and an answer for one account must not be cached for others.
func TestAgentsWords(t *testing.T) {
	s := server.New(t, server.Config{Set: bookings}, ":memory:")
	service, err := agents.MCP(agents.Options{Writes: true})(s.Plan, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ method, params, want string }{
		{"tools/list", `{}`, `"description":"POST /bookings/. Creates a record. day:`},
		{"tools/list", `{}`, `"title":"Create: booking List"`},
		{"resources/list", `{}`, `"description":"GET /bookings/. Lists the records that the requester may read."`},
		{"resources/templates/list", `{}`, `"description":"GET /bookings/{key}/. Gives one record."`},
		{"resources/read", `{"uri":"api:///bookings/"}`, `"uri":"api:///bookings/"`},
	} {
		if got := sending(service, "alice", tt.method, tt.params).Body.String(); !strings.Contains(got, tt.want) || !strings.Contains(got, `"cacheScope":"private"`) {
			t.Errorf("%s: got %s, want %s, private to the account", tt.method, got, tt.want)
		}
	}
}

// Bodies are described by the schemas of the document as they are. Bounds that JSON Schema cannot express, those of dates and decimals,
// are in the description of the tool.
func TestAgentsSchemas(t *testing.T) {
	s := server.New(t, server.Config{Set: bookings}, ":memory:")
	service, err := agents.MCP(agents.Options{Writes: true})(s.Plan, s)
	if err != nil {
		t.Fatal(err)
	}
	var answer struct {
		Result struct {
			Tools []struct {
				Name, Description string
				InputSchema       struct{ Properties map[string]any }
			}
		}
	}
	if err := json.Unmarshal(sending(service, "alice", "tools/list", `{}`).Body.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	var document struct {
		Components struct{ Schemas map[string]any }
	}
	if err := json.Unmarshal(server.SendAs(service, "alice", "GET", "/-/openapi.json", "").Body.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	schemas := map[string]string{"bookings_create": "BookingCreate", "bookings_modify": "BookingModify", "bookings_replace": "BookingReplace"}
	for _, tool := range answer.Result.Tools {
		body := tool.InputSchema.Properties["body"]
		want := document.Components.Schemas[schemas[tool.Name]]
		if !reflect.DeepEqual(body, want) || want == nil && schemas[tool.Name] != "" {
			t.Errorf("%s: got the body %v, want %v as in the document", tool.Name, body, want)
		}
		const words = " day: Not before the request. price: At least 0.50."
		if got := strings.HasSuffix(tool.Description, words); got != (body != nil) {
			t.Errorf("%s: got the description %q, want %q at its end: %t", tool.Name, tool.Description, words, body != nil)
		}
	}
}
