// A test of the audit of accounts that tokens make.

package oidc_test

import (
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/oidc"
	"example.com/resourceful/framework/auth/oidc/oidctest"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// partner is the provider under a name of the set's own.
type partner struct{ oidc.Scheme }

func (partner) Name() string { return "partner" }

// The audit has the accounts that tokens make, are given and change, each once, with the program that has sent the token and from
// where.
func TestTokenAudit(t *testing.T) {
	issuer := oidctest.New(t)
	now := time.Now().Unix() - 1000
	databases(t, func(t *testing.T, address string) {
		scheme := partner{oidc.Scheme{Issuer: issuer.URL, Audience: audience, Create: true, LinkExisting: true, Groups: "groups"}}
		s := withGroups(t, func() *rest.Set {
			return rest.NewSet("notes", rest.ViewSet[note]{Path: "/notes/", Access: permission.Group("staff")}, rest.Audit{Path: "/audit/"}).Schemes(scheme, session.Scheme{})
		}, address)
		read := 0
		entries := func() string {
			all := databasetest.Texts(t, s.DB, `SELECT username || ' ' || scheme || ' ' || token_name || ' ' || address || ' ' || request_id || ' ' || operation || ' ' || row_change || ' ' || resource FROM audit ORDER BY id`)
			added := all[read:]
			read = len(all)
			return strings.Join(added, ", ")
		}
		const from = " partner robot 192.0.2.7 request-7 "
		for _, tt := range []struct {
			about, subject string
			made           int64 // when the token was, in seconds
			groups         []string
			times          int // how many requests come with it at once
			want           string
		}{
			{"at first sight", "carol", 1, []string{"staff"}, 8, "carol" + from + "provision create User, carol" + from + "provision update User"},
			{"the same", "carol", 1, []string{"staff"}, 1, ""},
			{"a newer one", "carol", 2, []string{"staff"}, 1, ""},
			{"other groups", "carol", 3, []string{"staff", "admins"}, 8, "carol" + from + "provision update User"},
			{"an older one", "carol", 2, []string{"staff"}, 1, ""},
			{"an account that is there", "bob", 1, nil, 1, "bob" + from + "link update User"},
			{"one that nobody may have", "b o b", 1, []string{"staff"}, 1, ""},
		} {
			claims := issuer.Claims(tt.subject, audience, map[string]any{"iat": now + tt.made, "groups": tt.groups, "azp": "robot"})
			raw := oidctest.Sign(t, issuer.Key("rsa"), claims)
			var all sync.WaitGroup
			for range tt.times {
				all.Go(func() {
					r := httptest.NewRequest("GET", "/notes/", nil)
					r.RemoteAddr = "192.0.2.7:1234"
					r.Header.Set("Authorization", "Bearer "+raw)
					w := httptest.NewRecorder()
					w.Header().Set(auth.RequestHeader, "request-7")
					s.ServeHTTP(w, r)
				})
			}
			all.Wait()
			if got := entries(); got != tt.want {
				t.Errorf("%s: got the entries %q, want %q", tt.about, got, tt.want)
			}
		}
	})
}
