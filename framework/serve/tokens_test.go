package serve_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// A token with scopes does what they name and nothing else, and OPTIONS says so; a token makes no other.
func TestScopes(t *testing.T) {
	s := server.New(t, server.Config{Set: sets.Tokened}, ":memory:")
	all := map[string]string{"GET /cards/": "", "POST /cards/": `{"front":"a"}`, "GET /cards/1/": "", "PATCH /cards/1/": `{"front":"b"}`, "GET /cards/count/": "", "GET /tokens/": ""}
	server.MakeToken(t, s, "alice", `{"name":"any"}`)
	if w := server.SendAs(s, "alice", "POST", "/cards/", `{"front":"a"}`, "Content-Type", "application/json"); w.Code != 201 {
		t.Fatalf("got %d %s", w.Code, w.Body)
	}
	const refused = `{"detail":"You do not have permission to perform this action."}`
	for scopes, may := range map[string]string{
		`"read"`:                        "GET /cards/, GET /cards/1/, GET /cards/count/, GET /tokens/",
		`"write"`:                       "POST /cards/, PATCH /cards/1/",
		`"cards:read"`:                  "GET /cards/, GET /cards/1/, GET /cards/count/",
		`"cards:retrieve","cards:list"`: "GET /cards/, GET /cards/1/",
		`"cards:count"`:                 "GET /cards/count/",
		`"import"`:                      "GET /cards/, POST /cards/",
		`"tokens:read"`:                 "GET /tokens/",
	} {
		made := server.MakeToken(t, s, "alice", `{"name":`+strings.ReplaceAll(`"`+strings.ReplaceAll(scopes, `"`, "")+`"`, ",", " ")+`,"scopes":[`+scopes+`]}`)
		with := []string{"Content-Type", "application/json", "Authorization", "Bearer " + made.Token}
		for what, body := range all {
			method, path, _ := strings.Cut(what, " ")
			w := server.SendAs(s, "", method, path, body, with...)
			if allowed := strings.Contains(may+",", what+","); allowed != (w.Code < 300) || !allowed && (w.Code != 403 || w.Body.String() != refused) {
				t.Errorf("%s with %s: got %d %s", what, scopes, w.Code, w.Body)
			}
		}
		w := server.SendAs(s, "", "OPTIONS", "/cards/", "", with...)
		if posts := strings.Contains(may, "POST /cards/"); w.Code != 200 || strings.Contains(w.Body.String(), `"actions"`) != posts {
			t.Errorf("OPTIONS with %s: got %d %s", scopes, w.Code, w.Body)
		}
		if w := server.SendAs(s, "", "GET", "/", "", with...); w.Code != 200 {
			t.Errorf("the root with %s: got %d %s", scopes, w.Code, w.Body)
		}
		if w := server.SendAs(s, "", "POST", "/tokens/", `{"name":"next"}`, with...); w.Code != 403 {
			t.Errorf("a token from a token with %s: got %d %s", scopes, w.Code, w.Body)
		}
	}
	if list, err := accounts.NewTokens(s.DB).List(t.Context(), 2); err != nil || len(list) != 8 {
		t.Errorf("alice has %d tokens, %v", len(list), err)
	}
}
