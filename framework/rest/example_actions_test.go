// Examples of operations beside the built-in ones.

package rest_test

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// Chore is a row of the example.
type Chore struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title"`
	Done  bool   `rest:"done,readonly" default:"false"`
}

// Step is a part of a chore.
type Step struct {
	ID    int64                 `rest:"id,readonly"`
	Chore rest.BelongsTo[Chore] `rest:"chore,readonly,ondelete=cascade"`
	Text  string                `rest:"text"`
}

// Finish is what a client may say about the end of a chore.
type Finish struct {
	Remark string `rest:"remark,optional" validate:"max=500"`
}

// Left counts the steps that remain.
type Left struct {
	Count int64 `rest:"count"`
}

// Actions stand beside the built-in operations, below a record or beside the list; an endpoint has no
// rows, and a parameter in the path of a resource names the record below which its rows are.
func ExampleOnRecord() {
	finish := func(_ *rest.Call, chore *Chore, _ Finish) (*Chore, error) {
		chore.Done = true // is saved
		return chore, nil
	}
	left := func(*rest.Call, rest.None) (Left, error) { return Left{Count: 3}, nil }
	set := rest.NewSet("home",
		rest.ViewSet[Chore]{Path: "/chores/", Extra: []rest.Action{
			rest.OnRecord("finish", finish, rest.Allow(permission.SignedIn), rest.Describe("Ends a chore."),
				rest.When(predicate.Eq("done", false), "The chore is done already.")),
			rest.OnList("left", left, rest.GET),
			rest.Sublist("open", permission.Is("done", false)),
		}},
		rest.ViewSet[Step]{Path: "/chores/{chore}/steps/", RecordPath: "/steps/"},
		rest.Endpoint("/ping/", left, rest.GET),
	).Access(permission.SignedInOrReadOnly)
	plan, err := set.Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(plan.String()) {
		if strings.Contains(line, "/{") || strings.Contains(line, "/chores/") || strings.Contains(line, "ping") {
			fmt.Print(line)
		}
	}
	// Output:
	// resource /chores/
	//     finish  POST  /chores/{key}/finish/  takes rest_test.Finish, answers rest_test.Chore, access signed in, when done eq false, description "Ends a chore."
	//     left    GET   /chores/left/          answers rest_test.Left
	//     open    GET   /chores/open/          lists, access done = false
	// resource /chores/{chore}/steps/
	//   place          records at /steps/{key}/; of the record of /chores/ that Chore refers to
	//     Chore  chore  to-one relation  read-only, of rest_test.Chore, deleted with it, on pages a link to /chores/, column chore_id
	// endpoint /ping/
	//     ping  GET  /ping/  answers rest_test.Left, access signed in or read only
	//   index on  chore_id, id  for the order of /chores/{chore}/steps/, reference chore_id
}

// Parent is the record that a path below it names, for an action without a row.
func ExampleParent() {
	left := func(call *rest.Call, _ rest.None) (Left, error) {
		chore, err := rest.Parent[Chore](call)
		if err != nil || chore.Done {
			return Left{}, err
		}
		n, err := rest.Rows[Step](call).Count(predicate.Eq("chore", chore.ID))
		return Left{Count: n}, err
	}
	set := rest.NewSet("home", rest.ViewSet[Chore]{Path: "/chores/"}, rest.ViewSet[Step]{
		Path: "/chores/{chore}/steps/", Extra: []rest.Action{rest.OnList("left", left, rest.GET)},
	}).Access(permission.SignedIn)
	printPlan(set, "/left/")
	// Output:
	// left GET /chores/{chore}/steps/left/ answers rest_test.Left
}

// An action on a list has a path beside the records, and any method.
func ExampleOnList() {
	clear := func(call *rest.Call, _ rest.None) (rest.None, error) {
		_, err := call.Exec("DELETE FROM chores WHERE done = $1", true)
		return rest.None{}, err
	}
	set := rest.NewSet("home", rest.ViewSet[Chore]{Path: "/chores/", Extra: []rest.Action{
		rest.OnList("clear", clear, rest.DELETE, rest.At("done"), rest.Status(202)),
	}}).Access(permission.SignedIn)
	printPlan(set, "clear")
	// Output:
	// clear DELETE /chores/done/ answers nothing, status 202
}

// Actions are the built-in operations that a resource offers.
func ExampleActions() {
	for _, actions := range []rest.Actions{rest.ReadOnly, rest.List | rest.Create, rest.Everything &^ (rest.Replace | rest.Destroy)} {
		printPlan(rest.NewSet("home", rest.ViewSet[Chore]{Path: "/chores/", Actions: actions}).Access(permission.SignedIn), "  actions ")
	}
	// Output:
	// actions list GET, retrieve GET
	// actions list GET, create POST
	// actions list GET, create POST, retrieve GET, modify PATCH
}
