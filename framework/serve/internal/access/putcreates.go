// PUT to the address of a record that may not exist, where the view set has PutCreates.

package access

import (
	"errors"
	"fmt"
	"maps"
	"net/http"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
)

// missing is the 404 of LoadPermitted: the requester finds no record at the path.
type missing struct{ error }

func (m missing) Unwrap() error { return m.error }

// asMissing makes missing of the 404 of a record that the requester may not read. That of permission.OrNotFound is a denial.
func asMissing(err error) error {
	_, denied := errors.AsType[request.Denial](err)
	if p := problem.As(err); p == nil || p.Code != problem.NotFound || denied {
		return err
	}
	return missing{err}
}

// Creating returns the admission of the create that a PUT becomes, after an error of LoadPermitted because there is no record;
// nil for none. No record has an address that cannot be parsed.
func Creating(a *request.Admission, err error) *request.Admission {
	creates := a.Operation.Creates
	if _, is := errors.AsType[missing](err); !is || creates == nil || a.Format.Page {
		return nil
	}
	_, ok := a.Route.Res.Lookup.ParseSegment(a.Key)
	cond := a.Permits(creates)
	if !ok || cond.IsFalse() {
		return nil
	}
	c := *a
	c.Operation, c.Cond = creates, cond
	return &c
}

// AddAddress adds the value in the address to the input of a PUT that may create a record, if the input has none.
func AddAddress(a *request.Admission, in *schema.Input) {
	res := a.Route.Res
	if !res.PutCreates || a.Method != http.MethodPut {
		return
	}
	f := a.Operation.Input.Type.FieldOf(res.Lookup.Field)
	value, ok := res.Lookup.ParseSegment(a.Key)
	if f == nil || f.Wire == "" || !ok {
		return
	}
	text := fmt.Sprint(value.Arg())
	object, isObject := in.Value.(map[string]any)
	if _, sent := in.Form[f.Wire]; in.Form != nil && !sent {
		in.Form = maps.Clone(in.Form)
		in.Form[f.Wire] = []string{text}
	} else if _, sent := object[f.Wire]; in.Form == nil && isObject && !sent {
		object = maps.Clone(object)
		object[f.Wire], in.Value = text, object
	}
}

// CheckAddress refuses a record that a PUT has created with another value than the one in its address: by its body, by the code of
// a team, or by the database. rec is the row, or the representation that was read back.
func CheckAddress(a *request.Admission, rec *schema.Record) error {
	if a.Method != http.MethodPut || a.Operation.Builtin != plan.Create {
		return nil
	}
	lookup := &a.Route.Res.Lookup
	if value, ok := lookup.ParseSegment(a.Key); ok && lookup.Of(rec) == value {
		return nil
	}
	member := problem.NonField
	if f := a.Operation.Input.Type.FieldOf(lookup.Field); f != nil && f.Wire != "" {
		member = f.Wire
	}
	var problems problem.Fields
	problems.Tell(member, "invalid", "This value must be the one in the address.")
	return problems.Err()
}
