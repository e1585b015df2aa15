// Earlier versions of a record, for the page that compares them.

package history

import (
	"fmt"
	"strconv"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
)

// Versions returns the versions of the record in the path after some entries of its history, with the
// members that the requester may read.
func Versions(x *request.Exchange, a *request.Admission, ids []string) (versions []pageapi.PastVersion, err error) {
	where, err := historyOf(x, a)
	if err != nil {
		return nil, err
	}
	res := a.Route.Res
	var entries []*pastEntry
	var states []pastState
	for _, id := range ids {
		n, err := strconv.ParseInt(id, 10, 64)
		if err != nil {
			return nil, request.NotFound()
		}
		one := predicate.And(where, predicate.Expr{Op: predicate.OpEq, Name: "id", Index: res.History.Type.Key.Index, Value: n})
		entry, err := newestEntry(x, res, one)
		switch {
		case err != nil:
			return nil, fmt.Errorf("entry %d of %s: %w", n, res.Name, err)
		case entry == nil:
			return nil, request.NotFound()
		}
		entries, states = append(entries, entry), append(states, entry.state())
	}
	shown, err := newPastMembers(x, a, keptFields(res.Retrieve.Type.Shown), states)
	if err != nil {
		return nil, err
	}
	for i, e := range entries {
		v := pageapi.PastVersion{ID: e.id, By: e.by, Operation: e.operation, State: shown.appendState(nil, states[i])}
		if v.At, err = textOfJSON(e.at); err != nil {
			return nil, err
		}
		versions = append(versions, v)
	}
	return versions, nil
}

// textOfJSON decodes a JSON string.
func textOfJSON(b []byte) (string, error) {
	text, err := strconv.Unquote(string(b))
	if err != nil {
		return "", fmt.Errorf("moment %.40q: %w", b, err)
	}
	return text, nil
}
