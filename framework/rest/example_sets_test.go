// Examples of what a set declares: envelopes, errors, languages, versions and filters.

package rest_test

import (
	"context"
	"fmt"
	"html"
	"regexp"
	"strings"
	"time"

	"example.com/resourceful/framework/messages/german"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

// An envelope stands around the representations of a resource.
func ExampleEnvelope() {
	set := rest.NewSet("tags", rest.ViewSet[Plain]{
		Path:     "/tags/",
		Envelope: rest.Envelope{Record: "tag", List: "tags", Count: "count", Input: "tag"},
	}).Access(permission.Anyone)
	printPlan(set, "envelope")
	// Output:
	// envelope a record in "tag", rows in "tags", their number in "count", input in "tag"
}

// A set says in one of three forms, or in one that the team writes, why it refuses.
func ExampleSet_Errors() {
	tags := rest.ViewSet[Plain]{Path: "/tags/"}
	printPlan(rest.NewSet("plain", tags).Access(permission.Anyone).Errors(rest.PlainErrors{}), "errors")
	printPlan(rest.NewSet("details", tags).Access(permission.Anyone).Errors(rest.ProblemDetails{}), "errors")
	printPlan(rest.NewSet("nested", tags).Access(permission.Anyone).Errors(rest.NestedErrors{}), "errors")
	// Output:
	// errors problem details of RFC 9457
	// errors in "errors", invalid input is 422
}

// A set tells of refusals in English and in German, by the header Accept-Language.
func ExampleSet_Catalogues() {
	messages := rest.Catalogue{Language: "de", Messages: map[string]string{
		"The bank is closed.":      "Die Bank ist geschlossen.",
		"There are %s of %s left.": "Von %[2]s sind noch %[1]s da.",
	}}
	tags := rest.ViewSet[Plain]{Path: "/tags/"}
	set := rest.NewSet("tags", tags).Access(permission.Anyone).Catalogues(german.Catalogue(), messages)
	printPlan(set, "languages")
	// Output:
	// languages en, de
}

// The messages of a team are translated like those of the framework: by the English text.
func ExampleCatalogue() {
	swiss := rest.Catalogue{Language: "de-CH", Messages: map[string]string{"Not found.": "Nichts gefunden."}}
	fmt.Println(swiss.Check())
	swiss.Messages["%s is taken."] = "Das ist vergeben."
	fmt.Println(swiss.Check()[0])
	// Output:
	// []
	// Catalogue de-CH: "Das ist vergeben." has other parameters than "%s is taken."; write each of them once
}

// Older clients read and write the title as a name. What a version promises is in its golden.
func ExampleSet_Versions() {
	tags := rest.ViewSet[Plain]{Path: "/tags/"}
	versions := []rest.Version{
		{Name: "2"},
		{Name: "1", Changes: []rest.VersionChange{rest.Rename[Plain]("title", "name")}},
	}
	for _, scheme := range []rest.VersionScheme{
		rest.InAccept("version"), rest.InPath(), rest.InHeader("Api-Version"), rest.InQuery("version"), rest.InHost(),
	} {
		printPlan(rest.NewSet("tags", tags).Access(permission.Anyone).Versions(scheme, versions...), "versions")
	}
	// Output:
	// versions 2, 1 by the parameter version of Accept
	// versions 2, 1 by the first segment of the path
	// versions 2, 1 by the header Api-Version
	// versions 2, 1 by the parameter version of the query
	// versions 2, 1 by the first label of the host
}

// A set says what requests may have that means nothing.
func ExampleSet_Requests() {
	tags := rest.ViewSet[Plain]{Path: "/tags/"}
	printPlan(rest.NewSet("django", tags).Access(permission.Anyone).Requests(rest.Lenient()), "requests")
	printPlan(rest.NewSet("tags", tags).Access(permission.Anyone).Requests(rest.RequestRules{LastOfRepeated: true}), "requests")
	// Output:
	// requests unknown parameters and fields are ignored, the last of repeated values is used, the last of equal keys is used, invalid sizes of pages are ignored
	// requests the last of repeated values is used
}

// Filters are parameters of the query of a list: of fields by a word of the tag, and along relations, which
// show no rows that the requester may not see.
func ExampleFilter() {
	type Author struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
	type Post struct {
		ID     int64                  `rest:"id,readonly"`
		Title  string                 `rest:"title"`
		Due    *rest.Date             `rest:"due,filter=gte lte isnull"`
		Author rest.BelongsTo[Author] `rest:"author,filter"`
	}
	set := rest.NewSet("posts",
		rest.ViewSet[Author]{Path: "/authors/"},
		rest.ViewSet[Post]{Path: "/posts/", Filters: []rest.Filter{{Path: "author.name", Name: "by"}}},
	).Access(permission.Anyone)
	printPlan(set, "filter  ")
	// Output:
	// due__gte filter gte Rows whose due is at least this.
	// due__lte filter lte Rows whose due is at most this.
	// due__isnull filter isnull Rows that have no due, or with false those that have one.
	// author filter eq Rows whose author is this.
	// by filter eq Rows whose author.name is this.
}

// A parameter may be read by a Go function, for what no look-up asks.
func ExampleParam() {
	type Task struct {
		ID  int64      `rest:"id,readonly"`
		Due *rest.Date `rest:"due"`
	}
	set := rest.NewSet("tasks", rest.ViewSet[Task]{
		Path: "/tasks/", Params: []rest.Param{{
			Name: "overdue", About: "Tasks that were due before today.",
			Read: func(c *rest.Call, values []string) (predicate.Expr, error) {
				if values[0] != "true" {
					return predicate.Expr{}, problem.New(problem.Invalid, "Write true, or leave it out.")
				}
				return predicate.Lt("due", rest.Date{Time: c.Now().UTC()}), nil
			},
		}},
	}).Access(permission.Anyone)
	printPlan(set, "overdue")
	// Output:
	// overdue filter Tasks that were due before today.
}

// An action beside the records of a list may have its filters.
func ExampleCaching() {
	type Rate struct {
		ID    int64  `rest:"id,readonly"`
		Name  string `rest:"name"`
		Cents int64  `rest:"cents"`
	}
	highest := func(c *rest.Call, _ rest.None) (*Rate, error) { return rest.Rows[Rate](c).Order("-cents").First() }
	set := rest.NewSet("rates", rest.ViewSet[Rate]{
		Path: "/rates/", Cache: rest.Caching{MaxAge: time.Minute, StaleWhileRevalidate: time.Hour},
		Extra: []rest.Action{rest.OnList("highest", highest, rest.GET, rest.Cached(rest.Caching{MaxAge: 5 * time.Minute}))},
	}).Access(permission.Anyone)
	printPlan(set, "cached")
	// Output:
	// list GET /rates/ cached: public, max-age=60, stale-while-revalidate=3600
	// retrieve GET /rates/{key}/ cached: public, max-age=60, stale-while-revalidate=3600
	// highest GET /rates/highest/ answers rest_test.Rate, cached: public, max-age=300
}

func ExampleFiltered() {
	type Sum struct {
		Tags int64 `rest:"tags"`
	}
	type Tag struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name,filter"`
	}
	set := rest.NewSet("tags", rest.ViewSet[Tag]{
		Path: "/tags/", Extra: []rest.Action{rest.OnList("sum", func(c *rest.Call, _ rest.None) (Sum, error) {
			n, err := rest.Rows[Tag](c).Filtered().Count()
			return Sum{Tags: n}, err
		}, rest.GET, rest.Filtered())},
	}).Access(permission.Anyone)
	printPlan(set, "sum ")
	// Output:
	// sum GET /tags/sum/ answers rest_test.Sum, takes the filters of the list
}

