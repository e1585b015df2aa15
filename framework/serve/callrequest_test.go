// Tests of what code learns about the request.

package serve_test

import (
	"net/http"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/messages/german"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

type facts struct {
	Secrets  string   `rest:"secrets"`
	Header   string   `rest:"header"`
	Query    []string `rest:"query"`
	Path     string   `rest:"path"`
	Format   string   `rest:"format"`
	Address  string   `rest:"address"`
	Language string   `rest:"language"`
	Token    string   `rest:"token"`
}

func factsOf(call *rest.Call) facts {
	return facts{
		Secrets: call.Header("authorization") + call.Header("Cookie") + call.Header("Proxy-Authorization"),
		Header:  call.Header("x-team"), Query: append([]string{}, call.QueryParams("a b")...), Path: call.Path(), Format: call.Format(),
		Address: call.ClientAddress().String(), Language: call.Language(), Token: call.SentToken(),
	}
}

type delivery struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

func requestFacts() *rest.Set {
	seen := func(call *rest.Call, _ rest.None) (facts, error) { return factsOf(call), nil }
	return rest.NewSet("parcels",
		rest.Endpoint("/facts/", seen, rest.GET, rest.Allow(permission.Anyone)),
		rest.Endpoint("/writing/", seen, rest.Allow(permission.Anyone)),
		rest.ViewSet[delivery]{Path: "/parcels/", Access: permission.Anyone, Serializer: rest.Serializer[delivery]{
			Computed: []rest.Computed[delivery]{rest.Compute("team", func(call *rest.Call, _ *delivery) string { return call.Header("X-Team") })},
		}},
		rest.ObtainAuthToken("/token/"),
	).Schemes(token.Scheme{}, basic.Scheme{}).Catalogues(german.Catalogue())
}

// Code reads headers but those with credentials, the query, the path within the service, the format, the address
// and the language. A response to a read varies by the headers.
func TestCallRequest(t *testing.T) {
	s := server.New(t, server.Config{Set: requestFacts, Pages: server.PlainPages, Options: serve.Options{BaseURL: "https://example.com/depot"}}, ":memory:")
	made := server.SendAs(s, "", "POST", "/token/", `{"username":"alice","password":"alice-password"}`, "Content-Type", "application/json")
	secret := strings.TrimSuffix(strings.TrimPrefix(made.Body.String(), `{"token":"`), `"}`)
	const known = "Accept, Authorization, Accept-Language"
	for _, tt := range []struct {
		method, path     string
		headers          []string
		want, wantVaries string
	}{
		{
			"GET", "/depot/facts.json?a+b=%C3%A9&c=2&a%20b=3%zz",
			[]string{"X-Team", "red", "X-Team", "blue", "Cookie", "a=b", "Proxy-Authorization", "Basic eDp5", "Accept-Language", "de"},
			`{"secrets":"","header":"red, blue","query":["é","3%zz"],"path":"/facts/","format":"json","address":"192.0.2.1","language":"de","token":""}`, known + ", X-Team",
		},
		{
			"GET", "/facts/",
			[]string{"Authorization", "Bearer " + secret},
			`{"secrets":"","header":"","query":[],"path":"/facts/","format":"json","address":"192.0.2.1","language":"en","token":"` + secret + `"}`, known + ", X-Team",
		},
		{
			"GET", "/facts/",
			[]string{"Authorization", "Basic YWxpY2U6YWxpY2UtcGFzc3dvcmQ=", "Accept", "text/csv, application/json;q=0.1"},
			`{"secrets":"","header":"","query":[],"path":"/facts/","format":"json","address":"192.0.2.1","language":"en","token":""}`, known + ", X-Team",
		},
		{
			"POST", "/writing/",
			[]string{"X-Team", "red"},
			`{"secrets":"","header":"red","query":[],"path":"/writing/","format":"json","address":"192.0.2.1","language":"en","token":""}`, known,
		},
		{"POST", "/parcels/", []string{"X-Team", "red", "Content-Type", "application/json"}, `{"id":1,"name":"a","team":"red"}`, known},
		{"GET", "/parcels/", []string{"X-Team", "blue"}, `[{"id":1,"name":"a","team":"blue"}]`, known + ", X-Team"},
		{"GET", "/parcels/1/", nil, `{"id":1,"name":"a","team":""}`, known + ", X-Team"},
	} {
		body := ""
		if tt.path == "/parcels/" && tt.method == "POST" {
			body = `{"name":"a"}`
		}
		got := server.SendAs(s, "", tt.method, tt.path, body, tt.headers...)
		if got.Body.String() != tt.want || got.Header().Get("Vary") != tt.wantVaries {
			t.Errorf("%s %s %q: got %d, Vary %q\n got %s\nwant %s\nVary %q", tt.method, tt.path, tt.headers, got.Code, got.Header().Get("Vary"), got.Body, tt.want, tt.wantVaries)
		}
	}
}

// A client that has the representation for one value of a header gets another one for another value.
func TestCallHeaderIsInTheTag(t *testing.T) {
	s := server.New(t, server.Config{Set: requestFacts}, ":memory:")
	server.Must(t, s, "POST", "/parcels/", "alice", `{"name":"a"}`)
	for _, path := range []string{"/parcels/1/", "/parcels/"} {
		red := server.SendAs(s, "", "GET", path, "", "X-Team", "red")
		tag := red.Header().Get("Etag")
		if tag == "" {
			continue // a list that is a stream
		}
		same := server.SendAs(s, "", "GET", path, "", "X-Team", "red", "If-None-Match", tag)
		other := server.SendAs(s, "", "GET", path, "", "X-Team", "blue", "If-None-Match", tag)
		if same.Code != http.StatusNotModified || !strings.HasSuffix(same.Header().Get("Vary"), "X-Team") || other.Code != 200 {
			t.Errorf("%s: got %d with Vary %q for the same header and %d for another, want 304 with X-Team and 200", path, same.Code, same.Header().Get("Vary"), other.Code)
		}
	}
}

// A task has no request.
func TestTaskHasNoRequest(t *testing.T) {
	s := server.New(t, server.Config{Set: requestFacts}, ":memory:")
	for name, call := range map[string]*rest.Call{"task": s.Task(t, "count").Call, "bare call": rest.NewCall(t.Context())} {
		got := factsOf(call)
		if got.Address != "invalid IP" || got.Header+got.Path+got.Format+got.Language+got.Token+got.Secrets != "" || len(got.Query) > 0 {
			t.Errorf("%s: got %+v, want nothing", name, got)
		}
	}
}
