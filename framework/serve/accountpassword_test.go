// Tests of a resource on the accounts whose clients send passwords.

package serve_test

import (
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/passwords"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type member struct {
	ID       int64         `rest:"id,readonly"`
	Username string        `rest:"username,unique" validate:"max=150"`
	Password rest.Password `rest:"password,writeonly" validate:"min=8"`
}

// A resource on the table of accounts may take the password of an account. Its hash is the one that the login
// compares.
func TestPasswordOfAccount(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("members",
			rest.ViewSet[member]{Path: "/members/", Table: "users", Actions: rest.Create | rest.Modify, Access: permission.Anyone},
			rest.ViewSet[member]{Path: "/me/", Table: "users", Singleton: true, Actions: rest.Retrieve | rest.Modify, Access: permission.SignedIn},
		).Kinds(rest.Passwords(&passwords.Hasher{Cost: auth.HashCost{MemoryKiB: 8, Passes: 1}}))
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: set, Pages: server.PlainPages, Basic: true}, address)
		for _, step := range []struct {
			user, method, path, body string
			status                   int
			want                     string
		}{
			{"", "POST", "/members/", `{"username":"zoe","password":"zoe"}`, 400, `{"password":["Ensure this field has at least 8 characters."]}`},
			{"zoe", "GET", "/me/", ``, 403, `{"detail":"Invalid username/password."}`},
			{"", "POST", "/members/", `{"username":"zoe","password":"zoe-password"}`, 201, `{"id":5,"username":"zoe"}`},
			{"zoe", "GET", "/me/", ``, 200, `{"id":5,"username":"zoe"}`},
			{"zoe", "PATCH", "/me/", `{"username":"zed"}`, 200, `{"id":5,"username":"zed"}`},
			{"zed", "GET", "/me/", ``, 403, `{"detail":"Invalid username/password."}`},
		} {
			status, answer := server.Call(s, step.method, step.path, step.user, step.body)
			if status != step.status || answer != step.want {
				t.Errorf("%s %s %s as %q: got %d %s, want %d %s", step.method, step.path, step.body, step.user, status, answer, step.status, step.want)
			}
		}
		change := server.SendAs(s, "", "PATCH", "/me/", `{"password":"zed-password"}`, "Content-Type", "application/json", "Authorization", "Basic emVkOnpvZS1wYXNzd29yZA==")
		if change.Code != 200 {
			t.Fatalf("the change of the password: got %d %s", change.Code, change.Body)
		}
		if status, answer := server.Call(s, "GET", "/me/", "zed", ""); status != 200 {
			t.Errorf("with the new password: got %d %s", status, answer)
		}
		if _, err := server.Direct(t, address).Exec("UPDATE users SET password = '' WHERE id = 5"); err != nil {
			t.Fatal(err)
		}
		if status, answer := server.Call(s, "PATCH", "/members/5/", "", `{"username":"zak"}`); status != 200 {
			t.Errorf("the change of an account without a password: got %d %s", status, answer)
		}
	})
}
