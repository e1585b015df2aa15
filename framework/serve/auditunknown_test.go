package serve_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// A change that the audit does not know is a mistake of the code: the request fails without a word of it, the log says what to
// write, and nothing of the request is stored.
func TestAuditUnknownChange(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var log bytes.Buffer
		set := func() *rest.Set {
			return rest.NewSet("cards", rest.ViewSet[sets.Card]{Path: "/cards/", Access: permission.Anyone}, rest.Audit{Path: "/audit/"},
				rest.Endpoint("/seats/", func(c *rest.Call, _ rest.None) (rest.None, error) {
					if err := rest.Rows[sets.Card](c).Create(&sets.Card{Front: "a"}); err != nil {
						return rest.None{}, err
					}
					_ = c.Audit("remove", "Seat", "4") // whether or not the code looks at the error
					return rest.None{}, nil
				}, rest.Allow(permission.Anyone))).Schemes(basic.Scheme{})
		}
		s := server.New(t, server.Config{Set: set, Options: serve.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))}}, address)
		if w := server.SendAs(s, "", "POST", "/seats/", ""); w.Code != 500 || w.Body.String() != `{"detail":"A server error occurred."}` {
			t.Errorf("got %d %s, want 500 and no detail", w.Code, w.Body)
		}
		if got, want := log.String(), `audit of Seat 4: the change is \"remove\"; write one of create, update, delete, restore`; strings.Count(got, want) != 1 {
			t.Errorf("got the log %s, want %s once", got, want)
		}
		for _, path := range []string{"/cards/", "/audit/"} {
			if w := server.SendAs(s, "admin", "GET", path, ""); !strings.Contains(w.Body.String(), `"count":0`) && w.Body.String() != "[]" {
				t.Errorf("%s: got %d %s, want no rows", path, w.Code, w.Body)
			}
		}
	})
}