// A list in the body of a POST makes a row for each of its objects, and a PATCH or DELETE on the collection writes many.
func ExampleBulk() {
	type Tag struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name,filter"`
	}
	set := rest.NewSet("tags", rest.ViewSet[Tag]{
		Path: "/tags/", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify | rest.Destroy, Max: 1000, Filtered: true},
	}).Access(permission.Anyone)
	printPlan(set, "bulk ")
	// Output:
	// bulk create POST, modify PATCH, destroy DELETE, of at most 1000 rows, or those that filters leave
}

// Groups of rows are counted, and added up, by the database.
func ExampleGroup() {
	type Sale struct {
		ID    int64  `rest:"id,readonly"`
		Shop  string `rest:"shop"`
		Cents int64  `rest:"cents"`
	}
	type Takings struct {
		Shops int64 `rest:"shops"`
		Best  int64 `rest:"best"`
	}
	set := rest.NewSet("sales", rest.ViewSet[Sale]{
		Path: "/sales/", Extra: []rest.Action{rest.OnList("takings", func(c *rest.Call, _ rest.None) (t Takings, err error) {
			var groups []rest.Group[Sale]
			groups, err = rest.Rows[Sale](c).Groups("shop", []string{"cents"})
			for _, g := range groups {
				t.Shops++
				t.Best = max(t.Best, g.Row.Cents)
			}
			return t, err
		}, rest.GET)},
	}).Access(permission.Anyone)
	printPlan(set, "takings ")
	// Output:
	// takings GET /sales/takings/ answers rest_test.Takings
}

// LimitOffset gives so many rows as ?limit= says, from ?offset= on.
func ExampleLimitOffset() {
	set := rest.NewSet("tags", rest.ViewSet[Plain]{Path: "/tags/", Pages: rest.LimitOffset{Default: 20, Max: 100}}).Access(permission.Anyone)
	printPlan(set, "pages ")
	// Output:
	// pages of 20, or a limit up to 100, and offset
}

// A counter is among the metrics of the service.
func ExampleNewCounter() {
	sent := rest.NewCounter("mails_sent", "Mails that were sent.")
	set := rest.NewSet("tags", rest.ViewSet[Plain]{
		Path: "/tags/", Counters: []*rest.Counter{sent},
		Serializer: rest.Serializer[Plain]{AfterCommit: func(*rest.Call, *Plain) error {
			sent.Add()
			return nil
		}},
	}).Access(permission.Anyone)
	printPlan(set, "counters", "hooks")
	fmt.Println(sent.Name(), sent.Value())
	// Output:
	// hooks after commit
	// mails_sent 0
}

