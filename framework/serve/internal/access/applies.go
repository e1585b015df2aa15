// Whether an operation applies to a record as that is now, by rest.When.

package access

import (
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
)

// CheckApplies refuses the operation of the request with 409 if it does not apply to the row.
func CheckApplies(a *request.Admission, row *schema.Record) error {
	if a.Operation.Applies(row) {
		return nil
	}
	if message := a.Operation.When.Message; message != "" {
		return &problem.Error{Code: problem.Conflict, Detail: message}
	}
	return problem.New(problem.Conflict, "\"%s\" is not possible for this record now.", a.Operation.Title)
}
