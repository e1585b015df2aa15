package serve_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// fillErrands adds errand i, with a house that is closed every other time.
func fillErrands(t *testing.T, s *server.Server, i int) {
	t.Helper()
	for _, line := range strings.Split(fmt.Sprintf(`/houses/ {"name":"house %[1]d","closed":%[2]t,"keeper":2}
/errands/ {"title":"errand %[1]d","house":%[1]d,"second":1,"helper":3,"code":"x"}
/steps/ {"errand":%[1]d,"text":"first"}
/steps/ {"errand":%[1]d,"text":"second","secret":true}`, i, i%2 == 0), "\n") {
		path, body, _ := strings.Cut(line, " ")
		server.Must(t, s, "POST", path, "admin", body)
	}
}

// Clients choose members of lists and records, and see of what they expand what the rules let them.
func TestMembers(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Errands, Pages: server.PlainPages}, address)
		for i := range 2 {
			fillErrands(t, s, i+1)
		}
		var b strings.Builder
		for _, line := range strings.Split(strings.TrimSpace(`
bob /errands/
bob /errands/?fields=
bob /errands/?fields=title,id
admin /errands/?fields=title,house
bob /errands/?fields=title,house,shout
bob /errands/?omit=shout,placed,steps,owner,second
bob /errands/?fields=title,house&omit=title
admin /errands/?fields=house,title&expand=house
bob /errands/?fields=house,second,title&expand=house,second
admin /errands/?fields=second&expand=second.keeper
bob /errands/?fields=second&expand=second.keeper
bob /errands/?fields=house.name,second.id
admin /errands/?fields=steps&expand=steps
bob /errands/?fields=steps&expand=steps
admin /errands/?fields=owner.username,helper&expand=helper
bob /errands/?fields=owner,helper&expand=owner,helper
bob /errands/?fields=placed.name
bob /errands/?fields=placed&omit=placed.name
admin /errands/?fields=placed.keeper
admin /errands/?fields=placed.keeper.username,title&expand=placed.keeper
admin /errands/?omit=id,house,second,title,owner,helper,steps,placed,shout
admin /errands/?fields=placed&omit=placed.name,placed.keeper
bob /errands/?fields=title&ordering=-house.name
bob /errands/?expand=house&fields=house.errand_count&ordering=-title
bob /errands.yaml?fields=title,house&expand=house
bob /errands/2/?fields=title,house&expand=house
admin /errands/2.yaml?fields=title,house&expand=house
bob /errands/1/?omit=placed,shout&expand=second.keeper
bob /errands/?fields=titel,house.nam,x,placed.kepeer
bob /errands/?fields=code
bob /errands/?expand=title
bob /errands/?expand=houses&ordering=x&filed=title
bob /errands/?fields=title&fields=id
bob /errands/1/?fields=titel&x=1
bob /errands/1/?ordering=title
bob /errands/9/?fields=title
bob /plain/?fields=title
bob /plain/?fields=house.name
bob /plain/1/?fields=title&x=1
bob /houses/?fields=name`), "\n") {
			user, path, _ := strings.Cut(line, " ")
			w := server.SendAs(s, user, "GET", path, "")
			fmt.Fprintf(&b, "# %s\n%d %s\n\n", line, w.Code, w.Body)
		}
		golden.Check(t, "testdata/members.golden", b.String())
	})
}

// What clients leave out is not read, what they expand is read in the same statement, and the number of
// statements does not depend on the number of rows.
func TestMembersStatements(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Errands, Pages: server.PlainPages}, address)
		rows := 0
		for _, n := range []int{1, 10, 100} {
			for ; rows < n; rows++ {
				fillErrands(t, s, rows+1)
			}
			for _, tt := range []struct {
				path, reads, leaves string
			}{
				{"/errands/?expand=house,second.keeper,steps,owner,helper", "cottages users chore_steps", ""},
				{"/errands/?fields=title", "title", "cottages users chore_steps house_id code"},
				{"/errands/?fields=title,placed.name&ordering=house.name", "cottages", "users chore_steps code"},
				{"/errands/?omit=placed,owner,shout", "chore_steps", "owner_id code"},
				{"/errands/1/?fields=title", "title", "cottages users chore_steps house_id code"},
				{"/errands/1/?expand=house,second.keeper,steps,owner,helper", "cottages users chore_steps", ""},
			} {
				r := httptest.NewRequest("GET", tt.path, nil)
				r.SetBasicAuth("bob", "bob-password")
				got := server.Statements(t, s, r)
				if len(got) != 2 { // one finds the account
					t.Fatalf("GET %s of %d: got %d statements, want 2:\n%s", tt.path, n, len(got), strings.Join(got, "\n"))
				}
				for _, name := range strings.Fields(tt.reads) {
					if !strings.Contains(got[1], name) {
						t.Errorf("GET %s does not read %s: %s", tt.path, name, got[1])
					}
				}
				for _, name := range strings.Fields(tt.leaves) {
					if strings.Contains(got[1], name) {
						t.Errorf("GET %s reads %s: %s", tt.path, name, got[1])
					}
				}
			}
		}
	})
}
