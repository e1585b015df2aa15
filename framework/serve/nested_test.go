package serve_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/serve"
)

// purchase has everything in it that rows may nest.
type purchase struct {
	ID      int64                       `rest:"id,readonly"`
	Title   string                      `rest:"title,unique" validate:"max=20"`
	Lines   rest.HasMany[purchaseLine]  `rest:"-"`
	ToID    rest.BelongsTo[destination] `rest:"-,optional" db:"to_id"`
	Stamps  rest.ManyToMany[waxSeal]    `rest:"-"`
	Helpers rest.HasMany[helper]        `rest:"-"`

	Rows   rest.Nested[lineBrief]    `rest:"lines,of=lines,nested=replace,optional" validate:"max=1000"`
	To     rest.Nested[destination]  `rest:"to,of=to_id,nested=merge,optional"`
	Marks  rest.Nested[waxSealBrief] `rest:"stamps,of=stamps,nested=merge,optional,order=name" validate:"max=1000"`
	People rest.Nested[helperBrief]  `rest:"helpers,of=helpers,nested=replace,by=user,optional"`
}

type purchaseLine struct {
	ID       int64                    `rest:"id,readonly"`
	Purchase rest.BelongsTo[purchase] `rest:"purchase,ondelete=cascade"`
	Item     string                   `rest:"item" validate:"max=10"`
	Pieces   int64                    `rest:"pieces" default:"1" validate:"min=1"`
	Secret   bool                     `rest:"secret" default:"false"`
	Remarks  rest.HasMany[lineRemark] `rest:"-"`
}

type lineBrief struct {
	ID      int64                    `rest:"id,readonly"`
	Item    string                   `rest:"item"`
	Pieces  int64                    `rest:"pieces" default:"1"`
	Remarks rest.Nested[remarkBrief] `rest:"remarks,of=remarks,nested=replace,optional"`
}

type lineRemark struct {
	ID   int64                        `rest:"id,readonly"`
	Line rest.BelongsTo[purchaseLine] `rest:"line,ondelete=cascade"`
	Text string                       `rest:"text" validate:"max=10"`
}

type remarkBrief struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text"`
}

type destination struct {
	ID   int64  `rest:"id,readonly"`
	City string `rest:"city" validate:"max=10"`
}

type waxSeal struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=10"`
}

type waxSealBrief struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

// helper joins purchases and users, with a column of its own.
type helper struct {
	ID       int64                     `rest:"id,readonly"`
	Purchase rest.BelongsTo[purchase]  `rest:"purchase,ondelete=cascade"`
	User     rest.BelongsTo[auth.User] `rest:"user,show=username"`
	Role     string                    `rest:"role" validate:"oneof=buyer seller"`
}

type helperBrief struct {
	User rest.BelongsTo[auth.User] `rest:"user,show=username"`
	Role string                    `rest:"role"`
}

// purchases is a service of them.
type purchases struct {
	*resttest.Server
	said []string // what hooks were run with
}

func newPurchases(t testing.TB, address string) *purchases {
	t.Helper()
	s := &purchases{}
	note := func(word string) func(*rest.Call, *purchaseLine) error {
		return func(call *rest.Call, l *purchaseLine) error {
			s.said = append(s.said, fmt.Sprintf("%s %s %s", call.Operation().Name, word, l.Item))
			return nil
		}
	}
	shown := permission.Where("not secret", predicate.Ne("secret", true))
	kept := permission.Where("not frozen", predicate.Ne("item", "frozen"))
	set := func() *rest.Set {
		bulk := rest.Bulk{Actions: rest.Create | rest.Modify, Max: 1000}
		return rest.NewSet("shop",
			rest.ViewSet[purchase]{Path: "/purchases/", Bulk: bulk},
			rest.ViewSet[purchaseLine]{
				Path: "/lines/", Access: permission.Any(permission.Admin, permission.All(shown, permission.Any(permission.ReadOnly, kept))),
				Serializer: rest.Serializer[purchaseLine]{BeforeCreate: note("before"), AfterCreate: note("after"), BeforeUpdate: note("before"), BeforeDelete: note("before")},
			},
			rest.ViewSet[lineRemark]{Path: "/remarks/"},
			rest.ViewSet[destination]{Path: "/destinations/"},
			rest.ViewSet[waxSeal]{Path: "/seals/"},
			rest.ViewSet[helper]{Path: "/helpers/"},
			rest.ViewSet[auth.User]{Path: "/users/", Actions: rest.ReadOnly},
		).Access(permission.Anyone)
	}
	s.Server = resttest.NewServer(t, resttest.Config{Set: set, Pages: pages(t), Options: serve.Options{Now: time.Now}}, address)
	return s
}

