// An example of jobs.

package rest_test

import (
	"fmt"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Reminder says about which loan its reader is reminded.
type Reminder struct {
	Loan int64 `json:"loan"`
}

// remind reminds readers.
var remind = &rest.Job[Reminder]{Name: "remind", Timeout: 10 * time.Second, Run: func(call *rest.Call, r Reminder) error {
	loan, err := rest.Rows[Loan](call).Get(r.Loan)
	if err != nil || loan == nil {
		return err // nil: the book was given back
	}
	fmt.Println("mail to", loan.Reader)
	return nil
}}

// remindOf enqueues a reminder with the loan that is stored: one at once, and one after two weeks.
func remindOf(call *rest.Call, l *Loan) error {
	if err := rest.Enqueue(call, remind, Reminder{l.ID}); err != nil {
		return err
	}
	return rest.EnqueueAt(call, remind, Reminder{l.ID}, call.Now().Add(14*24*time.Hour))
}

// A loan enqueues reminders, which run after its commit in a program with background.Jobs().
func ExampleJob() {
	plan, err := rest.NewSet("lending",
		rest.ViewSet[Book]{Path: "/books/"},
		rest.ViewSet[Loan]{Path: "/loans/", Serializer: rest.Serializer[Loan]{AfterCreate: remindOf}},
		remind, rest.Jobs{Path: "/jobs/"},
	).Access(permission.Anyone).Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, job := range plan.Jobs.List {
		fmt.Println(job.Name, job.Timeout, job.Attempts)
	}
	jobs := plan.Resources[2]
	for _, o := range jobs.Operations {
		fmt.Println(o.Method, o.Pattern, permission.String(jobs.Access))
	}
	// Output:
	// remind 10s 16
	// GET /jobs/ admin
	// GET /jobs/{key}/ admin
}
