// An example of an index.

package rest_test

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// Borrowing is a book that somebody has at home.
type Borrowing struct {
	ID     int64  `rest:"id,readonly"`
	Reader string `rest:"reader,index" validate:"max=100"`
	Book   string `rest:"book" validate:"max=100"`
	Copy   int64  `rest:"copy"`
	State  string `rest:"state" default:"out"`
}

// A tag says that a column has an index; a view set lists those of several columns, or of some rows.
func ExampleIndex() {
	loans := rest.ViewSet[Borrowing]{Path: "/loans/", Table: "loans", Order: []string{"book", "copy"}, Indexes: []rest.Index{
		{Fields: []string{"book", "copy"}, Unique: true, Where: predicate.Eq("state", "out")},
	}}
	plan, err := rest.NewSet("loans", loans).Access(permission.Anyone).Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	_, table, _ := strings.Cut(plan.String(), "\ntable loans\n")
	table, _, _ = strings.Cut(table, "\n\n")
	for line := range strings.Lines(table) {
		if strings.Contains(line, " for ") {
			fmt.Println(strings.Join(strings.Fields(line), " "))
		}
	}
	// Output:
	// index on reader for index of Borrowing
	// unique together book, copy where state eq out for Indexes of /loans/
	// index on book, copy, id for the order of /loans/
}
