// The option When: the condition of an action on its record.

package compile

import "example.com/resourceful/framework/plan"

// compileWhen compiles the condition on the record of an action.
func (action *actionCompiler) compileWhen(r *resource, o *plan.Operation) {
	switch {
	case action.When == nil:
		return
	case !action.Record:
		action.mistake("has rest.When, which is about a record, but the action has none; write rest.OnRecord, or check it in the function")
		return
	case len(action.When) > 1:
		action.mistake("has rest.When twice; write it once, and join conditions by predicate.And")
		return
	}
	declared := action.When[0]
	mistake := func(format string, args ...any) { action.mistake("has rest.When, which "+format, args...) }
	holds, ok := bindRowCondition(r, declared.Holds, "write rest.Allow for a rule about the requester, or check it in the function", mistake)
	if !ok {
		return
	}
	o.When = &plan.When{Holds: holds, Message: declared.Message}
	o.When.Words, _ = r.Type.Sentence(holds)
}
