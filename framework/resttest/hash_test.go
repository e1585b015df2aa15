// A test that leaked hashes are noticed.

package resttest

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
)

// leak is what an operation answers that gives away what it should not.
type leak struct {
	Password string `rest:"password"`
}

// A hash of a password in an answer is found out: the one that the kit's accounts begin with, and the one
// that a login by a form makes of it.
func TestHashesAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	stored := ""
	set := func() *rest.Set {
		return rest.NewSet("leaks", rest.Endpoint("/leak/", func(*rest.Call, rest.None) (leak, error) { return leak{stored}, nil }, rest.GET, rest.Allow(permission.Anyone)))
	}
	s := NewServer(t, Config{Set: set, Pages: pagesOf(plan.Theme{})}, filepath.Join(t.TempDir(), "test.db"))
	db, err := s.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	leaks := func() error {
		if err := db.QueryRowContext(t.Context(), "SELECT password FROM users WHERE username = 'alice'").Scan(&stored); err != nil {
			t.Fatal(err)
		}
		answer := sendAs(s, "", "GET", "/leak/", "")
		return Step{Request: answer.Request, Answer: answer.ResponseRecorder}.Broken()
	}
	if err := leaks(); err == nil || !strings.Contains(err.Error(), "the hash of a password") {
		t.Errorf("of %s: got %v", stored, err)
	}
	before := stored
	login := httptest.NewRequest(http.MethodPost, "/api-auth/login/", strings.NewReader("username=alice&password=alice-password"))
	login.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	s.ServeHTTP(httptest.NewRecorder(), login)
	if err := leaks(); err == nil || !strings.Contains(err.Error(), "the hash of a password") || stored == before {
		t.Errorf("of %s: got %v", stored, err)
	}
}
