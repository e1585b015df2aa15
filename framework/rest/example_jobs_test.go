// An example of jobs.

package rest_test

import (
	"errors"
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
var remind = &rest.Job[Reminder]{Name: "remind", Timeout: 10 * time.Second, Priority: rest.LowPriority, Run: func(call *rest.Call, r Reminder) error {
	loan, err := rest.Rows[Loan](call).Get(r.Loan)
	if err != nil {
		return err
	}
	if loan.Reader == "" {
		return rest.GiveUp(errors.New("the reader has left")) // no attempt would help
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
		fmt.Println(job.Name, job.Timeout, job.Attempts, job.HeadStart)
	}
	fmt.Println(permission.String(plan.Resources[2].Access))
	// Output:
	// remind 10s 16 -10m0s
	// admin
}

// Runs with a priority seem to have waited longer, or less long.
func ExamplePriority() {
	recall := func(priority rest.Priority) *rest.Job[Reminder] {
		return &rest.Job[Reminder]{Name: "recall", Priority: priority, Run: remind.Run}
	}
	for _, job := range []*rest.Job[Reminder]{recall(rest.HighPriority), recall(rest.LowPriority)} {
		plan, err := rest.NewSet("lending", rest.ViewSet[Book]{Path: "/books/"}, rest.ViewSet[Loan]{Path: "/loans/"}, job, rest.Jobs{Path: "/jobs/"}).Access(permission.Anyone).Compile()
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(plan.Jobs.List[0].HeadStart)
	}
	// Output:
	// 10m0s
	// -10m0s
}
