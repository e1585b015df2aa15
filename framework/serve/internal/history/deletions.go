// When rows were deleted, and by whom.

package history

import (
	"fmt"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
)

// maxEntries limits the entries that Deletions reads: a row may have been deleted and restored several times.
const maxEntries = 1000

// Deletions implements pageapi.Request.Deletions.
func Deletions(x *request.Exchange, a *request.Admission, keys []schema.Key) (map[schema.Key]pageapi.Deletion, error) {
	res, list := a.Route.Res, map[schema.Key]pageapi.Deletion{}
	err := res.Rows.Pick(x.Context, predicate.And(), keys, func(rec *schema.Record) error {
		at, err := textOfJSON(rec.AppendFieldIn(nil, res.Type.Deleted, "", time.UTC))
		list[rec.Key()] = pageapi.Deletion{At: at}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("deleted rows of %s: %w", res.Name, err)
	}
	entries := x.Service.Routes.Resources[res.Resource].Entries
	if entries == nil || res.History.Deleted == nil || !permission.Reduce(res.History.Deleted, a.Requester.Request(true)).IsTrue() {
		return list, nil
	}
	t, rows, byText := res.History.Type, []any{}, map[string]schema.Key{}
	for _, key := range keys {
		rows, byText[key.String()] = append(rows, key.String()), key
	}
	where := predicate.And(
		predicate.Expr{Op: predicate.OpIn, Name: "row", Index: t.ByWire("row").Index, Value: rows},
		predicate.Expr{Op: predicate.OpIsNull, Name: "after", Index: t.ByWire("after").Index})
	err = entries.Page(x.Context, where, 0, maxEntries, func(rec *schema.Record) error {
		var entry schema.HistoryEntry
		rec.StoreValue(&entry)
		key, newest := byText[entry.Row]
		if of, found := list[key]; newest && found {
			of.By = entry.Username
			list[key] = of
		}
		delete(byText, entry.Row) // the others are of earlier deletions
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("deletions in the history of %s: %w", res.Name, err)
	}
	return list, nil
}
