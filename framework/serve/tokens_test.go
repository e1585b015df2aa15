// Tests of tokens, made and obtained.

package serve_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
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

// A token is obtained by a name and a password, and lets its account write; every refusal says as little as
// that of a login.
func TestObtainToken(t *testing.T) {
	const (
		refused  = `{"non_field_errors":["Unable to log in with provided credentials."]}`
		required = `{"username":["This field is required."],"password":["This field is required."]}`
	)
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Obtainable}, address)
		for _, tt := range []struct {
			method, path, body string
			headers            []string
			status             int
			want               string // "" for a token
		}{
			{"POST", "/token/", `{"username":"alice","password":"alice-password"}`, nil, 200, ""},
			{"POST", "/token/", `{"username":"alice","password":"alice-password","scope":"all"}`, nil, 200, ""},
			{"POST", "/token/", "username=bob&password=bob-password", []string{"Content-Type", "application/x-www-form-urlencoded"}, 200, ""},
			{"POST", "/token/", `{"username":"alice","password":"alice-password "}`, nil, 400, refused},
			{"POST", "/token/", `{"username":"nobody","password":"alice-password"}`, nil, 400, refused},
			{"POST", "/token/", `{"username":"ivan","password":"ivan-password"}`, nil, 400, refused},
			{"POST", "/token/", `{}`, nil, 400, required},
			{"POST", "/token/", `{"username":null,"password":""}`, nil, 400, `{"username":["This field may not be null."],"password":["This field may not be blank."]}`},
			{"POST", "/token/", `{"username":"alice","password":"alice-password"}`, []string{"Idempotency-Key", "one"}, 400, `{"detail":"Idempotency-Key is not supported here; nothing was done."}`},
			{"POST", "/token/", `{"username":"alice","password":"alice-password"}`, []string{"Accept", "application/yaml"}, 406, `{"detail":"Could not satisfy the request Accept header."}`},
			{"POST", "/token.json/", `{}`, nil, 404, `{"detail":"Not found."}`},
			{"POST", "/token.json", `{}`, nil, 404, `{"detail":"Not found."}`},
			{"GET", "/token/", "", nil, 405, `{"detail":"Method \"GET\" not allowed."}`},
		} {
			w := server.SendAs(s, "", tt.method, tt.path, tt.body, append(tt.headers, "Content-Type", "application/json")...)
			if w.Code != tt.status || tt.want != "" && w.Body.String() != tt.want {
				t.Errorf("%s %s %s: got %d %s, want %d %s", tt.method, tt.path, tt.body, w.Code, w.Body, tt.status, tt.want)
			}
			if tt.want != "" || w.Code != 200 {
				continue
			}
			secret := obtained(t, w.Body.Bytes())
			if w := server.SendAs(s, "", "POST", "/cards/", `{"front":"a"}`, "Content-Type", "application/json", "Authorization", "Token "+secret); w.Code != 201 {
				t.Errorf("with the token: got %d %s", w.Code, w.Body)
			}
		}
		list, err := accounts.NewTokens(s.DB).List(t.Context(), 2)
		if err != nil || len(list) != 2 {
			t.Errorf("alice has the tokens %+v, %v, want 2", list, err)
		}
		w := server.SendAs(s, "", "POST", "/cards/", `{"front":"a"}`, "Content-Type", "application/json")
		if got := w.Header().Get("WWW-Authenticate"); w.Code != 401 || got != "Token" {
			t.Errorf("without a token: got %d with the challenge %q", w.Code, got)
		}
	})
}

// obtained is the token of an answer.
func obtained(t *testing.T, body []byte) string {
	t.Helper()
	var got struct{ Token string }
	if err := json.Unmarshal(body, &got); err != nil || len(got.Token) != 40 {
		t.Fatalf("got %s, %v, want a token of 40 digits", body, err)
	}
	return got.Token
}

// Whoever guesses passwords for tokens is slowed down as at a login.
func TestObtainTokenThrottled(t *testing.T) {
	s := server.New(t, server.Config{Set: sets.Obtainable, Auth: auth.Options{Throttle: auth.Throttle{Failures: 3, Window: time.Hour}}}, ":memory:")
	var codes []int
	for i := range 5 {
		w := server.SendAs(s, "", "POST", "/token/", fmt.Sprintf(`{"username":"alice","password":"guess %d"}`, i), "Content-Type", "application/json")
		codes = append(codes, w.Code)
	}
	if codes[0] != 400 || codes[4] != 429 {
		t.Errorf("got %v, want 400 at first and 429 at last", codes)
	}
}

// Code gives a token to an account that has proved who it is otherwise, outside of transactions; the audit names the requester
// and the operation.
func TestNewToken(t *testing.T) {
	type account struct {
		Key int64 `rest:"key"`
	}
	type made struct {
		Token string `rest:"token"`
	}
	give := func(call *rest.Call, in account) (out made, err error) {
		out.Token, err = call.NewToken(in.Key)
		return out, err
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Accounts: server.Accounts(), Set: func() *rest.Set {
			return rest.NewSet("cards", rest.ViewSet[sets.Card]{Path: "/cards/", Access: permission.SignedIn}, rest.Audit{Path: "/audit/"},
				rest.Endpoint("/give/", give, rest.Allow(permission.Anyone), rest.NonAtomic()), rest.Endpoint("/within/", give, rest.Allow(permission.Anyone)),
			).Schemes(token.Scheme{Lifetime: time.Hour}, basic.Scheme{})
		}}, address)
		log := &auditLog{Server: s}
		log.read(t)
		w := server.SendAs(s, "", "POST", "/give/", `{"key":2}`, "Content-Type", "application/json")
		var got made
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || got.Token == "" {
			t.Fatalf("got %d %s", w.Code, w.Body)
		}
		if lines := log.read(t); len(lines) != 1 || lines[0].Username != "" || lines[0].Operation != "give" || lines[0].Resource != "Token" {
			t.Errorf("the audit has %+v", lines)
		}
		if w := server.SendAs(s, "", "POST", "/cards/", `{"front":"a"}`, "Content-Type", "application/json", "Authorization", "Bearer "+got.Token); w.Code != 201 {
			t.Errorf("with the token: got %d %s", w.Code, w.Body)
		}
		if list, err := accounts.NewTokens(s.DB).List(t.Context(), 2); err != nil || len(list) != 1 || list[0].Expires.Sub(list[0].Created) != time.Hour || !strings.HasPrefix(list[0].Name, auth.ObtainedPrefix) {
			t.Errorf("the account has %+v, %v", list, err)
		}
		inactive := 1 + slices.IndexFunc(server.Accounts(), func(a server.Account) bool { return a.Inactive })
		for _, path := range []string{"/within/ 2", "/give/ 99", fmt.Sprintf("/give/ %d", inactive)} {
			path, key, _ := strings.Cut(path, " ")
			if w := server.SendAs(s, "", "POST", path, `{"key":`+key+`}`, "Content-Type", "application/json"); w.Code != 500 {
				t.Errorf("%s of %s: got %d %s, want 500", path, key, w.Code, w.Body)
			}
		}
		if secret, err := s.Task(t, "invite").Call.NewToken(2); secret == "" || err != nil {
			t.Errorf("a task: got %q, %v", secret, err)
		}
	})
}