// Account is what people see of their own account.
type Account struct {
	ID       int64  `rest:"id,readonly"`
	Username string `rest:"username,readonly"`
	Email    string `rest:"email,optional" validate:"email"`
}

// A singleton is one row for each requester, here his account.
func ExampleViewSet_singleton() {
	set := rest.NewSet("me", rest.ViewSet[Account]{
		Path: "/me/", Table: "users", Singleton: true, Actions: rest.Retrieve | rest.Modify,
	}).Access(permission.SignedIn)
	printPlan(set, "place", "actions")
	// Output:
	// place one row of each requester
	// actions retrieve GET, modify PATCH
}

// Lookup names the field by which addresses name the records.
func ExampleViewSet_lookup() {
	type Project struct {
		ID   int64  `rest:"id,readonly"`
		Slug string `rest:"slug,unique,createonly" validate:"max=40"`
	}
	printPlan(rest.NewSet("projects", rest.ViewSet[Project]{Path: "/projects/", Lookup: "slug"}).Access(permission.Anyone), "looked up")
	// Output:
	// looked up by slug
}

// A preview is content of a team's own for the page of a record. What clients wrote is escaped in it.
func ExamplePreview() {
	talks := rest.ViewSet[Talk]{
		Path: "/talks/",
		Preview: func(_ context.Context, t *Talk) (rest.Preview, error) {
			return rest.Preview{HTML: "<h3>" + html.EscapeString(t.Title) + "</h3>"}, nil
		},
	}
	preview, err := talks.Preview(context.Background(), &Talk{Title: "<b> and <i>"})
	fmt.Println(preview.HTML, err)
	// Output:
	// <h3>&lt;b&gt; and &lt;i&gt;</h3> <nil>
}

// The sets of a program have names of their own.
func ExampleCheckSets() {
	err := rest.CheckSets(Magazine(), Magazine())
	fmt.Println(regexp.MustCompile(`go:\d+`).ReplaceAllString(err.Error(), "go"))
	// Output:
	// framework/rest/example_test.go: the name "magazine" is that of the set at framework/rest/example_test.go too; give one of them another
}

// OnList is an action beside the records, Sublist a list of some of them, and Endpoint has no rows.
func ExampleEndpoint() {
	hello := func(call *rest.Call, _ rest.None) (Greeting, error) {
		if user := call.User(); user != nil {
			return Greeting{Text: "Hello, " + user.Username}, nil
		}
		return Greeting{Text: "Hello"}, nil
	}
	greeting, err := hello(rest.NewCall(context.Background()), rest.None{})
	fmt.Println(greeting.Text, err)
	printPlan(rest.NewSet("hello", rest.Endpoint("/hello/", hello, rest.GET, rest.Allow(permission.Anyone))).Access(permission.Anyone), "/hello/ ")
	// Output:
	// Hello <nil>
	// hello GET /hello/ answers rest_test.Greeting, access anyone
}

// Greeting is what the example answers.
type Greeting struct {
	Text string `rest:"text"`
}

// Visitor is somebody who is expected.
type Visitor struct {
	ID     int64  `rest:"id,readonly"`
	Name   string `rest:"name"`
	Street string `rest:"street" default:""`
	Town   string `rest:"town" default:""`
	Diet   string `rest:"diet" default:""`
}

// Clients of the first version send first and last names, an address in one line, and know of no diets.
func ExampleSplit() {
	version := rest.Version{Name: "1", Changes: []rest.VersionChange{
		rest.Split[Visitor]("name", "first", "last",
			func(name string) (first, last string) { first, last, _ = strings.Cut(name, " "); return first, last },
			func(first, last string) (string, error) { return first + " " + last, nil }),
		rest.Join[Visitor]("street", "town", "address",
			func(street, town string) string { return street + ", " + town },
			func(address string) (street, town string, err error) {
				street, town, _ = strings.Cut(address, ", ")
				return street, town, nil
			}),
		rest.Default[Visitor]("town", "Bonn"),
		rest.Remove[Visitor]("diet"),
		rest.Add[Visitor]("is_new", func(*Visitor) bool { return false }),
	}}
	set := rest.NewSet("guests", rest.ViewSet[Visitor]{Path: "/guests/"}).Access(permission.Anyone).
		Versions(rest.InPath(), rest.Version{Name: "2"}, version)
	plan, err := set.Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	_, list, _ := strings.Cut(plan.Versions.Find("1").Text(plan), "  list\n")
	list, _, _ = strings.Cut(list, "  retrieve\n")
	fmt.Print(list)
	// Output:
	// ID       id       integer  read-only
	//     Name     -        text
	//     Street   -        text     default ""
	//     Town     -        text     default "Bonn"
	//     Diet     -        text     default ""
	//     first    first    text     required, computed
	//     last     last     text     required, computed
	//     address  address  text     optional, computed
	//     is_new   is_new   boolean  read-only, optional, computed
}
