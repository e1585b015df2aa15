// Examples of representations by operation.

package rest_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Talk is given at a conference.
type Talk struct {
	ID      int64                      `rest:"id,readonly"`
	Title   string                     `rest:"title"`
	Length  time.Duration              `rest:"length" default:"45:00"`
	Speaker rest.BelongsTo[Speaker]    `rest:"speaker"`
	From    string                     `rest:"from,readonly,path=speaker.company"`
	About   rest.Nested[SpeakerBrief]  `rest:"about,of=speaker"`
	URL     rest.Address               `rest:"url"`
	Notes   rest.Count[Note]           `rest:"note_count"`
	Fans    rest.ManyToMany[auth.User] `rest:"-"`
	Starred rest.Has[auth.User]        `rest:"starred"`
}

// Speaker gives talks.
type Speaker struct {
	ID      int64  `rest:"id,readonly"`
	Name    string `rest:"name"`
	Company string `rest:"company,optional"`
	Phone   string `rest:"phone,optional"`
}

// SpeakerBrief is a speaker within a talk: without the phone.
type SpeakerBrief struct {
	ID   int64  `rest:"url,readonly,link" db:"id"`
	Name string `rest:"name"`
}

// Note is what a listener has written.
type Note struct {
	ID   int64                `rest:"id,readonly"`
	Talk rest.BelongsTo[Talk] `rest:"talk,createonly,ondelete=cascade"`
	Text string               `rest:"text,multiline"`
}

// TalkBrief is a talk in a list, and NewTalk what a client sends of one.
type (
	TalkBrief struct {
		ID    int64            `rest:"id,readonly"`
		Title string           `rest:"title"`
		Notes rest.Count[Note] `rest:"note_count"`
	}
	NewTalk struct {
		Title   string                  `rest:"title" validate:"max=60"`
		Speaker rest.BelongsTo[Speaker] `rest:"speaker"`
	}
)

// minutes is a member that a function computes of the row.
var minutes = rest.Compute("minutes", func(_ *rest.Call, t *Talk) int64 { return int64(t.Length.Minutes()) }, `label:"Length in minutes"`)

// Conference is a set whose talks show values that are not columns of theirs.
func Conference(talks rest.ViewSet[Talk]) *rest.Set {
	return rest.NewSet("conference", talks,
		rest.ViewSet[Speaker]{Path: "/speakers/"},
		rest.ViewSet[Note]{Path: "/notes/"},
	).Access(permission.SignedInOrReadOnly)
}

// printPlan prints the lines of a plan that have one of some texts.
func printPlan(set *rest.Set, texts ...string) {
	plan, err := set.Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(plan.String()) {
		for _, text := range texts {
			if strings.Contains(line, text) {
				fmt.Println(strings.Join(strings.Fields(line), " "))
				break
			}
		}
	}
}

// A Count is the number of related rows; a list may be ordered by it.
func ExampleCount() {
	printPlan(Conference(rest.ViewSet[Talk]{Path: "/talks/", Order: []string{"-note_count"}}), "note_count")
	// Output:
	// order note_count descending, id
	// Notes note_count integer read-only, number of rows of rest_test.Note by their Talk
}

// Has says whether the requester is among the related accounts.
func ExampleHas() {
	printPlan(Conference(rest.ViewSet[Talk]{Path: "/talks/"}), "starred")
	// Output:
	// Starred starred boolean read-only, whether the requester is among rows of auth.User through talks_fans
}

// Nested shows the other side of a relation by a struct, and path= one field of it.
func ExampleNested() {
	printPlan(Conference(rest.ViewSet[Talk]{Path: "/talks/"}), "About", "From")
	// Output:
	// From from text read-only, may be null, at speaker.company
	// About about nested representation read-only, may be null, nests rest_test.SpeakerBrief of Speaker
}

// Address shows where the record is, beside a key that is shown as it is.
func ExampleAddress() {
	printPlan(Conference(rest.ViewSet[Talk]{Path: "/talks/"}), "URL")
	// Output:
	// URL url address read-only, address of the record, shown as a link to /talks/
}

// Compute makes a member of a Go function of the row and the request.
func ExampleCompute() {
	set := Conference(rest.ViewSet[Talk]{
		Path:       "/talks/",
		Serializer: rest.Serializer[Talk]{Computed: []rest.Computed[Talk]{minutes}},
	})
	printPlan(set, "computed")
	// Output:
	// minutes minutes integer read-only, computed, label "Length in minutes"
}

// As names a struct for the rows of an operation.
func ExampleAs() {
	set := Conference(rest.ViewSet[Talk]{
		Path:   "/talks/",
		Shapes: rest.Shapes{List: rest.As[TalkBrief](), Create: rest.As[NewTalk]()},
	})
	printPlan(set, " as rest_test.")
	// Output:
	// list as rest_test.TalkBrief
	// create as rest_test.NewTalk
}

// Before is the row before the change; AfterCommit holds effects outside of the transaction.
func ExampleBefore() {
	renamed := func(call *rest.Call, t *Talk) error {
		before := rest.Before[Talk](call)
		if before == nil || before.Title == t.Title {
			return nil
		}
		return call.AfterCommit(func(context.Context) error {
			fmt.Println("tell the listeners")
			return nil
		})
	}
	set := Conference(rest.ViewSet[Talk]{Path: "/talks/", Serializer: rest.Serializer[Talk]{AfterUpdate: renamed}})
	printPlan(set, "hooks")
	fmt.Println(renamed(rest.NewCall(context.Background()), &Talk{Title: "Go"}))
	// Output:
	// hooks after update
	// <nil>
}

// Rows are what the code of a team reads and writes: of all rows, or of those that the requester may see.
func ExampleRows() {
	type Figures struct {
		All  int64 `rest:"all"`
		Seen int64 `rest:"seen"`
	}
	figures := func(call *rest.Call, _ rest.None) (f Figures, err error) {
		talks := rest.Rows[Talk](call)
		if f.All, err = talks.Count(); err != nil {
			return f, err
		}
		f.Seen, err = talks.Visible().Count()
		return f, err
	}
	set := Conference(rest.ViewSet[Talk]{Path: "/talks/", Extra: []rest.Action{rest.OnList("figures", figures, rest.GET)}})
	printPlan(set, "figures")
	// Output:
	// figures GET /talks/figures/ answers rest_test.Figures
}

// Citizen has at most one passport: the one that refers to it.
type Citizen struct {
	ID       int64                 `rest:"id,readonly"`
	Name     string                `rest:"name"`
	Passport rest.HasOne[Passport] `rest:"passport,readonly,show=number"`
}

// Passport is of one citizen.
type Passport struct {
	ID     int64                   `rest:"id,readonly"`
	Number string                  `rest:"number"`
	Holder rest.BelongsTo[Citizen] `rest:"holder,unique,ondelete=cascade"`
}

// A one-to-one relation is shown from both sides: null where there is no other row.
func ExampleHasOne() {
	set := rest.NewSet("office", rest.ViewSet[Citizen]{Path: "/citizens/"}, rest.ViewSet[Passport]{Path: "/passports/"}).Access(permission.Anyone)
	printPlan(set, "passport ")
	// Output:
	// Passport passport one-to-one relation read-only, of rest_test.Passport, by its Holder, shown by number
}
