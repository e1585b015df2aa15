// Swapping unique values between the rows of one request.
//
// A database compares each row that it writes with the others as they are then. A row whose value another row of the
// request takes is therefore given a placeholder first, which no client ever reads: in the same transaction it gets
// its new value.

package writes

import (
	"fmt"
	"slices"

	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// freesValues reports whether the row with a key is one of the items and gets other values than these in unique fields: then
// these values are free once it is written.
func (b *batch) freesValues(key schema.Key, u *schema.Together, values []any) bool {
	if b.lenient || !slices.ContainsFunc(b.res.Swaps, func(s request.Swap) bool { return s.Same(u) }) {
		return false
	}
	if b.byKey == nil {
		b.byKey = make(map[schema.Key]*item, len(b.list))
		for _, it := range b.list {
			b.byKey[it.Key] = it
		}
	}
	it := b.byKey[key]
	if it == nil || it.Current == nil {
		return false
	}
	if it.values != nil && !u.Holds(it.values) {
		return true
	}
	for i, f := range u.Fields {
		if value, known := it.wantedValue(f); known && f.UniqueValue(value) != f.UniqueValue(values[i]) {
			return true
		}
	}
	return false
}

// wantedValue returns the value that an item will have in a column, if that is known.
func (it *item) wantedValue(f *schema.Field) (value any, known bool) {
	if it.values != nil {
		return it.values.Column(f.Index), true
	}
	for i := range it.input.changes {
		if c := &it.input.changes[i]; c.Field == f {
			if c.Value == nil {
				return nil, true
			}
			return f.Arg(c.Value), true
		}
	}
	return nil, false
}

// givePlaceholders gives placeholders to the rows of the list whose unique values the waiting rows take. It runs one statement
// for each unique column, and none if no row takes the value of another. Only rows that are due get one, so that no hook sees
// a placeholder.
func (w *writer) givePlaceholders(tx *store.Tx, waiting []*item) error {
	if len(w.list) == 1 {
		return nil
	}
	for i := range w.res.Swaps {
		swap := &w.res.Swaps[i]
		holders := slices.DeleteFunc(w.holders(swap, waiting), func(it *item) bool { return !it.storing.due })
		for _, f := range swap.By {
			if len(holders) == 0 {
				break
			}
			rest, err := w.vacate(tx, swap, f, holders)
			if err != nil {
				return err
			}
			holders = rest
		}
	}
	return nil
}

// splitStorable splits the waiting rows: those that can be stored before the next hook runs, and those that take unique
// values of rows which cannot be stored yet.
func (w *writer) splitStorable(waiting []*item) (now, later []*item) {
	now = waiting
	for parted := true; parted; {
		parted = false
		for i := range w.res.Swaps {
			swap, among := &w.res.Swaps[i], map[*item]bool{}
			for _, it := range now {
				among[it] = true
			}
			held := map[string]bool{}
			for _, it := range w.holders(swap, now) {
				if !among[it] {
					held[swapValues(swap, it.Current)] = true
				}
			}
			if len(held) == 0 {
				continue
			}
			var rest []*item
			for _, it := range now {
				if takesOther(swap, it) && held[swapValues(swap, it.row)] {
					later, parted = append(later, it), true
				} else {
					rest = append(rest, it)
				}
			}
			now = rest
		}
	}
	return now, later
}

// takesOther reports whether a row gets other values in the fields.
func takesOther(swap *request.Swap, it *item) bool {
	return it.columns.before != nil && swap.Holds(it.row) && changesAny(it.row, swap.Together, it.columns.before)
}

// holders are the items that have the values which the waiting rows take, and are to have others.
func (w *writer) holders(swap *request.Swap, waiting []*item) (list []*item) {
	taken := map[string]*item{}
	for _, it := range waiting {
		if takesOther(swap, it) {
			taken[swapValues(swap, it.row)] = it
		}
	}
	if len(taken) == 0 {
		return nil
	}
	gone := func(it *item) bool {
		return it.storing.done || slices.ContainsFunc(swap.By, func(f *schema.Field) bool { return slices.Contains(it.storing.vacated, f) })
	}
	for _, it := range w.list {
		if it.Current == nil || gone(it) || !swap.Holds(it.Current) {
			continue
		}
		if by := taken[swapValues(swap, it.Current)]; by != nil && by != it && changesAny(it.values, swap.Together, it.columns.before) {
			list = append(list, it)
		}
	}
	return list
}

// swapValues are the values of a row in the fields, as a key of maps.
func swapValues(swap *request.Swap, rec *schema.Record) string {
	values := make([]any, len(swap.Fields))
	for i, f := range swap.Fields {
		values[i] = f.UniqueValue(rec.Column(f.Index))
	}
	return fmt.Sprintf("%q", values)
}

// vacate gives rows a placeholder in a column, and returns those whose constraints allow none.
func (w *writer) vacate(tx *store.Tx, swap *request.Swap, f *schema.Field, holders []*item) (rest []*item, err error) {
	var keys []schema.Key
	var rows []*schema.Record
	defer func() {
		for _, row := range rows {
			row.Release()
		}
	}()
	for _, it := range holders {
		row := w.res.Type.Acquire()
		it.Current.CopyTo(row)
		w.queue.vacated++
		if !putPlaceholder(swap, row, f, w.queue.vacated) {
			row.Release()
			rest = append(rest, it)
			continue
		}
		keys, rows = append(keys, it.Key), append(rows, row)
		it.storing.vacated = append(it.storing.vacated, f)
	}
	return rest, tx.Vacate(f, keys, rows)
}

// putPlaceholder puts one into a column of a row, where there is one with which the row meets its constraints.
func putPlaceholder(swap *request.Swap, row *schema.Record, f *schema.Field, n int) bool {
	var among []any
	if f.Null {
		among = append(among, nil)
	}
	if f.Kind.Placeholders != nil && f.Relation == nil {
		among = append(among, f.Kind.Placeholders(&f.Spec, n)...)
	}
	for _, value := range among {
		if row.Set(f, value); row.Broken(nil, nil) == nil {
			return true
		}
	}
	return false
}
