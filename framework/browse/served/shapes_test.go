package served_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// A configuration with every kind of member that is no column of its row, and with representations of
// their own for lists, records, creates and changes. Folders may be private, remarks secret and marks
// hidden: who is no administrator does not see those.

// fillBureau adds one of everything; the first issue has a value in every member.
func fillBureau(t *testing.T, h *server.Server, i int) {
	t.Helper()
	for _, line := range strings.Split(fmt.Sprintf(`/folders/ {"name":"folder %[1]d","visibility":%[2]q,"head":2}
/marks/ {"name":"mark \"%[1]d\" é\u0001","hidden":%[3]t}
/marks/ {"name":"plain"}
/issues/ {"folder":%[1]d,"title":"issue %[1]d","dueDate":"2026-01-0%[4]d","weight":0.3,"marks":[%[5]d,%[6]d],"watchers":[2]}
/remarks/ {"issue":%[1]d,"text":"first \\ %[1]d","cost":"1.250","rate":1e-7,"at":"2024-05-06T07:08:09.1Z","day":"0001-01-02","took":"1 00:00:01","author":2}
/remarks/ {"issue":%[1]d,"text":"second","secret":true}
/stars/ {"issue":%[1]d,"user":3}`,
		i, []string{"private", "public"}[i%2], i%3 == 0, i%9+1, 2*i-1, 2*i), "\n") {
		path, body, _ := strings.Cut(line, " ")
		server.Must(t, h, "POST", path, "admin", body)
	}
}

// The number of statements does not depend on the number of rows, whatever is nested.
func TestShapesStatements(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: sets.Bureau, Pages: pages(t)}, address)
		rows := 0
		for _, n := range []int{1, 10, 100} {
			for ; rows < n; rows++ {
				fillBureau(t, h, rows+1)
			}
			for path, want := range map[string]int{"/issues/": 2, "/issues/1/": 2, "/shaped/": 2, "/shaped/1/": 2, "/issues.yaml": 2} {
				if got := server.StatementsAs(t, h, "bob", "GET", path, ""); len(got) != want { // one finds the account
					t.Errorf("GET %s of %d: got %d statements, want %d:\n%s", path, n, len(got), want, strings.Join(got, "\n"))
				}
			}
		}
	})
}

// The text of the plan says what every member is read from.
func TestShapesText(t *testing.T) {
	p, err := sets.Bureau().Compile()
	if err != nil {
		t.Fatal(err)
	}
	text, _, _ := strings.Cut(p.String(), "\ntable ")
	golden.Check(t, "testdata/shapes_plan.golden", text)
}

// Pages show members that are no columns as any other, and their forms send what each operation is
// given: a field of the create only is not in the form that changes a record.
func TestShapesPages(t *testing.T) {
	h := server.New(t, server.Config{Set: sets.Bureau, Pages: pages(t)}, ":memory:")
	for i := range 2 {
		fillBureau(t, h, i+1)
	}
	p := newPerson(t, h, "admin")
	inputs := func(page string) string {
		var names []string
		for _, m := range regexp.MustCompile(`name="([a-zA-Z][^"]*)"`).FindAllStringSubmatch(page, -1) {
			if own := []string{"color-scheme", "next", "q", "viewport", "format"}; !slices.Contains(append(own, names...), m[1]) {
				names = append(names, m[1])
			}
		}
		return strings.Join(names, " ")
	}
	for _, tt := range []struct {
		path, inputs string
		texts        []string
	}{
		{"/issues/", "folder title dueDate price weight marks watchers", []string{"Days left", "folder 1"}},
		{"/issues/1/", "title dueDate price weight marks watchers", []string{"Days left", "folder 1", "second"}},
		{"/shaped/", "folder title", []string{"folder 1", "issue 2"}},
		{"/shaped/1/", "title", []string{"ISSUE 10.5", "issue 1", "second"}},
	} {
		page := p.send(200, tt.path, "").Body.String()
		p.has(page, tt.texts...)
		if got := inputs(page); got != tt.inputs {
			t.Errorf("GET %s: got the inputs %q, want %q", tt.path, got, tt.inputs)
		}
	}
	p.send(200, "/shaped/1/", "_method=PUT&title=changed")
	p.send(400, "/shaped/1/", "_method=PUT&title=much+too+long")
	p.send(200, "/issues/1/", "_method=PUT&title=again&price=1&weight=2&_whole=1")
	if _, got := server.Call(h, "GET", "/shaped/1/", "admin", ""); !strings.Contains(got, `"name":"again","folder":1,"price":"1.00"`) {
		t.Errorf("after both forms: got %s", got)
	}
}
