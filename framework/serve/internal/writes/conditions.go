// Loading the record that a change is about, and its conditions: If-Match and similar headers, 412 and 428.

package writes

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
	"example.com/resourceful/framework/store"
)

// conditions are those of one change (RFC 9110, section 13.1). The zero value has none.
type conditions struct {
	match     []string  // lists of tags of which the record has one
	noneMatch []string  // lists of tags of which the record has none
	since     time.Time // not changed after this; zero for any time
}

// readConditions reads the headers of a change, and the version of its form.
func readConditions(x *request.Exchange, a *request.Admission) (c conditions) {
	h := x.R.Header
	c.match, c.noneMatch = h["If-Match"], h["If-None-Match"]
	if a.Format.Page {
		if version, sent := a.Form.Get(pageapi.VersionField); sent {
			tag, _, _ := strings.Cut(version, " ")
			c.match = append([]string{tag}, c.match...)
		}
	}
	if text := h.Get("If-Unmodified-Since"); text != "" && c.match == nil && a.Route.Res.LastModified != nil {
		if at, err := http.ParseTime(text); err == nil {
			c.since = at
		}
	}
	return c
}

// checkConditions refuses a change of a record that is not as the client says, or where that has to be said and
// is not. row are the columns of the record; for the tag of one whose changes are not counted, it is read as the
// requester sees it, within a transaction where there is one. Without a condition nothing is read.
func checkConditions(x *request.Exchange, a *request.Admission, tx *store.Tx, key schema.Key, row *schema.Record) error {
	res, c := a.Route.Res, readConditions(x, a)
	if c.match == nil && c.since.IsZero() && res.RequireVersion && (a.Method != http.MethodPost || a.Operation.History) {
		return problem.New(problem.PreconditionRequired, "This request must state the version of the record: send its ETag in If-Match.")
	}
	if !c.since.IsZero() && request.Modified(res, row).Truncate(time.Second).After(c.since) {
		return errPrecondition()
	}
	exists := request.ListsTag(c.noneMatch, "*")
	asksMatch, asksNone := c.match != nil && !request.ListsTag(c.match, "*"), c.noneMatch != nil && !exists
	tag := ""
	if asksMatch || asksNone {
		var err error
		if tag, err = currentTag(x, a, tx, key, row); err != nil {
			return err
		}
	}
	switch {
	case asksMatch && !request.ListsVersion(c.match, tag):
		return errPrecondition()
	case exists || asksNone && request.ListsVersion(c.noneMatch, tag):
		return problem.New(problem.PreconditionFailed, "The record is one that If-None-Match names.")
	}
	return nil
}

func errPrecondition() error {
	return problem.New(problem.PreconditionFailed, "The record has changed since it was read.")
}

// currentTag is the tag that reading the record has, in the format of the request.
func currentTag(x *request.Exchange, a *request.Admission, tx *store.Tx, key schema.Key, row *schema.Record) (string, error) {
	f := request.TagFormat(x, a)
	if version := row.Version(); version != 0 {
		return request.VersionTag(version, f), nil
	}
	res := a.Route.Res
	rec := res.Retrieve.Type.Acquire()
	defer rec.Release()
	c := calls.New(x, a, nil)
	c.Begin(tx)
	found, err := calls.ReadRecord(x, a, c, res, key, rec)
	switch {
	case err != nil:
		return "", fmt.Errorf("tag of %s %s: %w", res.Name, key, err)
	case !found:
		return "", request.NotFound()
	}
	return res.RecordTag(rec, x.Base, f), nil
}

// LoadToWrite is LoadPermitted for an operation that changes the record, which asks the conditions of the
// request too. That is a first look, before the body is read; what counts is the second one, under the
// lock of the row.
func LoadToWrite(x *request.Exchange, a *request.Admission) (request.Record, error) {
	rec, err := access.LoadPermitted(x, a) // 401, 403, 404
	if err == nil {
		err = checkConditions(x, a, nil, rec.RowKey, rec.Record) // 412, 428
	}
	if err != nil {
		return request.Record{}, err
	}
	x.Timing.Step("precondition")
	return rec, nil
}
