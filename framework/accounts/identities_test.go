// Tests of identities and their audit.

package accounts_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
)

type sheet struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text"`
}

// told is a service with an audit, whose accounts an identity provider tells of.
type told struct {
	*server.Server
	users      *accounts.Users
	identities *accounts.Identities
	read       int // how many entries were read
}

// newTold has the groups readers and writers.
func newTold(t *testing.T, address string) *told {
	t.Helper()
	set := func() *rest.Set {
		return rest.NewSet("sheets", rest.ViewSet[sheet]{Path: "/sheets/", Access: permission.Group("writers")}, rest.Audit{Path: "/audit/"})
	}
	s := &told{Server: server.New(t, server.Config{Set: set}, address)}
	for _, name := range []string{"readers", "writers"} {
		if _, err := accounts.NewGrants(s.DB).CreateGroup(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	s.users = accounts.NewUsers(s.DB)
	s.identities = accounts.NewIdentities(s.users).Audited(accounts.NewAudit(s.DB, s.Plan.Audit.Entries(), nil))
	return s
}

// entries are those since the last reading, each as words.
func (s *told) entries(t *testing.T) string {
	t.Helper()
	all := databasetest.Texts(t, s.DB, `SELECT username || ' ' || account_id || ' ' || operation || ' ' || row_change || ' ' || resource || ' ' || row_key FROM audit ORDER BY id`)
	added := all[s.read:]
	s.read = len(all)
	return strings.Join(added, ", ")
}

func (s *told) find(t *testing.T, name string) *auth.User {
	t.Helper()
	u, found, err := s.users.UserByName(t.Context(), name)
	if err != nil || !found {
		t.Fatalf("%s: got %t, %v", name, found, err)
	}
	return &u
}

// acts returns the context of a change that an account receives.
func acts(t *testing.T, operation string, u *auth.User) context.Context {
	return auth.Acting(t.Context(), operation, u, "oidc")
}

func everyDatabase(t *testing.T, f func(t *testing.T, address string)) {
	t.Run("sqlite", func(t *testing.T) { f(t, filepath.Join(t.TempDir(), "test.sqlite")) })
	t.Run("postgres", func(t *testing.T) { f(t, pg.Postgres(t)) })
}

// Each account that is made for an identity, given to one or changed to its claims has one entry. A change
// without effect, and one undone, has none.
func TestIdentityAudit(t *testing.T) {
	everyDatabase(t, func(t *testing.T, address string) {
		s := newTold(t, address)
		one, two, three := auth.Identity{Issuer: "i", Subject: "1"}, auth.Identity{Issuer: "i", Subject: "2"}, auth.Identity{Issuer: "i", Subject: "3"}
		create := func(i auth.Identity, name string) (bool, error) {
			u := auth.User{Username: name, Active: true}
			_, done, err := s.identities.CreateLinked(acts(t, auth.ProvisionOperation, &u), i, u)
			return done, err
		}
		link := func(i auth.Identity, name string) (bool, error) {
			u := s.find(t, name)
			return s.identities.Link(acts(t, auth.LinkOperation, u), i, u.ID)
		}
		update := func(name string, told auth.IdentityUpdate) (bool, error) {
			u := s.find(t, name)
			return s.identities.Update(acts(t, auth.ProvisionOperation, u), one, u.ID, told)
		}
		for _, tt := range []struct {
			about string
			do    func() (bool, error)
			done  bool
			want  string // %d for the account of the identity one
		}{
			{"a name that is taken", func() (bool, error) { return create(one, "Alice") }, false, ""},
			{"an account", func() (bool, error) { return create(one, "carol") }, true, "carol %[1]d provision create User %[1]d"},
			{"another of the same identity", func() (bool, error) { return create(one, "karla") }, false, ""},
			{"a link", func() (bool, error) { return link(two, "bob") }, true, "bob %[2]d link update User %[2]d"},
			{"the same again", func() (bool, error) { return link(two, "bob") }, false, ""},
			{"an account that has another identity", func() (bool, error) { return link(three, "bob") }, false, ""},
			{"an identity that has another account", func() (bool, error) { return link(one, "alice") }, false, ""},
			{"nothing new", func() (bool, error) { return update("carol", auth.IdentityUpdate{At: 1, Username: "carol"}) }, true, ""},
			{"the name of another", func() (bool, error) { return update("carol", auth.IdentityUpdate{At: 1, Username: "bob"}) }, true, ""},
			{"another name", func() (bool, error) { return update("carol", auth.IdentityUpdate{At: 2, Username: "caroline"}) }, true, "carol %[1]d provision update User %[1]d"},
			{"what was told before", func() (bool, error) { return update("caroline", auth.IdentityUpdate{At: 1, Username: "carol"}) }, false, ""},
			{"a group", func() (bool, error) {
				return update("caroline", auth.IdentityUpdate{At: 2, Groups: []string{"readers"}})
			}, true, "caroline %[1]d provision update User %[1]d"},
			{"the same group", func() (bool, error) {
				return update("caroline", auth.IdentityUpdate{At: 2, Groups: []string{"readers", "nobody's"}})
			}, true, ""},
			{"a group that is decided elsewhere", func() (bool, error) {
				return update("caroline", auth.IdentityUpdate{At: 2, Groups: []string{}, Managed: []string{"writers"}})
			}, true, ""},
			{"all at once", func() (bool, error) {
				return update("caroline", auth.IdentityUpdate{At: 2, Username: "carol", Email: "carol@example.com", Groups: []string{"writers"}})
			}, true, "caroline %[1]d provision update User %[1]d"},
			{"no group", func() (bool, error) { return update("carol", auth.IdentityUpdate{At: 2, Groups: []string{}}) }, true, "carol %[1]d provision update User %[1]d"},
		} {
			done, err := tt.do()
			want := tt.want
			if want != "" {
				u, _, _, err := s.identities.UserByIdentity(t.Context(), one)
				equal(t, tt.about, err, nil)
				want = fmt.Sprintf(want+"%[3]s", u.ID, s.find(t, "bob").ID, "")
			}
			if got := s.entries(t); got != want || done != tt.done || err != nil {
				t.Errorf("%s: got the entries %q, done %t, %v, want %q, %t", tt.about, got, done, err, want, tt.done)
			}
		}
		if _, found, err := s.users.UserByName(t.Context(), "karla"); found || err != nil {
			t.Errorf("an account that is undone is there: %t, %v", found, err)
		}
	})
}

// Of requests at once that make an account for one identity, or tell the same of it, one has an entry.
func TestIdentityAuditAtOnce(t *testing.T) {
	everyDatabase(t, func(t *testing.T, address string) {
		s, i := newTold(t, address), auth.Identity{Issuer: "i", Subject: "1"}
		atOnce := func(do func(n int) error) {
			t.Helper()
			var all sync.WaitGroup
			errs := make([]error, 8)
			for n := range errs {
				all.Go(func() { errs[n] = do(n) })
			}
			all.Wait()
			if n := slices.IndexFunc(errs, func(err error) bool { return err != nil }); n >= 0 {
				t.Error(errs[n])
			}
		}
		atOnce(func(n int) error {
			u := auth.User{Username: fmt.Sprint("erin", n), Active: true}
			_, _, err := s.identities.CreateLinked(acts(t, auth.ProvisionOperation, &u), i, u)
			return err
		})
		u, _, found, err := s.identities.UserByIdentity(t.Context(), i)
		if err != nil || !found {
			t.Fatalf("got %t, %v", found, err)
		}
		equal(t, "accounts at once", s.entries(t), fmt.Sprintf("%s %d provision create User %[2]d", u.Username, u.ID))
		atOnce(func(int) error {
			_, err := s.identities.Update(acts(t, auth.ProvisionOperation, &u), i, u.ID, auth.IdentityUpdate{At: 7, Groups: []string{"writers"}})
			return err
		})
		equal(t, "groups at once", s.entries(t), fmt.Sprintf("%s %d provision update User %[2]d", u.Username, u.ID))
	})
}

// What cannot be written into the audit is not done.
func TestIdentityWithoutAudit(t *testing.T) {
	everyDatabase(t, func(t *testing.T, address string) {
		s, one, two := newTold(t, address), auth.Identity{Issuer: "i", Subject: "1"}, auth.Identity{Issuer: "i", Subject: "2"}
		alice := s.find(t, "alice")
		if _, err := s.identities.Link(acts(t, auth.LinkOperation, alice), one, alice.ID); err != nil {
			t.Fatal(err)
		}
		databasetest.Exec(t, s.DB, "ALTER TABLE audit RENAME TO elsewhere")
		gina := auth.User{Username: "gina", Active: true}
		if _, done, err := s.identities.CreateLinked(acts(t, auth.ProvisionOperation, &gina), two, gina); done || err == nil {
			t.Errorf("an account: got %t, %v", done, err)
		}
		bob := s.find(t, "bob")
		if done, err := s.identities.Link(acts(t, auth.LinkOperation, bob), two, bob.ID); done || err == nil {
			t.Errorf("a link: got %t, %v", done, err)
		}
		if done, err := s.identities.Update(acts(t, auth.ProvisionOperation, alice), one, alice.ID, auth.IdentityUpdate{At: 1, Username: "alicia", Groups: []string{"writers"}}); done || err == nil {
			t.Errorf("an update: got %t, %v", done, err)
		}
		if _, found, err := s.users.UserByName(t.Context(), "gina"); found || err != nil {
			t.Errorf("the account is there: %t, %v", found, err)
		}
		if _, _, found, err := s.identities.UserByIdentity(t.Context(), two); found || err != nil {
			t.Errorf("the identity has an account: %t, %v", found, err)
		}
		s.find(t, "alice")
		equal(t, "members", databasetest.Number(t, s.DB, "SELECT count(*) FROM users_groups"), int64(0))
	})
}
