// Doing a write once under an Idempotency-Key: of a header, or of a form.

package writes

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
	"example.com/resourceful/framework/store"
)

// errReserved says that a key is reserved by another transaction, which has committed.
var errReserved = errors.New("a response is stored under the key")

// storedFor is how long the response to a write is stored under its Idempotency-Key.
const storedFor = 24 * time.Hour

// IdempotencyKey is the key under which a write is done once. A client that did not get the response
// to a write sends the same request again: it gets what the first one stored, in the transaction of its
// work, and nothing is done twice. Refusals are not stored, because nothing was done.
// See https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/.
type IdempotencyKey struct {
	key         string // of the requester: two people never share one
	fingerprint string // of the request

	// A form of a page, whose key is a field, leads to another page when it was done: a browser that
	// loads that again sends nothing again.
	form     bool
	seeOther request.SeeOther // that page; none where the requester may see none, and where nothing was done
}

// WithIdempotency does a write, or gives the stored response of one that was done before under the same key.
// The response says how far the database was after it, and a form leads to its page.
func WithIdempotency(x *request.Exchange, a *request.Admission, do func(key *IdempotencyKey) (request.Result, error)) (request.Result, error) {
	key, err := newIdempotencyKey(x, a)
	if err != nil {
		return request.Result{}, err
	}
	x.Fallback.Plain = x.Fallback.Plain || a.Prefers.DryRun && a.Format.Page && !a.Form.Tried // a page reads the stored rows
	var res request.Result
	if key == nil {
		res, err = do(nil)
	} else {
		res, err = key.performOnce(x, a, do)
	}
	if err != nil {
		return request.Result{}, err
	}
	a.Prefers.Tell(x.W.Header(), res.Status == http.StatusMultiStatus)
	if x.Service.Replica.Lag > 0 && !a.Prefers.DryRun {
		x.ReportPosition(true)
	}
	if key != nil && key.seeOther.Location != "" && !res.Replayed {
		return request.Result{SeeOther: key.seeOther}, nil
	}
	return res, nil
}

// performOnce does a write under the key. The stored response is asked for again when the write is
// refused: a request under the same key may have been done meanwhile, and be the reason.
func (k *IdempotencyKey) performOnce(x *request.Exchange, a *request.Admission, do func(key *IdempotencyKey) (request.Result, error)) (request.Result, error) {
	res, found, err := k.findResult(x, a)
	x.Timing.Step("stored-response")
	if err != nil || found {
		return res, err
	}
	if a.Sent.Files.Discarded {
		return request.Result{}, errBusy() // what was stored has expired since the body began
	}
	res, refusal := do(k)
	if refusal == nil || problem.As(refusal) == nil && !errors.Is(refusal, errReserved) {
		return res, refusal
	}
	if res, found, err = k.findResult(x, a); err != nil || found {
		return res, err
	}
	return request.Result{}, refusal
}

// newIdempotencyKey is the key of a write, nil for none: that of its header, or of a form of a page. A dry run has
// none: there is nothing to be done once.
func newIdempotencyKey(x *request.Exchange, a *request.Admission) (*IdempotencyKey, error) {
	if a.Prefers.DryRun {
		return nil, nil
	}
	if a.Sent.KeyedHash != nil {
		return keyOfHeader(x, a)
	}
	if a.Format.Page {
		if key, sent := a.Form.Get(pageapi.KeyField); sent {
			return keyOfForm(x, a, key)
		}
	}
	return nil, nil
}

// keyOfHeader is the key of the header Idempotency-Key. A body that cannot be read is refused at its own
// step, with nothing done.
func keyOfHeader(x *request.Exchange, a *request.Admission) (*IdempotencyKey, error) {
	key := x.R.Header.Get("Idempotency-Key")
	if len(x.R.Header["Idempotency-Key"]) != 1 || !pageapi.ValidKey(key) {
		return nil, problem.New(problem.Malformed, "Idempotency-Key must be one text of 1 to %d printable ASCII characters.", pageapi.MaxKey)
	}
	if a.Requester.User == nil {
		return nil, errAnonymousKey()
	}
	k := &IdempotencyKey{key: request.Digest(strconv.FormatInt(a.Requester.User.ID, 10), key)}
	if err := k.readBody(x, a); err != nil {
		return nil, err
	}
	reads := a.Operation.Builtin != plan.Destroy && (a.Operation.Run == nil || a.Operation.Input != nil)
	if a.Sent.Err != nil && reads {
		return nil, nil
	}
	query := ""
	if a.Operation.Query != nil { // it says which rows are written
		query = x.R.URL.RawQuery
	}
	if a.Prefers.Lenient {
		query += "," + request.LenientHandling
	}
	if x.Locale.Zone != nil { // it says which moments are written
		query += "," + request.ZonePreference + "=" + x.Locale.Zone.String()
	}
	if a.Format.Version != 0 { // it says what the names of members mean
		query += "," + a.Version.Name
	}
	k.fingerprint = request.Digest(a.Method, a.Route.RouterPattern, a.Parent, a.Key, a.Entry, x.R.Header.Get("Content-Type"), query, string(a.Sent.KeyedHash.Sum(nil)))
	return k, nil
}

