package served_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/server"
)

// A configuration with every kind of member that is no column of its row, and with representations of
// their own for lists, records, creates and changes. Folders may be private, remarks secret and marks
// hidden: who is no administrator does not see those.

type stamps struct {
	Created time.Time `rest:"createdAt,readonly" default:"now"`
}

type folder struct {
	ID         int64                     `rest:"id,readonly"`
	Name       string                    `rest:"name"`
	Visibility string                    `rest:"visibility" default:"public" validate:"oneof=public private"`
	Head       rest.BelongsTo[auth.User] `rest:"head,optional,ondelete=null"`
}

type issue struct {
	ID int64 `rest:"id,readonly"`
	stamps
	Folder   rest.BelongsTo[folder]     `rest:"folder,createonly,ondelete=cascade"`
	Title    string                     `rest:"title" validate:"max=40"`
	DueDate  *rest.Date                 `rest:"dueDate"`
	Price    decimal.Decimal            `rest:"price" digits:"8,2" default:"0.5"`
	Weight   float64                    `rest:"weight" default:"0"`
	Marks    rest.ManyToMany[mark]      `rest:"marks,optional"`
	Watchers rest.ManyToMany[auth.User] `rest:"watchers,optional"`
	Remarks  rest.HasMany[remark]       `rest:"-"`

	FolderName  string               `rest:"folderName,readonly,path=folder.name"`
	FolderHead  string               `rest:"folderHead,readonly,path=folder.head.username"`
	FolderPlain rest.Nested[head]    `rest:"x-folder,of=folder"`
	RemarkCount rest.Count[remark]   `rest:"remark_count"`
	MarkCount   rest.Count[mark]     `rest:"mark_count"`
	Starred     rest.Has[star]       `rest:"starred"`
	Watched     rest.Has[auth.User]  `rest:"watched"`
	AllRemarks  rest.Nested[comment] `rest:"all_remarks,of=remarks"`
}

type remark struct {
	ID     int64                     `rest:"id,readonly"`
	Issue  rest.BelongsTo[issue]     `rest:"issue,ondelete=cascade"`
	Text   string                    `rest:"text"`
	Secret bool                      `rest:"secret" default:"false"`
	Cost   *decimal.Decimal          `rest:"cost" digits:"6,3"`
	Rate   float64                   `rest:"rate" default:"0.1"`
	At     *time.Time                `rest:"at"`
	Day    *rest.Date                `rest:"day"`
	Took   *time.Duration            `rest:"took"`
	Author rest.BelongsTo[auth.User] `rest:"author,optional,ondelete=null"`
}

type mark struct {
	ID     int64  `rest:"id,readonly"`
	Name   string `rest:"name"`
	Hidden bool   `rest:"hidden" default:"false"`
}

type star struct {
	ID    int64                     `rest:"id,readonly"`
	Issue rest.BelongsTo[issue]     `rest:"issue,ondelete=cascade"`
	User  rest.BelongsTo[auth.User] `rest:"user,ondelete=cascade"`
}

// head and comment are nested representations, comment one with others in it.
type head struct {
	Name string                    `rest:"name"`
	Head rest.BelongsTo[auth.User] `rest:"head,readonly,optional,show=username"`
}

type comment struct {
	Text   string                    `rest:"text"`
	Cost   *decimal.Decimal          `rest:"cost" digits:"6,3"`
	Rate   float64                   `rest:"rate"`
	At     *time.Time                `rest:"at"`
	Day    *rest.Date                `rest:"day"`
	Took   *time.Duration            `rest:"took"`
	Author string                    `rest:"author_name,readonly,path=author.username"`
	By     rest.BelongsTo[auth.User] `rest:"author,readonly,optional,show=username"`
	Issue  rest.Nested[about]        `rest:"issue"`
}

type about struct {
	Title string                `rest:"title"`
	Marks rest.ManyToMany[mark] `rest:"marks,optional"`
	Named rest.Nested[mark]     `rest:"named,of=marks"`
	Count rest.Count[remark]    `rest:"remarks"`
	Mine  rest.Has[star]        `rest:"starred"`
}

// The representations of issues at /shaped/.
type (
	issueRow struct {
		Title   string             `rest:"title"`
		Folder  rest.Nested[head]  `rest:"folder"`
		Remarks rest.Count[remark] `rest:"remarks"`
	}
	issueRecord struct {
		ID      int64                  `rest:"id,readonly"`
		Named   string                 `rest:"name" db:"title"`
		Folder  rest.BelongsTo[folder] `rest:"folder"`
		Price   decimal.Decimal        `rest:"price" digits:"8,2"`
		Remarks rest.Nested[comment]   `rest:"remarks"`
	}
	issueNew struct {
		Folder rest.BelongsTo[folder] `rest:"folder"`
		Title  string                 `rest:"title" validate:"max=5"`
	}
	issueChange struct {
		Title string `rest:"title" validate:"max=8"`
	}
)

func bureau() *rest.Set {
	days := rest.Compute("days", func(c *rest.Call, i *issue) *int64 {
		if i.DueDate == nil {
			return nil
		}
		days := int64(i.DueDate.Sub(c.Now().UTC().Truncate(24*time.Hour)).Hours() / 24)
		return &days
	}, `label:"Days left" help:"Until it is due."`)
	reader := rest.Compute("reader", func(c *rest.Call, _ *issue) string {
		if c.User() == nil {
			return "nobody"
		}
		return c.User().Username
	})
	shout := rest.Compute("shout", func(_ *rest.Call, i *issueRecord) string {
		if i.Named == "panic" {
			panic("shouting")
		}
		return strings.ToUpper(i.Named) + i.Price.StringFixed(1)
	})
	all := permission.Any(permission.Admin, permission.ReadOnly)
	return rest.NewSet("bureau",
		rest.ViewSet[folder]{Path: "/folders/", Access: permission.Any(permission.Admin, permission.All(permission.ReadOnly, permission.Is("visibility", "public")))},
		rest.ViewSet[issue]{
			Path: "/issues/", Access: all, Order: []string{"-remark_count", "folderName"}, Pages: rest.PageNumber{Size: 1000},
			Serializer: rest.Serializer[issue]{Computed: []rest.Computed[issue]{days, reader}},
		},
		rest.ViewSet[issue]{
			Path: "/shaped/", Access: all, Order: []string{"-mark_count", "title"},
			Shapes: rest.Shapes{List: rest.As[issueRow](), Retrieve: rest.As(shout), Create: rest.As[issueNew](), Update: rest.As[issueChange]()},
		},
		rest.ViewSet[remark]{Path: "/remarks/", Access: permission.Any(permission.Admin, permission.All(permission.ReadOnly, permission.Is("secret", false)))},
		rest.ViewSet[mark]{Path: "/marks/", Access: permission.Any(permission.Admin, permission.All(permission.ReadOnly, permission.Is("hidden", false)))},
		rest.ViewSet[star]{Path: "/stars/", Access: all},
	)
}

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
		h := server.New(t, server.Config{Set: bureau, Pages: pages(t)}, address)
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
	p, err := bureau().Compile()
	if err != nil {
		t.Fatal(err)
	}
	text, _, _ := strings.Cut(p.String(), "\ntable ")
	golden.Check(t, "testdata/shapes_plan.golden", text)
}

// Pages show members that are no columns as any other, and their forms send what each operation is
// given: a field of the create only is not in the form that changes a record.
func TestShapesPages(t *testing.T) {
	h := server.New(t, server.Config{Set: bureau, Pages: pages(t)}, ":memory:")
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
