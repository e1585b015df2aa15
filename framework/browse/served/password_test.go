package served_test

import (
	"net/http"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/passwords"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// A password that is sent is stored as its hash, by every operation, and nothing shows it.
func TestPasswords(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		hasher := &passwords.Hasher{Cost: auth.HashCost{MemoryKiB: 8, Passes: 1}}
		s := server.New(t, server.Config{Set: func() *rest.Set { return sets.Logins(rest.Passwords(hasher)) }, Pages: pages(t)}, address)
		stored := func(id, column, want string) {
			t.Helper()
			var hash string
			query := s.DB.Raw(`SELECT COALESCE("` + column + `", '') FROM "logins" WHERE "id" = ` + id)
			if _, err := s.DB.Session().Row(t.Context(), query, []any{&hash}); err != nil {
				t.Fatal(err)
			}
			if ok, err := hasher.Verify(t.Context(), hash, want); want != "" && (!ok || err != nil) || strings.Contains(hash, "secret") || want == "" && hash != "" {
				t.Errorf("%s of row %s is %q, which is not a hash of %q: %v", column, id, hash, want, err)
			}
		}
		const row = `{"id":1,"name":"ann"}`
		for _, tt := range []struct {
			method, path, body string
			status             int
			want, password     string
		}{
			{"POST", "/logins/", `{"name":"ann","password":" secret1 "}`, 201, row, " secret1 "},
			{"PATCH", "/logins/1/", `{"name":"ann"}`, 200, row, " secret1 "},
			{"PATCH", "/logins/1/", `{"password":"abc"}`, 400, `{"password":["Ensure this field has at least 4 characters."]}`, " secret1 "},
			{"PATCH", "/logins/1/", `{"password":"` + strings.Repeat("é", 73) + `"}`, 400, `{"password":["Ensure this field has no more than 72 characters."]}`, " secret1 "},
			{"PATCH", "/logins/1/", `{"password":"  "}`, 400, `{"password":["This field may not be blank."]}`, " secret1 "},
			{"PATCH", "/logins/1/", `{"password":null}`, 400, `{"password":["This field may not be null."]}`, " secret1 "},
			{"PATCH", "/logins/1/", `{"password":["secret"]}`, 400, `{"password":["Not a valid string."]}`, " secret1 "},
			{"PUT", "/logins/1/", `{"name":"ann","password":"secret2"}`, 200, row, "secret2"},
			{"POST", "/logins/1/set/", `{"password":"` + strings.Repeat("x", auth.MaxPassword+1) + `"}`, 400, `{"password":["Ensure this field has no more than 4096 bytes."]}`, "secret2"},
			{"POST", "/logins/1/set/", `{"password":"` + strings.Repeat("x", auth.MaxPassword) + `"}`, 200, row, strings.Repeat("x", auth.MaxPassword)},
			{"POST", "/logins/1/set/", `{"password":"secret3"}`, 200, row, "secret3"},
			{"PATCH", "/logins/", `[{"id":1,"password":"secret4"}]`, 200, `[` + row + `]`, "secret4"},
			{"GET", "/logins/", "", 200, `[` + row + `]`, "secret4"},
			{"GET", "/logins/?password=secret4", "", 400, "", "secret4"},
			{"GET", "/logins/?ordering=password", "", 400, "", "secret4"},
			{"GET", "/logins.csv", "", 200, "id,name\r\n1,ann\r\n", "secret4"},
		} {
			status, got := server.Call(s, tt.method, tt.path, "", tt.body)
			if status != tt.status || tt.want != "" && got != tt.want || strings.Contains(got, "secret") && tt.path != "/logins/?password=secret4" {
				t.Errorf("%s %s %s: got %d %s, want %d %s", tt.method, tt.path, tt.body, status, got, tt.status, tt.want)
			}
			stored("1", "password", tt.password)
		}
		server.Must(t, s, "POST", "/logins/", "", `[{"name":"ben","password":"secret5","reserve":"secret6"},{"name":"cem","password":"secret7"}]`)
		stored("2", "reserve", "secret6")
		stored("3", "password", "secret7")
		stored("3", "reserve", "")
		tag := server.SendAs(s, "alice", "GET", "/logins/1/", "").Header().Get("ETag")
		form := server.SendAs(s, "alice", "POST", "/logins/1/", "_method=PUT&name=ann&password=&reserve=", "Content-Type", "application/x-www-form-urlencoded")
		stored("1", "password", "secret4")
		server.Must(t, s, "PATCH", "/logins/1/", "", `{"password":"secret8"}`)
		if again := server.SendAs(s, "alice", "GET", "/logins/1/", "").Header().Get("ETag"); form.Code != http.StatusOK || again != tag {
			t.Errorf("the form left empty answers %d %s; another password has the tag %s, want %s", form.Code, form.Body, again, tag)
		}
		if page := server.SendAs(s, "alice", "GET", "/logins/1/", "", "Accept", "text/html").Body.String(); !strings.Contains(page, `type="password"`) || strings.Contains(page, "argon2") {
			t.Errorf("the page asks for no password, or shows a hash:\n%s", page)
		}
	})
}
