package serve

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// Responses stores the responses to writes under the keys that clients give to them. It is
// implemented by framework/accounts.
type Responses interface {
	// FindStored returns the response that is stored under a key and has not expired.
	FindStored(ctx context.Context, key string) (response []byte, found bool, err error)
	// ReserveKey takes a key for a transaction, and reports whether it is free. It waits for another
	// transaction that has taken it.
	ReserveKey(ctx context.Context, tx database.Session, key string, expires time.Time) (free bool, err error)
	// StoreResponse stores the response under a key that the transaction has reserved.
	StoreResponse(ctx context.Context, tx database.Session, key string, response []byte) error
}

// storedResponse is the response to a write as it is stored.
type storedResponse struct {
	Fingerprint string     `json:"f"` // of the request that was answered
	Status      int        `json:"s"`
	Record      schema.Key `json:"r,omitzero"`
	Location    string     `json:"l,omitempty"`
	Body        []byte     `json:"b,omitempty"`
}

// errReserved says that a key is reserved by another transaction, which has committed.
var errReserved = errors.New("a response is stored under the key")

// keepFor is how long the answer to a write is kept under its Idempotency-Key.
const keepFor = 24 * time.Hour

// maxKey is the length of an Idempotency-Key, in bytes.
const maxKey = 255

// minFormKey is the length of the key of a form, in bytes, below which somebody might guess it.
const minFormKey = 20

// ValidFormKey takes a key that NewKey may have made: printable ASCII that nobody guesses.
func ValidFormKey(key string) bool { return validKey(key) && len(key) >= minFormKey }

// idempotency is what a request with an Idempotency-Key has to do once. A client that did not get
// the answer to a write sends the same request again: it is answered from what the first one
// stored, in the transaction of its work, and nothing is done twice. Answers that refuse are not
// kept, because nothing was done.
// See https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/.
type idempotency struct {
	sum         hash.Hash // of the body as it is read
	key         string    // of the requester: two people never share one
	fingerprint string    // of the request

	// A form of a page, whose key is a field, leads to another page when it was done: a browser that
	// loads that again sends nothing again.
	form     bool
	location string // of that page; "" where the requester may see none, and where nothing was done
	flash    string // what it says was done
}

// hashingBody feeds what is read of a body into a hash.
type hashingBody struct {
	io.ReadCloser
	sum hash.Hash
}

func (b hashingBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.sum.Write(p[:n])
	return n, err
}

// listen begins to hash the body of a write that has an Idempotency-Key.
func (x *exchange) listen() {
	if x.r.Header["Idempotency-Key"] == nil || x.safe() || x.r.Body == nil {
		return
	}
	x.once = &idempotency{sum: sha256.New()}
	r := *x.r // the caller's request keeps its body
	r.Body = hashingBody{x.r.Body, x.once.sum}
	x.r = &r
}

// recall answers a write that was done before, under the same Idempotency-Key.
func (x *exchange) recall() error {
	if x.once == nil && x.format.page && x.form.RelationSearch == "" && !x.safe() {
		if key, sent := x.form.Get(KeyField); sent {
			return x.recallForm(key)
		}
	}
	if x.once == nil || x.action == 0 {
		x.once = nil
		return nil
	}
	key := x.r.Header.Get("Idempotency-Key")
	if len(x.r.Header["Idempotency-Key"]) != 1 || !validKey(key) {
		return problem.New(problem.Malformed, "Idempotency-Key must be one text of 1 to %d printable ASCII characters.", maxKey)
	}
	if x.user == nil {
		return errAnonymousKey()
	}
	if err := x.decode(); err != nil {
		x.once = nil
		return err
	}
	if x.bodyErr != nil && x.writes() {
		x.once = nil // refused at its own step, with nothing done
		return nil
	}
	x.once.key = digest(strconv.FormatInt(x.user.ID, 10), key)
	x.once.fingerprint = digest(x.method, x.route.pattern, x.key, x.r.Header.Get("Content-Type"), string(x.once.sum.Sum(nil)))
	return x.recallKept()
}

// errAnonymousKey refuses the key of somebody without credentials. Nothing tells whether a second
// request under it comes from the client of the first: clients count 1, 2, 3, and share an address
// behind a proxy. The one would be given what was answered to the other, and what it sent would be
// lost; and a key that is not heeded would let a repeated request be done twice.
func errAnonymousKey() error {
	return problem.New(problem.Malformed, "Idempotency-Key needs credentials: without them a key may be somebody else's.")
}

