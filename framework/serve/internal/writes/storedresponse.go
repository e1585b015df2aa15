// Stored responses: the answer to a repeated request under an Idempotency-Key.

package writes

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
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
	// Keys are the rows that the requester could read, Answered those of a team's operation, by the resource of its output,
	// and Reads the rules of members that let them read these.
	Keys     []schema.Key `json:"i,omitempty"`
	Answered []schema.Key `json:"o,omitempty"`
	Reads    uint32       `json:"a,omitempty"`
}

// findResult looks for the stored response, and is the result that gives it again.
func (k *IdempotencyKey) findResult(x *request.Exchange, a *request.Admission) (res request.Result, found bool, err error) {
	data, found, err := x.Service.Responses.FindStored(x.Context, k.key)
	var stored storedResponse
	if err == nil && found {
		err = json.Unmarshal(data, &stored)
	}
	switch {
	case err != nil:
		return request.Result{}, false, fmt.Errorf("find a stored response: %w", err)
	case !found:
		return request.Result{}, false, nil
	case stored.Fingerprint != k.fingerprint:
		return request.Result{}, false, k.errReused(a, stored.Location)
	}
	if err := stored.permit(x, a); err != nil { // 403, 404
		return request.Result{}, false, err
	}
	x.W.Header().Set("Idempotency-Replayed", "true")
	return stored.result(x, a), true, nil
}

// permit asks again whether the requester may read what the response tells. A row that is gone refuses nothing.
func (s *storedResponse) permit(x *request.Exchange, a *request.Admission) error {
	if s.Reads&^readableMembers(x, a) != 0 {
		return access.Deny(x, a, a.Operation, nil)
	}
	hidden, err := hides(x, a, x.Service.Routes.Resources[a.Route.Resource], s.Keys)
	if err == nil && hidden && a.Operation.Record {
		return request.NotFound()
	}
	if err == nil && !hidden {
		hidden, err = hides(x, a, a.Operation.RowResource, s.Answered)
	}
	if err != nil || !hidden {
		return err
	}
	return access.Deny(x, a, a.Operation, nil)
}

// hides reports whether the requester may no longer read one of some rows. Without their resource nobody may.
func hides(x *request.Exchange, a *request.Admission, res *request.Resource, keys []schema.Key) (bool, error) {
	if len(keys) == 0 || res == nil {
		return len(keys) > 0, nil
	}
	rule := res.RowAccess
	if res == a.Route.Res && !res.Singleton {
		rule = a.Route.Rule
	}
	rows := res.Rows.Read(x.Context)
	readable, err := access.RowsHolding(rows, keys, a.Requester.Reduce(rule, true), false)
	hidden := slices.DeleteFunc(slices.Clone(keys), func(key schema.Key) bool { return readable[key] })
	if err != nil || len(hidden) == 0 {
		return false, err
	}
	there, err := rows.Among(hidden, predicate.Constant(true), false)
	return len(there) > 0, err
}

// readableMembers returns the rules of members that let the requester read these.
func readableMembers(x *request.Exchange, a *request.Admission) uint32 {
	if of := x.Service.Plan.Audiences; of != nil {
		return of.Of(a.Requester.Request(true)).ReadBits()
	}
	return 0
}

// result gives the stored response again.
func (s *storedResponse) result(x *request.Exchange, a *request.Admission) request.Result {
	switch {
	case s.Status == http.StatusSeeOther:
		return request.Result{Replayed: true, SeeOther: request.SeeOther{Location: s.Location, Flash: string(s.Body)}}
	case a.Operation.Builtin == plan.Destroy:
		res := deleted(x, a, request.Record{Address: s.Record})
		res.Replayed = true
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
	return request.Result{
		Status: s.Status, Content: content, Location: s.Location, Replayed: true,
		Record: request.Record{Address: s.Record, RowVersion: s.Version, Modified: s.Modified, Files: s.Files}, Encoded: append((*x.Pooled.Buffer)[:0], s.Body...), Rows: s.Rows,
	}
}

// store stores the response to a change under the key.
func (k *IdempotencyKey) store(x *request.Exchange, a *request.Admission, tx *store.Tx, change *Change) error {
	stored, err := k.responseTo(x, a, tx, change)
	if err != nil {
		return err
	}
	if stored.Status != http.StatusSeeOther && a.Operation.Builtin != plan.Destroy {
		stored.Reads = readableMembers(x, a)
		switch {
		case !change.Key.IsZero():
			stored.Keys = []schema.Key{change.Key}
		case change.Answer != nil && a.Operation.RowResource == nil:
			stored.Keys = change.Answer.Record.Listed
		}
		if change.Answer != nil && a.Operation.RowResource != nil {
			stored.Answered = change.Answer.Record.Listed
		}
	}
	data, err := json.Marshal(stored)
	if err != nil {
		return fmt.Errorf("encode a response: %w", err)
	}
	return x.Service.Responses.StoreResponse(x.Context, tx.Session(), k.key, data)
}

// responseTo is what a repeat of the request is answered with.
func (k *IdempotencyKey) responseTo(x *request.Exchange, a *request.Admission, tx *store.Tx, change *Change) (storedResponse, error) {
	res, written := a.Route.Res, change.saved
	if written == nil {
		written = change.Current
	}
	rec := request.Record{RowKey: change.Key, Record: change.Current}
	if written != nil {
		rec.Address = res.Lookup.Of(written)
	}
	stored := storedResponse{Fingerprint: k.fingerprint, Record: rec.Address, Status: http.StatusOK}
	if k.form {
		visible, err := change.leavesVisible(x, a, tx)
		if err != nil {
			return stored, err
		}
		k.seeOther = Landing(x, a, rec, visible)
		if k.seeOther.Location != "" {
			stored.Status, stored.Location, stored.Body = http.StatusSeeOther, k.seeOther.Location, []byte(k.seeOther.Flash)
			return stored, nil
		}
	}
	if change.Answer != nil {
		stored.Status, stored.Body, stored.Rows = change.Answer.Status, change.Answer.Encoded, change.Answer.Rows
		return stored, nil
	}
	switch a.Operation.Builtin {
	case plan.Create:
		stored.Status, stored.Location = http.StatusCreated, createdAt(x, a, rec)
	case plan.Destroy:
		stored.Status = http.StatusNoContent
	}
	if change.saved != nil {
		stored.Body = change.saved.AppendIn(nil, x.Base, x.Locale.Zone)
		stored.Version, stored.Modified = change.saved.Version(), request.Modified(res, change.saved)
		stored.Files = (&request.Record{Record: change.saved}).FileKeys()
	}
	return stored, nil
}
