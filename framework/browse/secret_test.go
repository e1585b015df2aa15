package browse_test

import (
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// safeBox has a secret that only a create takes, and actions that take another.
type safeBox struct {
	ID    int64  `rest:"id,readonly"`
	Owner string `rest:"owner"`
	Code  string `rest:"-"`
}

type newSafeBox struct {
	Owner  string `rest:"owner"`
	Secret string `rest:"secret,writeonly" db:"code"`
}

type opening struct {
	Reason   string `rest:"reason" validate:"max=20"`
	Password string `rest:"password,writeonly"`
}

func safeBoxes() *rest.Set {
	open := func(_ *rest.Call, _ *safeBox, in opening) (*safeBox, error) {
		if in.Reason == "typed late" {
			return nil, problem.New(problem.Conflict, "The bank is closed.")
		}
		return nil, errors.New("of the team")
	}
	ask := func(*rest.Call, opening) (rest.None, error) {
		return rest.None{}, problem.New(problem.Conflict, "Nobody is there.")
	}
	return rest.NewSet("bank",
		rest.ViewSet[safeBox]{
			Path: "/boxes/", Shapes: rest.Shapes{Create: rest.As[newSafeBox]()},
			Extra: []rest.Action{rest.OnRecord("open", open, rest.Allow(permission.Admin)), rest.OnList("ask", ask)},
		},
		rest.Endpoint("/bell/", ask, rest.Allow(permission.Admin)),
	).Access(permission.SignedInOrReadOnly).Schemes(basic.Scheme{}, session.Scheme{})
}

// Whatever refuses a request, before it is known which operation is meant or after, no value of a
// write-only field of any operation of the address stands in its page. The rest is given back.
func TestNoSecretGivenBack(t *testing.T) {
	limits := serve.Limits{Limits: media.Limits{Body: 4000}}
	s := server.New(t, server.Config{Set: safeBoxes, Pages: ownPages, Options: serve.Options{Now: time.Now, Limits: limits, Logger: slog.New(slog.DiscardHandler)}}, ":memory:")
	if w := sendTo(s, "POST", "/boxes/", "admin", `{"owner":"o","secret":"s"}`, "Content-Type", "application/json"); w.Code != 201 {
		t.Fatal(w.Code, w.Body)
	}
	key := strings.Repeat("k", 24)
	for _, tt := range []struct {
		name, user, path, form string
		status                 int
		lost                   bool // nothing is given back
	}{
		{"anonymous", "", "/boxes/1/open/", "reason=typed", 401, false},
		{"anonymous by hand", "", "/boxes/1/open/", `{"reason":"typed","password":"hush"}`, 401, false},
		{"wrong credentials", "nobody", "/boxes/1/open/", "reason=typed", 401, false},
		{"permission", "alice", "/boxes/1/open/", "reason=typed", 403, false},
		{"permission, by hand", "alice", "/boxes/1/open/", `{"reason":"typed","password":"hush"}`, 403, false},
		{"permission, malformed", "alice", "/boxes/1/open/", `{"reason":"typed","password":"hush"`, 403, true},
		{"of the list", "", "/boxes/ask/", "reason=typed", 401, false},
		{"mistake", "admin", "/boxes/1/open/", "reason=typed+and+much+too+long", 400, false},
		{"mistake by hand", "admin", "/boxes/1/open/", `{"reason":"typed and much too long","password":"hush"}`, 400, false},
		{"too large", "admin", "/boxes/1/open/", "reason=" + strings.Repeat("typed", 1000), 413, true},
		{"no record", "admin", "/boxes/9/open/", "reason=typed", 404, false},
		{"no such method", "admin", "/boxes/1/open/", "_method=PUT&reason=typed", 405, false},
		{"no such method by hand", "admin", "/boxes/1/open/", `PUT {"reason":"typed","password":"hush"}`, 405, false},
		{"of the team", "admin", "/boxes/1/open/", "reason=typed+late", 409, false},
		{"fault", "admin", "/boxes/1/open/", "reason=typed", 500, false},
		{"create by nobody", "", "/boxes/", "owner=typed&secret=hush", 401, false},
		{"create without a field", "alice", "/boxes/", "x=typed&secret=hush", 400, true},
		{"change by nobody", "", "/boxes/1/", "_method=PUT&owner=typed&secret=hush", 401, false},
		{"endpoint by nobody", "", "/bell/", "reason=typed", 401, true},
		{"endpoint", "alice", "/bell/", "reason=typed", 403, true},
		{"endpoint by hand", "alice", "/bell/", `{"reason":"typed","password":"hush"}`, 403, true},
		{"endpoint of the team", "admin", "/bell/", "reason=typed", 409, false},
	} {
		form := tt.form + "&_key=" + key
		if !strings.Contains(form, "hush") {
			form += "&password=hush"
		}
		if method, body, byHand := strings.Cut(tt.form, "{"); byHand {
			values := url.Values{"_content_type": {"application/json"}, "_content": {"{" + body}}
			if method != "" {
				values.Set("_method", strings.TrimSpace(method))
			}
			form = values.Encode()
		}
		w := sendTo(s, "POST", tt.path, tt.user, form, "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
		page := w.Body.String()
		if w.Code != tt.status || strings.Contains(page, "hush") || strings.Contains(page, "typed") == tt.lost {
			t.Errorf("%s: got %d, want %d, what was typed and no secret; is the secret there? %t, the rest? %t",
				tt.name, w.Code, tt.status, strings.Contains(page, "hush"), strings.Contains(page, "typed"))
		}
	}
}
