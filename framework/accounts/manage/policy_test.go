package manage_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/accounts/manage"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/passwords"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// rhymes is a policy: a password says where it is for.
func rhymes(password string, of *auth.User) []string {
	if strings.Contains(password, "shelf") {
		return nil
	}
	return []string{"It has to contain the word shelf, " + of.Username + "."}
}

type locker struct {
	ID   int64         `rest:"id,readonly"`
	Code rest.Password `rest:"code,writeonly"`
}

// One policy judges passwords for the endpoints of accounts, for the code of the team, and for fields whose hasher has it.
func TestPasswordPolicy(t *testing.T) {
	signUp := rest.Endpoint("/sign-up/", func(c *rest.Call, in struct {
		Password string `rest:"password,writeonly"`
	},
	) (rest.None, error) {
		var wrong problem.Fields
		for _, message := range c.PasswordMistakes(in.Password, &auth.User{Username: "carol"}) {
			wrong.Add("password", "%s", message)
		}
		return rest.None{}, wrong.Err()
	}, rest.Allow(permission.Anyone))
	s := &service{Server: server.New(t, server.Config{Basic: true, Set: func() *rest.Set {
		return rest.NewSet("shelf", rest.ViewSet[locker]{Path: "/lockers/", Access: permission.Anyone}, signUp).Include(manage.Endpoints(manage.Options{})...).
			PasswordPolicy(rhymes).Kinds(rest.Passwords(&passwords.Hasher{Policy: rhymes, Cost: auth.HashCost{MemoryKiB: 8, Passes: 1}}))
	}, Accounts: []server.Account{{Name: "alice", Password: "alice-password"}}}, ":memory:")}
	change := func(password string) *httptest.ResponseRecorder {
		return s.call("alice:alice-password", "/accounts/password-change/", `{"old_password":"alice-password","new_password":"`+password+`"}`)
	}
	check(t, change("correct-horse"), 400, `{"new_password":["It has to contain the word shelf, alice."]}`)
	check(t, change(strings.Repeat("shelf", 1000)), 400, "")
	check(t, s.call("", "/sign-up/", `{"password":"correct-horse"}`), 400, `{"password":["It has to contain the word shelf, carol."]}`)
	check(t, s.call("", "/sign-up/", `{"password":"shelf"}`), 204, "")
	check(t, s.call("", "/lockers/", `{"code":"correct-horse"}`), 400, `{"code":["It has to contain the word shelf, ."]}`)
	check(t, s.call("", "/lockers/", `{"code":"shelf"}`), 201, "")
	check(t, change("shelf"), 200, "") // though it is short
}