// recallForm answers a form of a page that was sent before. Its key is not for the taking, as that
// of a header is: it is random, and in one page. So it serves people without credentials too.
func (x *exchange) recallForm(key string) error {
	if !ValidFormKey(key) {
		return problem.New(problem.Malformed, "%s must be one text of %d to %d printable ASCII characters.", KeyField, minFormKey, maxKey)
	}
	user := int64(0)
	if x.user != nil {
		user = x.user.ID
	}
	x.once = &idempotency{form: true, key: digest("form", strconv.FormatInt(user, 10), key)}
	// Not the bytes: the boundary of a multipart body is another each time.
	parts := []string{x.method, x.route.pattern, x.key}
	for _, name := range slices.Sorted(maps.Keys(x.form.Posted)) {
		parts = append(append(parts, name, strconv.Itoa(len(x.form.Posted[name]))), x.form.Posted[name]...)
	}
	parts = append(parts, slices.Sorted(maps.Keys(x.body.Files))...)
	x.once.fingerprint = digest(parts...)
	return x.recallKept()
}

// recallKept looks the key up. It is asked again when a request with a key is refused: a request
// under the same key may have been done meanwhile, and be the reason.
func (x *exchange) recallKept() error {
	kept, found, err := x.findStored(x.once.key)
	switch {
	case err != nil:
		return fmt.Errorf("recall an answer: %w", err)
	case !found:
		return nil
	case kept.Fingerprint != x.once.fingerprint:
		x.once.location = kept.Location
		return x.errReused()
	}
	x.recalled = true
	x.header().Set("Idempotency-Replayed", "true")
	x.wrote(true)
	if kept.Status == http.StatusSeeOther {
		x.once.location, x.once.flash = kept.Location, string(kept.Body)
		return nil
	}
	x.status, x.id, x.location = kept.Status, kept.Record, kept.Location
	x.out = append(x.out[:0], kept.Body...)
	return nil
}

func (x *exchange) findStored(key string) (response storedResponse, found bool, err error) {
	data, found, err := x.responses.FindStored(x.ctx, key)
	if err == nil && found {
		err = json.Unmarshal(data, &response)
	}
	return response, found, err
}

// errReused refuses a key that was used for another request. Somebody who goes back to a form that
// was saved, changes it and sends it again gets it back as it was sent, with a key of its own.
func (x *exchange) errReused() error {
	switch {
	case !x.once.form:
		return problem.New(problem.Reused, "This Idempotency-Key was used for another request.")
	case x.action == plan.Create:
		return problem.New(problem.Reused, "This form was sent before, and what it held then was saved. "+
			"What it holds now was not saved. Sending it again makes another %s.", strings.ToLower(x.endpoint().Name))
	default:
		return problem.New(problem.Reused, "This form was sent before, and that was done. What it holds now was not saved. "+
			"Sending it again does it once more.")
	}
}

// validKey takes printable ASCII, whether or not the client quotes it as the draft has it.
func validKey(key string) bool {
	for i := range len(key) {
		if key[i] < ' ' || key[i] > '~' {
			return false
		}
	}
	return key != "" && len(key) <= maxKey
}

// digest is a hash of several texts that no other texts have.
func digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// transact runs a write in one transaction, and keeps its answer there.
func (x *exchange) transact(write func(tx *store.Tx) error) error {
	res := x.route.resource
	if x.once == nil {
		return res.rows.Write(x.ctx, write)
	}
	return res.rows.Write(x.ctx, func(tx *store.Tx) error {
		free, err := x.responses.ReserveKey(x.ctx, tx.Session(), x.once.key, x.options.Now().Add(keepFor))
		if err != nil {
			return err
		}
		if !free {
			return errReserved
		}
		if err := write(tx); err != nil {
			return err
		}
		kept, err := x.answerToKeep(tx)
		if err != nil {
			return err
		}
		data, err := json.Marshal(kept)
		if err != nil {
			return fmt.Errorf("encode a response: %w", err)
		}
		return x.responses.StoreResponse(x.ctx, tx.Session(), x.once.key, data)
	})
}

// answerToKeep is what a repeat of the request is answered with.
func (x *exchange) answerToKeep(tx *store.Tx) (storedResponse, error) {
	kept := storedResponse{Fingerprint: x.once.fingerprint, Record: x.id, Status: http.StatusOK}
	if x.once.form {
		visible, err := x.seesWritten(tx)
		if err != nil {
			return kept, err
		}
		x.once.location, x.once.flash = x.landing(visible)
		if x.once.location != "" {
			kept.Status, kept.Location, kept.Body = http.StatusSeeOther, x.once.location, []byte(x.once.flash)
			return kept, nil
		}
	}
	switch x.action {
	case plan.Create:
		kept.Status, kept.Location = http.StatusCreated, x.createdAt()
	case plan.Destroy:
		kept.Status = http.StatusNoContent
	}
	if x.saved != nil {
		kept.Body = x.saved.Append(nil, x.base)
	}
	return kept, nil
}

// replay is the last word on a request with an Idempotency-Key that is refused: where the same
// request was done meanwhile, its answer.
func (x *exchange) replay(refusal error) error {
	refused := errors.Is(refusal, errReserved) || problem.As(refusal) != nil
	if x.once == nil || x.once.fingerprint == "" || !refused {
		return refusal
	}
	if err := x.recallKept(); err != nil {
		return err
	}
	if !x.recalled {
		return refusal
	}
	return nil
}
