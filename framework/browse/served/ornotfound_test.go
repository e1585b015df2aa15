// Tests of pages of hidden rows, and of rules about rows.

package served_test

import (
	"fmt"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/worlds"
)

// A page says why it has no button for what the rules refuse, and nothing of what they hide.
func TestRefusedOnPages(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Manuscripts, Pages: pages(t)}, address)
		server.Must(t, s, "POST", "/drafts/", "alice", `{"title":"a"}`)
		for user, want := range map[string][2]string{
			"":      {"Log in to change or delete this.", "Log in to do this."},
			"bob":   {"", "Only administrators may do this."},
			"admin": {"", ""},
		} {
			w := server.SendAs(s, user, "GET", "/drafts/1/", "", "Accept", "text/html")
			for _, text := range want {
				if text != "" && !strings.Contains(w.Body.String(), text) {
					t.Errorf("the page of %q lacks %q:\n%s", user, text, w.Body)
				}
			}
			if user != "" && (strings.Contains(w.Body.String(), "change this") || strings.Contains(w.Body.String(), "Only the owner")) {
				t.Errorf("the page of %q shows a hidden record", user)
			}
		}
	})
}

// diary is read by its owner.
type diary struct {
	ID    int64                     `rest:"id,readonly"`
	Name  string                    `rest:"name"`
	Owner rest.BelongsTo[auth.User] `rest:"owner,readonly,show=username"`
}

// diaryEntry is a part of a diary, which has an address without it.
type diaryEntry struct {
	ID    int64                 `rest:"id,readonly"`
	Diary rest.BelongsTo[diary] `rest:"diary,readonly,ondelete=cascade"`
	Text  string                `rest:"text"`
}

// diaries have rules about a row and along a relation. With inCode, a Go function decides about entries too.
func diaries(inCode bool) func() *rest.Set {
	return func() *rest.Set {
		mine, actions := permission.Me("diary.owner"), rest.List|rest.Create|rest.Retrieve|rest.Replace|rest.Modify|rest.Destroy
		if inCode {
			actions &^= rest.List
			mine = permission.All(mine, permission.RowFunc("is short", func(_ permission.Request, row any) bool { return len(row.(*diaryEntry).Text) < 100 }))
		}
		open := func(_ *rest.Call, e *diaryEntry, _ rest.None) (*diaryEntry, error) { return e, nil }
		return rest.NewSet("diaries",
			rest.ViewSet[diary]{Path: "/diaries/", Access: permission.Owner, Owner: rest.Field(func(d *diary) *rest.BelongsTo[auth.User] { return &d.Owner })},
			rest.ViewSet[diaryEntry]{Path: "/diaries/{diary}/entries/", RecordPath: "/entries/", Access: mine, Actions: actions, Extra: []rest.Action{rest.OnRecord("open", open)}},
		)
	}
}

// Every page of a hidden record is that of a missing one, to the byte: no page leads to the record that it belongs to.
func TestPagesOfHiddenRecord(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: diaries(false), Pages: pages(t)}, address)
		comparePagesOfHidden(t, s)
	})
	comparePagesOfHidden(t, server.New(t, server.Config{Set: diaries(true), Pages: pages(t)}, t.TempDir()+"/test.sqlite"))
}

func comparePagesOfHidden(t *testing.T, s *server.Server) {
	t.Helper()
	server.Must(t, s, "POST", "/diaries/", "alice", `{"name":"hers"}`)
	server.Must(t, s, "POST", "/diaries/1/entries/", "alice", `{"text":"secret"}`)
	for _, user := range []string{"", "bob"} {
		for _, at := range []string{"/entries/%d/", "/entries/%d/open/", "/diaries/%d/", "/diaries/%d/entries/"} {
			for _, line := range []string{
				"OPTIONS", "GET ?_show=options", "GET", "HEAD", "GET ?_show=delete", "GET ?_show=edit", "GET ?_show=duplicate", "GET ?_show=create",
				"PUT", "PATCH", "DELETE", "POST", "POST _method=PATCH", "POST _method=DELETE", "POST _method=PUT&_whole=1&text=", "POST ?_dry_run=true _method=PUT&text=x", "POST _method=OPTIONS",
			} {
				method, query, _ := strings.Cut(line, " ")
				query, form, _ := strings.Cut(query, " ")
				headers := []string{"Accept", "text/html", "Content-Type", "application/json"}
				if !strings.HasPrefix(query, "?") {
					query, form = "", query
				}
				body := "{}"
				if form != "" {
					headers[3], body = "application/x-www-form-urlencoded", form
				}
				var got [2]string
				for i, key := range []int{1, 9} {
					w := server.SendAs(s, user, method, fmt.Sprintf(at, key)+query, body, headers...)
					text := fmt.Sprint(w.Code, w.Header(), w.Body)
					record, _, _ := strings.Cut(at, "%d")
					got[i] = strings.ReplaceAll(text, fmt.Sprintf("%s%d/", record, key), record+"KEY/")
				}
				if got[0] != got[1] {
					t.Errorf("%s %s as %q differs for a hidden record and a missing one:\n%s", line, at, user, golden.Lines(got[1], got[0]))
				}
			}
		}
	}
}

// A configuration whose rules look at rows along relations: tickets are read by whoever sees their
// project, and written by its members.

// ids are the keys of a list.
func ids(s *server.Server, path, user string) string {
	_, list := server.Call(s, "GET", path, user, "")
	var keys []string
	for _, part := range strings.Split(list, `{"id":`)[1:] {
		key, _, _ := strings.Cut(part, ",")
		keys = append(keys, key)
	}
	return strings.Join(keys, " ")
}

