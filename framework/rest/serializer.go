// What input and output of rows need beyond the tags.

package rest

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

// Serializer holds what input and output of T need beyond the tags, and what else happens when rows of
// T are written.
//
// Validate and BeforeSave are run before the transaction, but for a row that an action has changed: they follow
// it in its transaction. Their call reads rows and writes none. The hooks are run in the transaction: what they
// write by way of the call, with [Rows] and [Call.Exec], is stored with the row or not at all. A *problem.Error
// that a hook returns refuses the request with its status; any other error, and a panic, is a 500 without
// detail that is logged once. Either way nothing is stored. The database may ask for the transaction again: the
// hooks are then run again, on fresh values of the row. They must leave effects outside of the transaction,
// such as mail, to AfterCommit.
//
// Hooks belong to requests that create, replace, modify or delete a row of T. What a team's code writes with
// Rows or in SQL runs none, nor does the deletion of a row that goes with another by "ondelete=cascade".
// A request that is repeated under its Idempotency-Key runs none either.
type Serializer[T any] struct {
	// Validate looks at the whole row after a client's values were set and each had passed its
	// own rules. The messages it returns refuse the write, as a 400.
	Validate func(call *Call, row *T) problem.Fields
	// BeforeSave derives fields from others before each insert and update. What it changes is
	// saved too. A *problem.Error refuses the write; any other error is a 500.
	// It runs before the transaction, so that nobody waits for it, and up to eight times for one
	// request, when the row was changed meanwhile; then the answer is 503 with Retry-After. After an
	// action it runs in the transaction, as the action does, and others wait for the row. The rule
	// is asked about the row that it leaves: see permission.Rule. It should make no more
	// than a few times what the client sent: past the limit of a row, 64 MiB by default, the write is
	// refused with 413 and logged, and nothing is stored. It has to end when the context of the call does.
	BeforeSave func(call *Call, row *T) error

	// BeforeCreate and BeforeUpdate are given the row as it is about to be saved, and what they change
	// in it is saved too. A row to be created has no key yet; that of an update is kept from other
	// changes until the transaction ends, and Before has what it was.
	BeforeCreate, BeforeUpdate func(call *Call, row *T) error
	// AfterCreate and AfterUpdate are given the row as it was saved, with its key. They may write other
	// rows, and with Rows this one; what they change in the struct is not saved. Then the rule is asked
	// about the row, and the response is read.
	AfterCreate, AfterUpdate func(call *Call, row *T) error
	// BeforeDelete and AfterDelete are given the row with all its columns, kept from other changes.
	BeforeDelete, AfterDelete func(call *Call, row *T) error
	// AfterCommit is given the row as the last hook left it, after the commit: see Call.AfterCommit.
	AfterCommit func(call *Call, row *T) error

	// Computed are members that Go functions give, after those of T; Compute makes them.
	Computed []Computed[T]
	// Messages replaces the framework's texts: "username.unique", "title.required", "title.max" …
	// The codes are in the package comment.
	Messages map[string]string
}

// hooks are those of the plan.
func (s Serializer[T]) hooks() plan.Hooks {
	return plan.Hooks{
		BeforeCreate: hook(s.BeforeCreate), AfterCreate: hook(s.AfterCreate),
		BeforeUpdate: hook(s.BeforeUpdate), AfterUpdate: hook(s.AfterUpdate),
		BeforeDelete: hook(s.BeforeDelete), AfterDelete: hook(s.AfterDelete),
		AfterCommit: hook(s.AfterCommit),
	}
}

// hook is one of a plan, nil for nil.
func hook[T any](do func(*Call, *T) error) plan.Hook {
	if do == nil {
		return nil
	}
	return func(call plan.Call, row any) error { return do(&Call{call}, row.(*T)) }
}
