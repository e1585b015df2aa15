package serve

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"strconv"
	"time"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/store"
)

// keepFor is how long the answer to a write is kept under its Idempotency-Key.
const keepFor = 24 * time.Hour

// maxKey is the length of an Idempotency-Key, in bytes.
const maxKey = 255

// idempotency is what a request with an Idempotency-Key has to do once. A client that did not get
// the answer to a write sends the same request again: it is answered from what the first one
// stored, in the transaction of its work, and nothing is done twice. Answers that refuse are not
// kept, because nothing was done.
// See https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/.
type idempotency struct {
	sum         hash.Hash // of the body as it is read
	key         string    // of the requester: two people never share one
	fingerprint string    // of the request
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
	if x.once == nil || x.action == 0 {
		x.once = nil
		return nil
	}
	key := x.r.Header.Get("Idempotency-Key")
	if len(x.r.Header["Idempotency-Key"]) != 1 || !validKey(key) {
		return problem.New(problem.Malformed, "Idempotency-Key must be one text of 1 to %d printable ASCII characters.", maxKey)
	}
	if err := x.decode(); err != nil {
		x.once = nil
		return err
	}
	if x.bodyErr != nil && x.writes() {
		x.once = nil // refused at its own step, with nothing done
		return nil
	}
	user := int64(0)
	if x.user != nil {
		user = x.user.ID
	}
	x.once.key = digest(strconv.FormatInt(user, 10), key)
	x.once.fingerprint = digest(x.method, x.route.pattern, x.key, x.r.Header.Get("Content-Type"), string(x.once.sum.Sum(nil)))
	return x.recallKept()
}

// recallKept looks the key up. It is asked again when a request with a key is refused: a request
// under the same key may have been done meanwhile, and be the reason.
func (x *exchange) recallKept() error {
	kept, found, err := x.db.Recall(x.ctx, x.once.key)
	switch {
	case err != nil:
		return fmt.Errorf("recall an answer: %w", err)
	case !found:
		return nil
	case kept.Fingerprint != x.once.fingerprint:
		return problem.New(problem.Reused, "This Idempotency-Key was used for another request.")
	}
	x.recalled = true
	x.status, x.id, x.location = kept.Status, kept.Record, kept.Location
	x.out = append(x.out[:0], kept.Body...)
	x.header().Set("Idempotency-Replayed", "true")
	x.wrote(true)
	return nil
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
		if err := tx.Claim(x.once.key, x.options.Now().Add(keepFor)); err != nil {
			return err
		}
		if err := write(tx); err != nil {
			return err
		}
		kept := store.Kept{Fingerprint: x.once.fingerprint, Record: x.id, Status: http.StatusOK}
		switch x.action {
		case rest.Create:
			kept.Status, kept.Location = http.StatusCreated, x.createdAt()
		case rest.Destroy:
			kept.Status = http.StatusNoContent
		}
		if x.saved != nil {
			kept.Body = x.saved.Append(nil, x.base)
		}
		return tx.Keep(x.once.key, kept)
	})
}

// replay is the last word on a request with an Idempotency-Key that is refused: where the same
// request was done meanwhile, its answer.
func (x *exchange) replay(refusal error) error {
	refused := errors.Is(refusal, store.ErrKept) || problem.As(refusal) != nil
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
