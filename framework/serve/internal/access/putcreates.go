// PUT to the address of a record that may not exist, where the view set has PutCreates.

package access

import (
	"fmt"
	"maps"
	"net/http"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
)

// Creating returns the admission of the create that a PUT becomes, after an error because there is no record; nil for none.
func Creating(a *request.Admission, err error) *request.Admission {
	creates := a.Operation.Creates
	if p := problem.As(err); p == nil || p.Code != problem.NotFound || creates == nil || a.Format.Page {
		return nil
	}
	cond := a.Permits(creates)
	if cond.IsFalse() {
		return nil
	}
	c := *a
	c.Operation, c.Cond = creates, cond
	return &c
}

// Address is the value in the address of a record, and the member that clients send with it.
type Address struct {
	Member *schema.Field
	value  schema.Key
}

// AddAddress adds the value in the address to the input of a PUT that may create a record, if the input has none. It returns
// nil for any other request, and for clients that do not know the member.
func AddAddress(a *request.Admission, in *schema.Input) *Address {
	res := a.Route.Res
	if !res.PutCreates || a.Method != http.MethodPut {
		return nil
	}
	f := a.Operation.Input.Type.FieldOf(res.Lookup.Field)
	value, ok := res.Lookup.ParseSegment(a.Key)
	if f == nil || f.Wire == "" || !ok {
		return nil
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
	return &Address{f, value}
}

// Differs reports whether changes of a row have another value than the address.
func (at *Address) Differs(changes []schema.Change) bool {
	for _, c := range changes {
		if c.Field == at.Member || c.Field == at.Member.Of {
			return schema.KeyOf(c.Field.Arg(c.Value)) != at.value
		}
	}
	return false
}
