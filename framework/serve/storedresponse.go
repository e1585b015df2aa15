// Stored responses to writes: what a repeat of a request is answered with.

package serve

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// storedResponse is the response to a write as it is stored.
type storedResponse struct {
	Fingerprint string     `json:"f"` // of the request that was answered
	Status      int        `json:"s"`
	Record      schema.Key `json:"r,omitzero"` // what addresses name it by
	Version     int64      `json:"v,omitzero"` // of the record, and when that was changed
	Modified    time.Time  `json:"m,omitzero"`
	Files       string     `json:"k,omitzero"` // the keys of its files
	Location    string     `json:"l,omitempty"`
	Body        []byte     `json:"b,omitempty"`
	Rows        []byte     `json:"w,omitempty"` // of a list, within Body
}

// findResult looks for the stored response, and is the result that gives it again.
func (k *idempotencyKey) findResult(x *exchange, a *admission) (res result, found bool, err error) {
	data, found, err := x.h.responses.FindStored(x.ctx, k.key)
	var stored storedResponse
	if err == nil && found {
		err = json.Unmarshal(data, &stored)
	}
	switch {
	case err != nil:
		return result{}, false, fmt.Errorf("find a stored response: %w", err)
	case !found:
		return result{}, false, nil
	case stored.Fingerprint != k.fingerprint:
		return result{}, false, k.errReused(a, stored.Location)
	}
	x.w.Header().Set("Idempotency-Replayed", "true")
	return stored.result(x, a), true, nil
}

// result gives the stored response again.
func (s *storedResponse) result(x *exchange, a *admission) result {
	switch {
	case s.Status == http.StatusSeeOther:
		return result{replayed: true, seeOther: seeOther{s.Location, string(s.Body)}}
	case a.operation.Builtin == plan.Destroy:
		res := deleted(x, a, record{address: s.Record})
		res.replayed = true
		return res
	}
	content := media.Record
	switch {
	case s.Status == http.StatusMultiStatus:
		content = media.Metadata
	case s.Rows != nil:
		content = media.List
	}
	if len(s.Body) == 0 {
		content = 0
	}
	return result{
		status: s.Status, content: content, location: s.Location, replayed: true,
		record: record{address: s.Record, version: s.Version, modified: s.Modified, files: s.Files}, encoded: append((*x.pooled.buffer)[:0], s.Body...), rows: s.Rows,
	}
}

// store stores the response to a change under the key.
func (k *idempotencyKey) store(x *exchange, a *admission, tx *store.Tx, c *change) error {
	stored, err := k.responseTo(x, a, tx, c)
	if err != nil {
		return err
	}
	data, err := json.Marshal(stored)
	if err != nil {
		return fmt.Errorf("encode a response: %w", err)
	}
	return x.h.responses.StoreResponse(x.ctx, tx.Session(), k.key, data)
}

// responseTo is what a repeat of the request is answered with.
func (k *idempotencyKey) responseTo(x *exchange, a *admission, tx *store.Tx, c *change) (storedResponse, error) {
	res, written := a.route.resource, c.saved
	if written == nil {
		written = c.current
	}
	rec := record{key: c.key, Record: c.current}
	if written != nil {
		rec.address = res.Lookup.Of(written)
	}
	stored := storedResponse{Fingerprint: k.fingerprint, Record: rec.address, Status: http.StatusOK}
	if k.form {
		visible, err := c.leavesVisible(x, a, tx)
		if err != nil {
			return stored, err
		}
		k.seeOther = landing(x, a, rec, visible)
		if k.seeOther.location != "" {
			stored.Status, stored.Location, stored.Body = http.StatusSeeOther, k.seeOther.location, []byte(k.seeOther.flash)
			return stored, nil
		}
	}
	if c.answer != nil {
		stored.Status, stored.Body, stored.Rows = c.answer.status, c.answer.encoded, c.answer.rows
		return stored, nil
	}
	switch a.operation.Builtin {
	case plan.Create:
		stored.Status, stored.Location = http.StatusCreated, createdAt(x, res, rec.address)
	case plan.Destroy:
		stored.Status = http.StatusNoContent
	}
	if c.saved != nil {
		stored.Body = c.saved.AppendIn(nil, x.base, x.locale.zone)
		stored.Version, stored.Modified = c.saved.Version(), modified(res, c.saved)
		stored.Files = (&record{Record: c.saved}).fileKeys()
	}
	return stored, nil
}
