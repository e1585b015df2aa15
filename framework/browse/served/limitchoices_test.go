package served_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// filledGuilds are the guilds a and b, of which alice is in the first, with a badge each; errands 1 and 2 of a, and 3 of b.
func filledGuilds(t *testing.T, address string, options database.Options) *server.Server {
	t.Helper()
	s := server.New(t, server.Config{Set: sets.CraftGuilds, Pages: pages(t), Store: options}, address)
	for _, line := range []string{
		`/guilds/ {"name":"a"}`, `/guilds/ {"name":"b"}`, `/members/ {"guild":1,"who":"alice"}`, `/badges/ {"guild":1,"name":"x"}`, `/badges/ {"guild":2,"name":"y"}`,
		`/errands/ {"guild":"a","name":"first"}`, `/errands/ {"guild":"a","name":"second","above":1,"badges":[1],"doer":"alice"}`, `/errands/ {"guild":"b","name":"third"}`,
	} {
		path, body, _ := strings.Cut(line, " ")
		server.Must(t, s, "POST", path, "", body)
	}
	return s
}

// The form of a record offers what its references may lead to.
func TestLimitedChoicesOffered(t *testing.T) {
	s := filledGuilds(t, t.TempDir()+"/test.sqlite", database.Options{})
	server.Must(t, s, "POST", "/errands/", "", `{"guild":"a","name":"done","state":"closed"}`)
	page := server.SendAs(s, "admin", "GET", "/errands/2/", "", "Accept", "text/html").Body.String()
	_, form, _ := strings.Cut(page, `name="above"`)
	form, _, _ = strings.Cut(form, "</form>")
	for text, want := range map[string]bool{">first<": true, ">third<": false, ">done<": false, ">x<": true, ">y<": false, ">alice<": true, ">bob<": false} {
		if strings.Contains(form, text) != want {
			t.Errorf("the form offers %s: %t, want %t", text, !want, want)
		}
	}
}
