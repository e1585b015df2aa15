// Input and output of rows, beyond the tags.

package rest

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

// Serializer contains the input and output of T beyond the tags, and the hooks for writes of its rows.
//
// Validate and BeforeSave run before the transaction, except for a row that an action has changed: then
// they follow the action in its transaction. Their call reads rows and writes none. The hooks run in the
// transaction: their writes through the call, with [Rows] and [Call.Exec], are stored with the row or not
// at all. A *problem.Error from a hook refuses the request with its status; any other error, and a panic,
// is a 500 without detail that is logged once. Either way nothing is stored. The database may require the
// transaction to run again: the hooks then run again, on fresh values of the row. They must leave effects
// outside of the transaction, such as mail, to AfterCommit.
//
// Hooks belong to requests that create, replace, modify or delete a row of T. Writes of a team's code with
// Rows or in SQL run none, nor does the deletion of a row with another by "ondelete=cascade". A request
// that is repeated under its Idempotency-Key runs none either.
type Serializer[T any] struct {
	// Validate checks the whole row after a client's values were set and each had passed its own rules. The
	// messages it returns refuse the write, as a 400.
	Validate func(call *Call, row *T) problem.Fields
	// BeforeSave derives fields from others before each insert and update. Its changes are saved too. A
	// *problem.Error refuses the write; any other error is a 500. It runs before the transaction, so that
	// nobody waits for it, and up to eight times for one request, if the row changes meanwhile; then the
	// response is 503 with Retry-After. After an action it runs in the transaction, as the action does, and
	// others wait for the row. The rule is checked for its result: see permission.Rule. Its result should
	// be at most a few times the size of the input: beyond the limit of a row, 64 MiB by default, the write
	// is refused with 413 and logged, and nothing is stored. It must end when the context of the call ends.
	BeforeSave func(call *Call, row *T) error

	// BeforeCreate and BeforeUpdate receive the row before it is saved, and their changes are saved too. A
	// row to be created has no key yet; that of an update is locked until the transaction ends, and Before
	// returns its former state.
	BeforeCreate, BeforeUpdate func(call *Call, row *T) error
	// AfterCreate and AfterUpdate receive the row as it was saved, with its key. They may write other rows,
	// and with Rows this one; their changes of the struct are not saved. Then the rule is checked for the
	// row, and the response is read.
	AfterCreate, AfterUpdate func(call *Call, row *T) error
	// BeforeDelete and AfterDelete receive the row with all its columns; it is locked.
	BeforeDelete, AfterDelete func(call *Call, row *T) error
	// AfterCommit receives the row as the last hook left it, after the commit: see Call.AfterCommit.
	AfterCommit func(call *Call, row *T) error

	// Computed are members from Go functions, after those of T; Compute makes them.
	Computed []Computed[T]
	// Messages replaces the framework's texts: "username.unique", "title.required", "title.max" …
	// The codes are in the package comment.
	Messages map[string]string
}

// hooks returns the hooks for the plan.
func (s Serializer[T]) hooks() plan.Hooks {
	return plan.Hooks{
		BeforeCreate: hook(s.BeforeCreate), AfterCreate: hook(s.AfterCreate),
		BeforeUpdate: hook(s.BeforeUpdate), AfterUpdate: hook(s.AfterUpdate),
		BeforeDelete: hook(s.BeforeDelete), AfterDelete: hook(s.AfterDelete),
		AfterCommit: hook(s.AfterCommit),
	}
}

// hook returns a hook for the plan, nil for nil.
func hook[T any](do func(*Call, *T) error) plan.Hook {
	if do == nil {
		return nil
	}
	return func(call plan.Call, row any) error { return do(&Call{call}, row.(*T)) }
}