func (s *purchases) do(t *testing.T, request, want string) {
	t.Helper()
	words := strings.SplitN(request, " ", 4)
	body := ""
	if len(words) == 4 {
		body = words[3]
	}
	user := words[0]
	if user == "nobody" {
		user = ""
	}
	status, answer := call(s, words[1], words[2], user, body)
	if got := fmt.Sprint(status, " ", answer); got != want {
		t.Errorf("%s:\n got %s\nwant %s", request, got, want)
	}
}

// Rows are made, changed, related and deleted with the one that they are nested in.
func TestNested(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newPurchases(t, address)
		for _, step := range []struct{ request, want string }{
			{
				`nobody POST /purchases/ {"title":"a","lines":[{"item":"x"},{"item":"y","pieces":2,"remarks":[{"text":"r"}]}]}`,
				`201 {"id":1,"title":"a","lines":[{"id":1,"item":"x","pieces":1,"remarks":[]},{"id":2,"item":"y","pieces":2,"remarks":[{"id":1,"text":"r"}]}],"to":null,"stamps":[],"helpers":[]}`,
			},
			{ // the others are deleted
				`nobody PATCH /purchases/1/ {"lines":[{"id":2,"pieces":3,"remarks":[{"text":"s"},{"id":1}]},{"item":"z"}]}`,
				`200 {"id":1,"title":"a","lines":[{"id":2,"item":"y","pieces":3,"remarks":[{"id":1,"text":"r"},{"id":2,"text":"s"}]},{"id":3,"item":"z","pieces":1,"remarks":[]}],"to":null,"stamps":[],"helpers":[]}`,
			},
			{ // what is left out stays
				`nobody PATCH /purchases/1/ {"title":"b"}`,
				`200 {"id":1,"title":"b","lines":[{"id":2,"item":"y","pieces":3,"remarks":[{"id":1,"text":"r"},{"id":2,"text":"s"}]},{"id":3,"item":"z","pieces":1,"remarks":[]}],"to":null,"stamps":[],"helpers":[]}`,
			},
			{
				`nobody PUT /purchases/1/ {"title":"b","lines":[],"to":{"city":"Bern"},"stamps":[{"name":"red"},{"name":"blue"}],"helpers":[{"user":"admin","role":"buyer"}]}`,
				`200 {"id":1,"title":"b","lines":[],"to":{"id":1,"city":"Bern"},"stamps":[{"id":2,"name":"blue"},{"id":1,"name":"red"}],"helpers":[{"user":"admin","role":"buyer"}]}`,
			},
			{ // merge leaves those that are not sent, and by= names a row by what it is about
				`nobody PUT /purchases/1/ {"title":"b","to":{"id":1,"city":"Rome"},"stamps":[{"id":1,"name":"pink"},{"name":"grey"}],"helpers":[{"user":"admin","role":"seller"}]}`,
				`200 {"id":1,"title":"b","lines":[],"to":{"id":1,"city":"Rome"},"stamps":[{"id":2,"name":"blue"},{"id":3,"name":"grey"},{"id":1,"name":"pink"}],"helpers":[{"user":"admin","role":"seller"}]}`,
			},
			{`nobody GET /helpers/`, `200 [{"id":1,"purchase":1,"user":"admin","role":"seller"}]`},
			{`nobody PATCH /purchases/1/ {"to":null,"helpers":[]}`, `200 {"id":1,"title":"b","lines":[],"to":null,"stamps":[{"id":2,"name":"blue"},{"id":3,"name":"grey"},{"id":1,"name":"pink"}],"helpers":[]}`},
			{`nobody GET /helpers/`, `200 []`},
			{`nobody GET /destinations/`, `200 [{"id":1,"city":"Rome"}]`},
			{ // rows of another parent can be related where they are joined, and not where they refer to theirs
				`nobody POST /purchases/ {"title":"c","to":{"id":1},"stamps":[{"id":1}]}`,
				`201 {"id":2,"title":"c","lines":[],"to":{"id":1,"city":"Rome"},"stamps":[{"id":1,"name":"pink"}],"helpers":[]}`,
			},
			{`nobody POST /lines/ {"purchase":2,"item":"q"}`, `201 {"id":4,"purchase":2,"item":"q","pieces":1,"secret":false}`},
			{`nobody PATCH /purchases/1/ {"lines":[{"id":4}]}`, `400 {"lines":{"0":{"id":["Invalid pk \"4\" - object does not exist."]}}}`},
		} {
			s.do(t, step.request, step.want)
		}
	})
}

