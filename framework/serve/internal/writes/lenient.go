// Prefer: handling=lenient: the valid rows of a list are written, and each row has a separate answer.

package writes

import (
	"net/http"
	"strconv"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// leniently writes each row for itself, in a savepoint, and answers 207 with what has become of each:
//
//	[{"status": 201, "body": {"id": 1, …}}, {"status": 400, "errors": {"title": ["This field is required."]}}]
//
// body is the representation, which a row that is deleted does not have; errors is the body of the refusal that a request
// about only that row would get.
func (w *writer) leniently(tx *store.Tx) error {
	var written []*item
	w.c.removedFiles = nil
	if len(w.list) > 0 && w.list[0].Current != nil {
		if err := w.lockAndCompare(tx); err != nil {
			return err
		}
	}
	for _, it := range w.list {
		it.refusal = nil
		gone := w.c.removedFiles
		one := &writer{
			batch: &batch{x: w.x, a: w.a, res: w.res, list: []*item{it}}, c: w.c,
			verb: w.verb, queue: queue{single: true, locked: true},
		}
		err := tx.Savepoint(func() error {
			if err := one.verb.steps(one, tx); err != nil || w.verb.status == http.StatusNoContent {
				return err
			}
			return permitAllWritten(w.x, w.a, tx, one.list, false)
		})
		if err == nil {
			written = append(written, it)
			continue
		}
		w.c.removedFiles = gone
		if it.refusal = refusalOfOne(err); it.refusal == nil {
			return err
		}
	}
	done := &writer{batch: &batch{x: w.x, a: w.a, res: w.res, list: written}, c: w.c}
	bodies := map[*item][]byte{}
	if w.verb.status != http.StatusNoContent {
		found, err := readBackAll(w.x, w.a, tx, w.c.Call, done.keys(), nil)
		if err != nil {
			return err
		}
		for i, it := range written {
			bodies[it] = found[i]
		}
	}
	done.leaveForCommit()
	w.c.Answer = &request.Result{
		Status: http.StatusMultiStatus, Content: media.Metadata, Record: request.Record{Listed: done.keys()}, Encoded: w.appendStatuses(nil, bodies),
	}
	return nil
}

// refusalOfOne returns the refusal of a list of one; nil for a fault.
func refusalOfOne(err error) *problem.Error {
	p := problem.As(err)
	if p == nil || p.Code == problem.Internal || p.Code == problem.Unavailable {
		return nil
	}
	if len(p.Items) == 1 {
		return &problem.Error{Code: p.Code, Fields: p.Items[0]}
	}
	return p
}

// appendStatuses appends what has become of each item.
func (w *writer) appendStatuses(b []byte, bodies map[*item][]byte) []byte {
	errors := w.x.Service.Plan.Errors
	b = append(b, '[')
	for i, it := range w.all {
		refusal := it.refusal
		if refusal == nil && len(it.problems) > 0 {
			refusal = &problem.Error{Code: problem.Invalid, Fields: it.problems}
			if it.problems[0].Path == "" { // it is no object, or no key
				refusal.Fields = problem.Fields{{Path: problem.NonField, Messages: it.problems[0].Messages, Codes: it.problems[0].Codes}}
			}
		}
		status := w.verb.status
		if refusal != nil {
			status = errors.Status(refusal)
		}
		b = strconv.AppendInt(append(request.Comma(b, i), `{"status":`...), int64(status), 10)
		if refusal != nil {
			w.x.TellLanguage()
			b = errors.AppendBody(append(b, `,"errors":`...), refusal.In(w.x.Locale.Language))
		} else if body := bodies[it]; body != nil {
			b = append(append(b, `,"body":`...), body...)
		}
		b = append(b, '}')
	}
	return append(b, ']')
}
