package served_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type door struct {
	ID     int64  `rest:"id,readonly"`
	Name   string `rest:"name"`
	Secret string `rest:"secret,writeonly"`
	Floor  int64  `rest:"floor" default:"1" validate:"min=0,max=9"`
}

// A page never shows a write-only value, neither the stored nor the typed one; a form that leaves
// it empty keeps it.
func TestWriteOnlyForm(t *testing.T) {
	var saved []string
	set := func() *rest.Set {
		return rest.NewSet("doors", rest.ViewSet[door]{
			Path: "/doors/", Access: permission.Anyone,
			Preview: func(_ context.Context, d *door) (rest.Preview, error) {
				saved = append(saved, d.Secret)
				return rest.Preview{}, nil
			},
		})
	}
	s := server.New(t, server.Config{Set: set, Pages: pages(t)}, ":memory:")
	post := func(path string, fields ...string) (int, string) {
		form := url.Values{}
		for i := 0; i < len(fields); i += 2 {
			form.Set(fields[i], fields[i+1])
		}
		w := server.SendAs(s, "alice", "POST", path, form.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
		return w.Code, w.Body.String()
	}
	check := func(step string, status, want int, page string) {
		t.Helper()
		if status != want || strings.Contains(page, "sesame") || strings.Contains(page, "typed-secret") {
			t.Errorf("%s: got %d, want %d and no secret in:\n%s", step, status, want, page)
		}
	}
	status, page := post("/doors/", "name", "cave", "secret", "sesame")
	check("create", status, http.StatusCreated, page)
	status, page = post("/doors/1/", "_method", "PUT", "name", "cave", "secret", "typed-secret", "floor", "99")
	check("refused", status, http.StatusBadRequest, page)
	status, page = post("/doors/1/", "_method", "PUT", "name", "cavern", "secret", "", "floor", "2")
	check("saved with the field left empty", status, http.StatusOK, page)
	if !strings.Contains(page, `type="password"`) {
		t.Errorf("the form has no password input:\n%s", page)
	}
	if got := strings.Join(saved, " "); strings.Trim(strings.ReplaceAll(got, "sesame", ""), " ") != "" {
		t.Errorf("stored secrets: got %q, want sesame each time", got)
	}
	if w := server.SendAs(s, "alice", "PUT", "/doors/1/", `{"name":"x"}`, "Content-Type", "application/json"); w.Code != http.StatusBadRequest {
		t.Errorf("JSON without the field: got %d, want 400", w.Code)
	}
}
