// Tests of accounts that tokens update.

package oidc_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth/oidc"
	"example.com/resourceful/framework/auth/oidc/oidctest"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// grouped are notes that members of the group staff read.
func grouped(scheme oidc.Scheme) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("notes", rest.ViewSet[note]{Path: "/notes/", Access: permission.Group("staff")}).Schemes(scheme, session.Scheme{})
	}
}

// groupsOf are the groups of the account with a name.
func groupsOf(t *testing.T, s *server.Server, account string) (names []string) {
	t.Helper()
	err := accounts.NewGrants(s.DB).Each(t.Context(), func(group string, members, _ []string) error {
		if slices.Contains(members, account) {
			names = append(names, group)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// groupedServer has the groups admins, hr, staff and stewards, and Carol in hr, of whom the provider has not told.
func groupedServer(t *testing.T, scheme oidc.Scheme, address string) *server.Server {
	t.Helper()
	return withGroups(t, grouped(scheme), address)
}

// withGroups is a service with the groups admins, hr, staff and stewards.
func withGroups(t *testing.T, set func() *rest.Set, address string) *server.Server {
	t.Helper()
	s := server.New(t, server.Config{Set: set, Pages: pages(t)}, address)
	grants := accounts.NewGrants(s.DB)
	for _, name := range []string{"admins", "hr", "staff", "stewards"} {
		if _, err := grants.CreateGroup(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// An account is in the groups that the newest token names, and in no others, from that request on.
func TestGroups(t *testing.T) {
	issuer := oidctest.New(t)
	now := time.Now().Unix() - 1000
	databases(t, func(t *testing.T, address string) {
		s := groupedServer(t, oidc.Scheme{Issuer: issuer.URL, Audience: audience, Create: true, Groups: "/realm_access/roles"}, address)
		for i, tt := range []struct {
			about  string
			made   int64 // when the token was, in seconds
			claims map[string]any
			status int
			want   string
		}{
			{"at first sight", 0, map[string]any{"realm_access": map[string]any{"roles": []string{"staff", "hr", "nobody's", "Staff"}}}, 200, "hr staff"},
			{"the same", 1, map[string]any{"realm_access": map[string]any{"roles": []string{"hr", "staff"}}}, 200, "hr staff"},
			{"others", 2, map[string]any{"realm_access": map[string]any{"roles": []string{"admins", "admins"}}}, 403, "admins"},
			{"an older token", 1, map[string]any{"realm_access": map[string]any{"roles": []string{"staff"}}}, 403, "admins"},
			{"a text", 3, map[string]any{"realm_access": map[string]any{"roles": "staff"}}, 200, "staff"},
			{"asked for elsewhere", 4, map[string]any{"_claim_names": map[string]any{"realm_access": "a"}, "_claim_sources": map[string]any{"a": map[string]any{"endpoint": "https://id.example.com/a"}}}, 200, "staff"},
			{"no claim", 5, nil, 403, ""},
			{"again", 6, map[string]any{"realm_access": map[string]any{"roles": []string{"staff"}}}, 200, "staff"},
			{"a number", 7, map[string]any{"realm_access": map[string]any{"roles": 7}}, 403, ""},
			{"again", 8, map[string]any{"realm_access": map[string]any{"roles": []string{"staff"}}}, 200, "staff"},
			{"a list of other kinds", 9, map[string]any{"realm_access": map[string]any{"roles": []any{"staff", 1}}}, 403, ""},
			{"a list in its place", 10, map[string]any{"realm_access": []string{"staff"}}, 403, ""},
		} {
			claims := issuer.Claims("carol", audience, tt.claims)
			claims["iat"] = now + tt.made
			w := send(s, "GET", "/notes/", "Authorization", "Bearer "+oidctest.Sign(t, issuer.Key("rsa"), claims))
			if got := strings.Join(groupsOf(t, s, "carol"), " "); w.Code != tt.status || got != tt.want {
				t.Errorf("%d, %s: got %d with the groups %q, want %d with %q", i, tt.about, w.Code, got, tt.status, tt.want)
			}
		}
		// Of tokens that come at once, the newest decides.
		var all sync.WaitGroup
		for made := range int64(8) {
			claims := issuer.Claims("carol", audience, map[string]any{"iat": now + 20 + made, "realm_access": map[string]any{"roles": []string{"hr", "staff", "admins", "stewards"}[made%4:][:1]}})
			all.Go(func() {
				send(s, "GET", "/notes/", "Authorization", "Bearer "+oidctest.Sign(t, issuer.Key("rsa"), claims))
			})
		}
		all.Wait()
		if got := groupsOf(t, s, "carol"); !slices.Equal(got, []string{"stewards"}) {
			t.Errorf("tokens at once: got the groups %q", got)
		}
	})
}

// A token without the claim leaves the groups as they are where that is declared; one that is there decides, whatever it is.
func TestKeepGroups(t *testing.T) {
	issuer := oidctest.New(t)
	now := time.Now().Unix() - 1000
	databases(t, func(t *testing.T, address string) {
		s := groupedServer(t, oidc.Scheme{Issuer: issuer.URL, Audience: audience, Create: true, Groups: "/realm_access/roles", KeepGroups: true}, address)
		roles := func(list any) map[string]any { return map[string]any{"realm_access": map[string]any{"roles": list}} }
		for i, tt := range []struct {
			about  string
			claims map[string]any
			status int
			want   string
		}{
			{"no claim at first sight", nil, 403, ""},
			{"a claim", roles([]string{"staff", "hr"}), 200, "hr staff"},
			{"no claim", nil, 200, "hr staff"},
			{"an object without it", map[string]any{"realm_access": map[string]any{}}, 200, "hr staff"},
			{"null", roles(nil), 403, ""},
			{"again", roles([]string{"staff"}), 200, "staff"},
			{"an empty list", roles([]string{}), 403, ""},
			{"again", roles([]string{"staff"}), 200, "staff"},
			{"a number", roles(7), 403, ""},
		} {
			claims := issuer.Claims("carol", audience, tt.claims)
			claims["iat"] = now + int64(i)
			w := send(s, "GET", "/notes/", "Authorization", "Bearer "+oidctest.Sign(t, issuer.Key("rsa"), claims))
			if got := strings.Join(groupsOf(t, s, "carol"), " "); w.Code != tt.status || got != tt.want {
				t.Errorf("%d, %s: got %d with the groups %q, want %d with %q", i, tt.about, w.Code, got, tt.status, tt.want)
			}
		}
	})
}

// Where the groups are declared by what the provider calls them, others stay as they are.
func TestGroupNames(t *testing.T) {
	issuer := oidctest.New(t)
	databases(t, func(t *testing.T, address string) {
		s := groupedServer(t, oidc.Scheme{
			Issuer: issuer.URL, ClientID: issuer.ClientID, ClientSecret: issuer.ClientSecret, Create: true,
			Groups: "https://example.com/groups", GroupNames: map[string]string{"8a1f": "staff", "99bc": "admins"},
		}, address)
		grants := accounts.NewGrants(s.DB)
		for i, tt := range []struct {
			claim any
			want  string
		}{
			{[]string{"8a1f", "hr", "admins"}, "staff"},
			{[]string{"99bc"}, "admins hr"},
			{nil, "hr"},
		} {
			b := &browser{h: s, cookies: map[string]*http.Cookie{}}
			others := map[string]any{"https://example.com/groups": tt.claim}
			if tt.claim == nil {
				others = nil
			}
			if w := b.get(issuer.Authorize(t, b.begin(t, "/notes/"), "carol", others)); w.Code != 303 {
				t.Fatalf("login %d: got %d %s", i, w.Code, w.Body)
			}
			if i == 0 { // somebody puts her in a group that only this service has
				hr, _, err := grants.GroupByName(t.Context(), "hr")
				if err != nil {
					t.Fatal(err)
				}
				u, _, err := accounts.NewUsers(s.DB).UserByName(t.Context(), "carol")
				if err != nil {
					t.Fatal(err)
				}
				if err := grants.SetMembers(t.Context(), hr, []int64{u.ID}, true); err != nil {
					t.Fatal(err)
				}
				tt.want = "hr staff"
			}
			if got := strings.Join(groupsOf(t, s, "carol"), " "); got != tt.want {
				t.Errorf("login %d: got the groups %q, want %q", i, got, tt.want)
			}
		}
	})
}

// The name and the address of an account follow the claims where that is declared.
func TestUpdate(t *testing.T) {
	issuer := oidctest.New(t)
	now := time.Now().Unix() - 1000
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: notes(
			oidc.Scheme{Issuer: issuer.URL, Audience: audience, Create: true, Update: true, Username: "nick"}, token.Scheme{}, session.Scheme{},
		)}, address)
		users := accounts.NewUsers(s.DB)
		send(s, "GET", "/notes/", "Authorization", "Bearer "+oidctest.Sign(t, issuer.Key("rsa"), issuer.Claims("dora", audience, map[string]any{"nick": "dora", "email": "Dora@example.com"})))
		for i, tt := range []struct {
			about  string
			claims map[string]any
			want   string
		}{
			{"at first sight", map[string]any{"nick": "carol", "email": "c@example.com"}, "carol c@example.com"},
			{"both", map[string]any{"nick": "caroline", "email": "caroline@example.com"}, "caroline caroline@example.com"},
			{"the name of another", map[string]any{"nick": "alice", "email": "c@example.org"}, "caroline c@example.org"},
			{"one that looks like it", map[string]any{"nick": "ALICE"}, "caroline carol@example.com"},
			{"her own in other letters", map[string]any{"nick": "Caroline"}, "Caroline carol@example.com"},
			{"nothing", map[string]any{"email": nil}, "Caroline carol@example.com"},
			{"what nobody can have", map[string]any{"nick": "c c", "email": "c"}, "Caroline carol@example.com"},
			{"an address that is not verified", map[string]any{"nick": "carol", "email": "alice@example.com", "email_verified": false}, "carol carol@example.com"},
			{"one that is", map[string]any{"email": "carol@example.net", "email_verified": true}, "carol carol@example.net"},
			{"one without claims", map[string]any{"email": "carol@example.org", "email_verified": nil}, "carol carol@example.net"},
			{"that of another account", map[string]any{"email": "dORA@example.com"}, "carol carol@example.net"},
			{"her own in other letters", map[string]any{"email": "Carol@example.net"}, "carol Carol@example.net"},
		} {
			tt.claims["iat"] = now + int64(i)
			w := send(s, "GET", "/notes/", "Authorization", "Bearer "+oidctest.Sign(t, issuer.Key("rsa"), issuer.Claims("carol", audience, tt.claims)))
			name, _, _ := strings.Cut(tt.want, " ")
			u, _, err := users.UserByName(t.Context(), name)
			if got := u.Username + " " + u.Email; err != nil || got != tt.want || w.Code != 200 {
				t.Errorf("%s: got %d with %q, %v, want %q", tt.about, w.Code, got, err, tt.want)
			}
		}
	})
}

// An address is taken where the provider has verified it, by its token or as it is declared, and no other account has it.
func TestAddressAtFirstSight(t *testing.T) {
	issuer := oidctest.New(t)
	databases(t, func(t *testing.T, address string) {
		servers := map[bool]*server.Server{}
		for verifies, address := range map[bool]string{false: address, true: ":memory:"} {
			servers[verifies] = server.New(t, server.Config{Set: notes(
				oidc.Scheme{Issuer: issuer.URL, Audience: audience, Create: true, VerifiedEmail: verifies}, token.Scheme{}, session.Scheme{},
			)}, address)
		}
		for _, tt := range []struct {
			subject  string
			verifies bool
			claims   map[string]any
			want     string
		}{
			{"erin", false, map[string]any{"email_verified": nil}, ""},
			{"fred", false, map[string]any{"email_verified": "yes"}, ""},
			{"gina", false, map[string]any{"email_verified": "true"}, "gina@example.com"},
			{"hans", false, map[string]any{"email": "GINA@example.com"}, ""},
			{"ines", true, map[string]any{"email_verified": nil}, "ines@example.com"},
			{"jens", true, map[string]any{"email_verified": false}, ""},
		} {
			s := servers[tt.verifies]
			w := send(s, "GET", "/notes/", "Authorization", "Bearer "+oidctest.Sign(t, issuer.Key("rsa"), issuer.Claims(tt.subject, audience, tt.claims)))
			u, found, err := accounts.NewUsers(s.DB).UserByName(t.Context(), tt.subject)
			if err != nil || !found || u.Email != tt.want || w.Code != 200 {
				t.Errorf("%s: got %d with %q, %t, %v, want %q", tt.subject, w.Code, u.Email, found, err, tt.want)
			}
		}
	})
}
