// Examples of queries and calls of a team's code.

package rest_test

import (
	"context"
	"fmt"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

// Book is lent to one reader at a time.
type Book struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title"`
	Lent  bool   `rest:"lent,readonly" default:"false"`
}

// Loan is a book in the hands of a reader.
type Loan struct {
	ID     int64                `rest:"id,readonly"`
	Book   rest.BelongsTo[Book] `rest:"book,ondelete=cascade"`
	Reader string               `rest:"reader"`
}

// loansOf are the loans of a reader, the last one first.
var loansOf = &rest.Query[Loan]{Where: predicate.Eq("reader", predicate.Param(1)), Order: []string{"-id"}}

// lend marks the book of a loan that is about to be stored, in the transaction that stores it.
func lend(call *rest.Call, l *Loan) error {
	books := rest.Rows[Book](call)
	book, err := books.Lock(l.Book.ID)
	if err != nil {
		return err
	}
	if book.Lent {
		return problem.New(problem.Conflict, "The book is lent.")
	}
	loans, err := rest.Rows[Loan](call).Find(loansOf, l.Reader)
	if err != nil {
		return err
	}
	if len(loans) >= 3 {
		return problem.New(problem.Conflict, "A reader has three books at most.")
	}
	book.Lent = true
	return books.Update(book, &book.Lent)
}

// Lending is a set whose loans have a hook.
func Lending() *rest.Set {
	return rest.NewSet("lending",
		rest.ViewSet[Book]{Path: "/books/"},
		rest.ViewSet[Loan]{
			Path:       "/loans/",
			Serializer: rest.Serializer[Loan]{BeforeCreate: lend},
			Queries:    []rest.DeclaredQuery{loansOf},
		}).Access(permission.Anyone)
}

// The plan shows hooks and queries.
func ExampleQuery() {
	plan, _ := Lending().Compile()
	for line := range strings.Lines(plan.String()) {
		if strings.HasPrefix(line, "  hooks") || strings.HasPrefix(line, "  query") {
			fmt.Print(line)
		}
	}
	// Output:
	//   hooks          before create
	//   query          loans where eq:reader order id descending
}

// NewCall lets a test run the code of a resource without a request; rows it has none.
func ExampleNewCall() {
	err := lend(rest.NewCall(context.Background()), &Loan{Reader: "Ann"})
	fmt.Println(err)
	// Output: the call belongs to no request
}
