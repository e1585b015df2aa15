// What a history must not keep.

package serve_test

import (
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/passwords"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// vaultRow has one field that is shown, and others that are not: by its name, as write-only and as passwords.
type vaultRow struct {
	ID       int64          `rest:"id,readonly"`
	Name     string         `rest:"name"`
	Pin      string         `rest:"pin,writeonly"`
	Inner    string         `rest:"-" default:"inner-text"`
	Password rest.Password  `rest:"password,writeonly" validate:"min=4"`
	Reserve  *rest.Password `rest:"reserve,writeonly"`
}

// Entries have neither write-only members nor passwords, in the table too.
func TestHistoryKeepsNoSecrets(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		hasher := &passwords.Hasher{Cost: auth.HashCost{MemoryKiB: 8, Passes: 1}}
		s := server.New(t, server.Config{Set: func() *rest.Set {
			kept := rest.ViewSet[vaultRow]{Path: "/vaults/", History: &rest.History{Deleted: permission.Anyone}}
			return rest.NewSet("vaults", kept).Access(permission.Anyone).Kinds(rest.Passwords(hasher))
		}, Options: serve.Options{Now: time.Now}}, address)
		server.Must(t, s, "POST", "/vaults/", "admin", `{"name":"a","pin":"pin-text","password":"secret","reserve":"secret too"}`)
		server.Must(t, s, "PATCH", "/vaults/1/", "admin", `{"name":"b","pin":"pin-text-2","password":"secret-2"}`)
		server.Must(t, s, "PATCH", "/vaults/1/", "admin", `{"password":"secret-3","reserve":null}`) // no entry
		server.Must(t, s, "DELETE", "/vaults/1/", "admin", "")
		want := `admin destroy {"name":"b"} null
admin modify {"name":"a"} {"name":"b"}
admin create null {"name":"a"}`
		if got := strings.Join(server.HistoryOf(t, s, "admin", "/vaults/1/"), "\n"); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
		var stored string
		query := s.DB.Raw(`SELECT COALESCE("row_before", '') || COALESCE("row_after", '') FROM "vault_rows_history" ORDER BY "id"`)
		var list []string
		err := s.DB.Session().Each(t.Context(), query, []any{&stored}, func() error {
			list = append(list, stored)
			return nil
		})
		if got := strings.Join(list, " "); err != nil || got != `{"name":"a"} {"name":"a"}{"name":"b"} {"name":"b"}` {
			t.Errorf("stored: got %s, %v", got, err)
		}
	})
}
