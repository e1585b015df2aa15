package serve_test

import (
	"fmt"
	"net/http/httptest"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// cabinet is a row with members that are no columns of it.
type cabinet struct {
	ID     int64                     `rest:"id,readonly"`
	Name   string                    `rest:"name" validate:"max=20"`
	Owner  rest.BelongsTo[auth.User] `rest:"owner,optional,ondelete=null"`
	Topics rest.ManyToMany[topic]    `rest:"topics,readonly,show=name"`
	Books  rest.Count[volume]        `rest:"book_count"`
	Read   rest.Has[reader]          `rest:"read"`
	Whose  string                    `rest:"whose,readonly,path=owner.username"`
}

type topic struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=20"`
}

type volume struct {
	ID   int64                   `rest:"id,readonly"`
	Case rest.BelongsTo[cabinet] `rest:"case,ondelete=cascade"`
}

type reader struct {
	ID   int64                     `rest:"id,readonly"`
	Case rest.BelongsTo[cabinet]   `rest:"case,ondelete=cascade"`
	User rest.BelongsTo[auth.User] `rest:"user,ondelete=cascade"`
}

// The code of a team sorts rows by members that are no columns, and reads the keys of a many-to-many
// relation whatever it is shown by.
func TestRowsByDerivedOrder(t *testing.T) {
	type said struct {
		Text string `rest:"text"`
	}
	fill := func(call *rest.Call, _ rest.None) (rest.None, error) {
		for i, name := range []string{"a", "b", "c"} {
			row := &cabinet{Name: name, Owner: rest.BelongsTo[auth.User]{ID: int64(3 - i)}}
			if i == 0 {
				art := &topic{Name: "art"}
				if err := rest.Rows[topic](call).Create(art); err != nil {
					return rest.None{}, err
				}
				row.Topics.IDs = []int64{art.ID}
			}
			if err := rest.Rows[cabinet](call).Create(row); err != nil {
				return rest.None{}, err
			}
			for range (i + 1) % 3 { // one, two and no books
				if err := rest.Rows[volume](call).Create(&volume{Case: rest.BelongsTo[cabinet]{ID: row.ID}}); err != nil {
					return rest.None{}, err
				}
			}
		}
		return rest.None{}, rest.Rows[reader](call).Create(&reader{Case: rest.BelongsTo[cabinet]{ID: 2}, User: rest.BelongsTo[auth.User]{ID: call.User().ID}})
	}
	try := func(call *rest.Call, _ rest.None) (said, error) {
		text := ""
		for _, order := range []string{"book_count", "-book_count", "-read", "whose"} {
			list, err := rest.Rows[cabinet](call).Order(order, "name").Limit(9).All()
			if err != nil {
				return said{}, err
			}
			text += order + ":"
			for _, row := range list {
				text += row.Name
			}
			text += " "
		}
		first, err := rest.Rows[cabinet](call).Order("name").First()
		if err != nil {
			return said{}, err
		}
		return said{text + fmt.Sprint(first.Topics.IDs)}, nil
	}
	set := func() *rest.Set {
		return rest.NewSet("library",
			rest.ViewSet[cabinet]{Path: "/cabinets/"}, rest.ViewSet[topic]{Path: "/topics/"}, rest.ViewSet[volume]{Path: "/volumes/"}, rest.ViewSet[reader]{Path: "/readers/"},
			rest.Endpoint("/fill/", fill), rest.Endpoint("/try/", try, rest.GET),
		).Access(permission.Anyone)
	}
	databases(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: set}, address)
		ask := func(method, path, user string) *httptest.ResponseRecorder {
			r := httptest.NewRequest(method, path, nil)
			if user != "" {
				r.SetBasicAuth(user, user+"-password")
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			return w
		}
		if w := ask("POST", "/fill/", "alice"); w.Code != 204 {
			t.Fatalf("got %d %s", w.Code, w.Body)
		}
		for user, read := range map[string]string{"alice": "bac", "bob": "abc", "": "abc"} {
			want := `{"text":"book_count:cab -book_count:bac -read:` + read + ` whose:cba [1]"}`
			if w := ask("GET", "/try/", user); w.Code != 200 || w.Body.String() != want {
				t.Errorf("as %q: got %d %s, want %s", user, w.Code, w.Body, want)
			}
		}
	})
}