// Each mistake is told at its path, and nothing is stored.
func TestNestedMistakes(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newPurchases(t, address)
		s.do(t, `nobody POST /purchases/ {"title":"a","lines":[{"item":"x"},{"item":"y"}],"stamps":[{"name":"red"}],"to":{"city":"Bern"}}`,
			`201 {"id":1,"title":"a","lines":[{"id":1,"item":"x","pieces":1,"remarks":[]},{"id":2,"item":"y","pieces":1,"remarks":[]}],"to":{"id":1,"city":"Bern"},"stamps":[{"id":1,"name":"red"}],"helpers":[]}`)
		before := rowsAt(s, "/purchases/") + rowsAt(s, "/lines/") + rowsAt(s, "/seals/") + rowsAt(s, "/destinations/")
		many := `[` + strings.Repeat(`{"item":"x"},`, 10_000) + `{"item":"x"}]`
		for _, step := range []struct{ request, want string }{
			{`nobody POST /purchases/ {"title":"b","lines":{}}`, `400 {"lines":["Expected a list of items but got type \"dict\"."]}`},
			{`nobody POST /purchases/ {"title":"b","lines":[1,null,{}]}`, `400 {"lines":{"0":{"non_field_errors":["Invalid data. Expected a dictionary, but got int."]},"1":["This field may not be null."],"2":{"item":["This field is required."]}}}`},
			{`nobody POST /purchases/ {"title":"b","lines":[{"item":"x"},{"item":"elevenchars","pieces":0}]}`, `400 {"lines":{"1":{"item":["Ensure this field has no more than 10 characters."],"pieces":["Ensure this value is greater than or equal to 1."]}}}`},
			{`nobody POST /purchases/ {"lines":[{"item":"x","remarks":[{"text":"fine"},{"text":""}]}],"to":{"city":null}}`, `400 {"title":["This field is required."],"lines":{"0":{"remarks":{"1":{"text":["This field may not be blank."]}}}},"to":{"city":["This field may not be null."]}}`},
			{`nobody POST /purchases/ {"title":"b","lines":[{"item":"x","peices":1}]}`, `400 {"lines":{"0":{"peices":["Unknown field. Did you mean \"pieces\"?"]}}}`},
			{`nobody POST /purchases/ {"title":"b","lines":[{"id":1,"item":"x"}]}`, `400 {"lines":{"0":{"id":["Invalid pk \"1\" - object does not exist."]}}}`},
			{`nobody POST /purchases/ {"title":"b","lines":[{"id":"x","item":"x"}]}`, `400 {"lines":{"0":{"id":["A valid integer is required."]}}}`},
			{`nobody PATCH /purchases/1/ {"lines":[{"id":1},{"id":1}]}`, `400 {"lines":{"1":{"id":["This record is there twice."]}}}`},
			{`nobody POST /purchases/ {"title":"b","stamps":[{"name":"blue"},{"name":"red"}]}`, `400 {"stamps":{"1":{"name":["wax seal with this name already exists."]}}}`},
			{`nobody POST /purchases/ {"title":"b","stamps":[{"name":"blue"},{"name":"blue"}]}`, `400 {"stamps":{"1":{"name":["wax seal with this name already exists."]}}}`},
			{`nobody POST /purchases/ {"title":"b","helpers":[{"user":"nobody","role":"buyer"}]}`, `400 {"helpers":{"0":{"user":["Object with username=nobody does not exist."]}}}`},
			{`nobody POST /purchases/ {"title":"b","lines":` + many + `}`, `400 {"lines":["Ensure this field has no more than 1000 elements."]}`},
			{`nobody POST /purchases/ [{"title":"b"},{"title":"c","lines":[{"item":""}]}]`, `400 [{},{"lines":{"0":{"item":["This field may not be blank."]}}}]`},
		} {
			s.do(t, step.request, step.want)
		}
		if after := rowsAt(s, "/purchases/") + rowsAt(s, "/lines/") + rowsAt(s, "/seals/") + rowsAt(s, "/destinations/"); after != before {
			t.Errorf("something was stored:\n got %s\nwant %s", after, before)
		}
	})
}

// rowsAt is what the administrator reads at a path.
func rowsAt(s *purchases, path string) string {
	_, answer := call(s, "GET", path, "admin", "")
	return answer
}