// readBody reads the body, for all of which the key stands. Files are stored once it is known that the requester may
// write the row, and not of a request that was done before.
func (k *IdempotencyKey) readBody(x *request.Exchange, a *request.Admission) error {
	if err := a.Sent.Begin(x, a); err != nil {
		return err
	}
	if a.Sent.Body.Rest != nil {
		_, done, err := x.Service.Responses.FindStored(x.Context, k.key)
		if err == nil && !done && a.Operation.Record {
			if _, err = LoadToWrite(x, a); access.Creating(a, err) != nil { // 401, 403, 404, 412
				err = nil
			}
		}
		if err != nil {
			return err
		}
		a.Sent.Files.Discarded = done
	}
	return a.Sent.Decode(x, a)
}

// errAnonymousKey refuses the key of somebody without credentials. Nothing tells whether a second
// request under it comes from the client of the first: clients count 1, 2, 3, and share an address
// behind a proxy. The one would be given what was answered to the other, and what it sent would be
// lost; and a key that is not heeded would let a repeated request be done twice.
func errAnonymousKey() error {
	return problem.New(problem.Malformed, "Idempotency-Key needs credentials: without them a key may be somebody else's.")
}

// keyOfForm is the key of a form of a page. It is not for the taking, as that of a header is: it is
// random, and in one page. So it serves people without credentials too.
func keyOfForm(x *request.Exchange, a *request.Admission, key string) (*IdempotencyKey, error) {
	if !pageapi.ValidFormKey(key) {
		return nil, problem.New(problem.Malformed, "%s must be one text of %d to %d printable ASCII characters.", pageapi.KeyField, pageapi.MinFormKey, pageapi.MaxKey)
	}
	user := int64(0)
	if a.Requester.User != nil {
		user = a.Requester.User.ID
	}
	k := &IdempotencyKey{form: true, key: request.Digest("form", strconv.FormatInt(user, 10), key)}
	a.Sent.Files.Sums = map[string]string{}
	if err := k.readBody(x, a); err != nil {
		return nil, err
	}
	// Not the bytes of the body: the boundary of a multipart one is another each time.
	parts := []string{a.Method, a.Route.RouterPattern, a.Parent, a.Key, a.Entry}
	if x.Locale.Zone != nil {
		parts = append(parts, request.ZonePreference, x.Locale.Zone.String())
	}
	if a.Format.Version != 0 {
		parts = append(parts, a.Version.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(a.Form.Posted)) {
		parts = append(append(parts, name, strconv.Itoa(len(a.Form.Posted[name]))), a.Form.Posted[name]...)
	}
	for _, name := range slices.Sorted(maps.Keys(a.Sent.Body.Files)) {
		parts = append(parts, name, a.Sent.Files.Sums[name])
	}
	k.fingerprint = request.Digest(parts...)
	return k, nil
}

// ReusedKey is the refusal of a key that was used for another request.
type ReusedKey struct {
	refusal *problem.Error
	Form    bool   // the key is that of a form
	Stored  string // the path of what that form had done when it was sent before; "" for none
}

// Unwrap returns the refusal for the client.
func (e ReusedKey) Unwrap() error { return e.refusal }

func (e ReusedKey) Error() string { return e.refusal.Error() }

// errReused refuses a key that was used for another request. Somebody who goes back to a form that
// was saved, changes it and sends it again gets it back as it was sent, with a new key.
func (k *IdempotencyKey) errReused(a *request.Admission, stored string) error {
	e := ReusedKey{Form: k.form, Stored: stored}
	switch {
	case !k.form:
		e.refusal = problem.New(problem.Reused, "This Idempotency-Key was used for another request.")
	case a.Operation.Builtin == plan.Create:
		e.refusal = problem.New(problem.Reused, "This form was sent before, and what it held then was saved. "+
			"What it holds now was not saved. Sending it again makes another %s.", strings.ToLower(a.Route.Res.Name))
	default:
		e.refusal = problem.New(problem.Reused, "This form was sent before, and that was done. What it holds now was not saved. "+
			"Sending it again does it once more.")
	}
	return e
}

// reserve takes the key for a transaction. It waits for another that has taken it.
func (k *IdempotencyKey) reserve(x *request.Exchange, tx *store.Tx) error {
	free, err := x.Service.Responses.ReserveKey(x.Context, tx.Session(), k.key, x.Service.Options.Now().Add(storedFor))
	if err == nil && !free {
		err = errReserved
	}
	return err
}