// A rule along relations filters lists and counts, records, relations, choices and titles alike.
func TestRelationRuleReads(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := worlds.Tracker(t, address, pages(t))
		if _, err := server.Direct(t, address).Exec("INSERT INTO tickets_related VALUES (1, 2), (1, 3)"); err != nil {
			t.Fatal(err)
		}
		for user, want := range map[string]string{"alice": "1 2", "bob": "1 3", "": "1", "admin": "1"} {
			if got := ids(s, "/tickets/", user); got != want {
				t.Errorf("tickets of %q: got %s, want %s", user, got, want)
			}
			n := len(strings.Fields(want))
			if _, got := server.Call(s, "GET", "/tickets/", user, ""); !strings.HasPrefix(got, fmt.Sprintf(`{"count":%d,`, n)) {
				t.Errorf("count of tickets of %q: got %s, want %d", user, got, n)
			}
			for id := 1; id <= 3; id++ {
				status, got := server.Call(s, "GET", fmt.Sprintf("/tickets/%d/", id), user, "")
				if seen := strings.Contains(want, fmt.Sprint(id)); seen != (status == 200) || !seen && status != 404 {
					t.Errorf("ticket %d of %q: got %d %s", id, user, status, got)
				}
			}
			var related []string
			for _, id := range []string{"2", "3"} {
				if strings.Contains(want, id) {
					related = append(related, id)
				}
			}
			if _, got := server.Call(s, "GET", "/tickets/1/", user, ""); !strings.Contains(got, `"related":[`+strings.Join(related, ",")+`]`) {
				t.Errorf("ticket 1 of %q: got %s, want related %v", user, got, related)
			}
		}
		page := server.SendAs(s, "alice", "GET", "/tickets/1/", "", "Accept", "text/html").Body.String()
		if !strings.Contains(page, "ticket 2") || strings.Contains(page, "ticket 3") || strings.Contains(page, `>his<`) {
			t.Errorf("page of alice: got\n%s\nwant choices of the projects and tickets that she sees", page)
		}
		if !strings.Contains(page, `value="PUT"`) || !strings.Contains(page, `value="DELETE"`) {
			t.Errorf("page of alice has no forms:\n%s", page)
		}
		if page := server.SendAs(s, "bob", "GET", "/tickets/1/", "", "Accept", "text/html").Body.String(); strings.Contains(page, `value="PUT"`) {
			t.Errorf("page of bob has a form for what he may not change:\n%s", page)
		}
		if got, want := ids(s, "/watched/", "alice")+";"+ids(s, "/unwatched/", "alice")+";"+ids(s, "/watched/", ""), "1;2;"; got != want {
			t.Errorf("watched: got %s, want %s", got, want)
		}
		if got := ids(s, "/quiet/", ""); got != "2 3" {
			t.Errorf("quiet: got %s, want 2 3", got)
		}
	})
}

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

// suit has rows whose references are limited, by a fixed condition and by one that looks at the row.
type suit struct {
	ID   int64                   `rest:"id,readonly"`
	Cuts rest.HasMany[cut]       `rest:"-"`
	Rows rest.Nested[cutOfASuit] `rest:"cuts,of=cuts,nested=merge,optional"`
}

type cut struct {
	ID    int64                 `rest:"id,readonly"`
	Suit  rest.BelongsTo[suit]  `rest:"suit,ondelete=cascade"`
	Cloth rest.BelongsTo[cloth] `rest:"cloth"`
	Width int64                 `rest:"width" default:"1"`
}

type cutOfASuit struct {
	ID    int64                 `rest:"id,readonly"`
	Cloth rest.BelongsTo[cloth] `rest:"cloth"`
	Width int64                 `rest:"width" default:"1"`
}

type cloth struct {
	ID    int64  `rest:"id,readonly"`
	Name  string `rest:"name" validate:"max=9"`
	Sold  bool   `rest:"sold"`
	Width int64  `rest:"width"`
}

// The lines of a form offer what the references of nested rows may lead to, as far as other values of the row do not decide it.
func TestLimitedChoicesOfNestedRows(t *testing.T) {
	set := rest.NewSet("tailor",
		rest.ViewSet[suit]{Path: "/suits/"},
		rest.ViewSet[cloth]{Path: "/cloths/"},
		rest.ViewSet[cut]{Path: "/cuts/", LimitChoices: []rest.LimitChoices{
			{Field: "cloth", To: predicate.And(predicate.Eq("sold", false), predicate.Eq("width", predicate.OuterRef("width")))},
		}},
	).Access(permission.Anyone)
	s := server.New(t, server.Config{Set: func() *rest.Set { return set }, Pages: pages(t)}, t.TempDir()+"/test.sqlite")
	for _, body := range []string{`{"name":"linen","sold":false,"width":1}`, `{"name":"silk","sold":true,"width":1}`, `{"name":"wool","sold":false,"width":2}`} {
		server.Must(t, s, "POST", "/cloths/", "", body)
	}
	page := server.SendAs(s, "", "GET", "/suits/?_show=create", "", "Accept", "text/html").Body.String()
	for text, want := range map[string]bool{">linen<": true, ">silk<": false, ">wool<": true} {
		if strings.Contains(page, text) != want {
			t.Errorf("the form offers %s: %t, want %t", text, !want, want)
		}
	}
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
