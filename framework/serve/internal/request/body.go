// Reading the body of a request at a minimum pace and within the budgets; how often a write was tried.

package request

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"os"
	"slices"
	"time"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/traffic"
)

// Sent is the body of a request. The first step that needs it reads it.
type Sent struct {
	At   time.Time // when the request began
	Body media.Body
	Err  error // mistake in the body, for the step that parses it
	Read bool
	// Disclosed means that the body is out of its envelope, or has none. inside are the names of the
	// members around it.
	Disclosed bool
	// Orders are the orders of objects in the body, for values that keep them; nil for none.
	Orders    media.Orders
	inside    []string
	Files     uploads
	Tries     Tries     // attempts of the write
	KeyedHash hash.Hash // hash of the body; nil for a request without an Idempotency-Key
}

// Begin reads the body to its end, or to the first file in it.
func (s *Sent) Begin(x *Exchange, a *Admission) error {
	if !s.Read {
		s.Read = true
		s.Body, s.Err = media.Decode(x.R, x.Service.Plan.Parsers, x.bodyLimits(a))
		s.Disclosed = s.Body.Empty && x.sendsForm()
	}
	return s.ended()
}

// Decode reads the body once. A mistake in the body is in s.Err, for the step that needs the body. Decode
// returns an error if the rest of the body did not arrive; it ends the request.
func (s *Sent) Decode(x *Exchange, a *Admission) error {
	if err := s.Begin(x, a); err != nil {
		return err
	}
	if rest := s.Body.Rest; rest != nil {
		s.Body, s.Err = rest()
	}
	return s.ended()
}

// ended returns the error of a body whose rest did not arrive.
func (s *Sent) ended() error {
	if s.Err == nil {
		return nil
	}
	if p := problem.As(s.Err); p != nil && (p.Code == problem.Timeout || p.Code == problem.Unavailable) {
		return s.Err
	}
	return nil
}

// sendsForm reports whether an empty body is a form without fields: by its media type, or because the
// service reads only forms.
func (x *Exchange) sendsForm() bool {
	return media.IsForm(x.R.Header.Get("Content-Type")) ||
		!slices.ContainsFunc(x.Service.Plan.Parsers, func(p media.Parser) bool { return !media.IsForm(p.MediaType) })
}

// bodyLimits returns the limits of one body. Its values count towards the limit of all bodies.
func (x *Exchange) bodyLimits(a *Admission) media.Limits {
	limits := x.Service.Options.Limits.Limits
	rules := x.Service.Plan.Requests
	if a.Operation != nil {
		rules = a.Operation.Rules(rules)
	}
	if a.Operation != nil && a.Operation.KeepsOrder {
		limits.Orders = media.Orders{}
		a.Sent.Orders = limits.Orders
	}
	limits.Reserve, limits.UniqueKeys, limits.ValidText = x.ReserveBody, !rules.LastOfEqualKeys, !rules.LastOfEqualKeys
	if res := a.Resource(); res != nil && !a.Route.Record && res.Bulk.Has(plan.Modify|plan.Destroy) {
		limits.Fields += res.Bulk.Max // rows that the form of a page names
	}
	if a.Route != nil && (a.Route.TakesFiles || a.Route.Sheets) {
		if !a.Route.TakesFiles {
			limits.Upload = min(limits.Upload, limits.Body+limits.Text) // a form with a CSV file
		}
		limits.File = func(name, fileName string, content io.Reader) error {
			return a.Sent.receive(x, a, name, fileName, content)
		}
	}
	return limits
}

// requestBody is a body with a minimum pace, which counts towards the limit of all bodies.
type requestBody struct {
	*traffic.DeadlineReader
	x *Exchange
	a *Admission
	// filing means that the bytes go to the store of files. filed is the number of these bytes, which take
	// no memory.
	filing bool
	filed  int64
}

// WatchBody begins to watch the body.
func WatchBody(x *Exchange, a *Admission) {
	x.Upload = &requestBody{DeadlineReader: traffic.NewDeadlineReader(x.R.Body, x.W, &x.Service.Options.Limits.Traffic), x: x, a: a}
	r := *x.R // the caller's request keeps its body
	r.Body = x.Upload
	x.R = &r
}

// Kept returns the number of bytes in memory.
func (b *requestBody) Kept() int64 { return b.N - b.filed }

// Read releases the request's share of concurrent work while it waits for the client.
func (b *requestBody) Read(p []byte) (int, error) {
	b.x.Leave()
	n, err := b.DeadlineReader.Read(p)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		b.x.W.Header().Set("Connection", "close")
		b.x.Fallback.Plain = true // a page would use the database with a context that ended with the connection
		return n, problem.New(problem.Timeout, "Request body came too slowly.")
	}
	if b.filing {
		b.filed += int64(n)
	}
	read := b.Kept()
	if more := read - max(Free, read-int64(n)); more > 0 && !b.filing {
		if err := b.x.ReserveBody(more); err != nil {
			return n, err
		}
	}
	if full := b.x.Enter(); full != nil && (b.a.Resource() == nil || !b.x.keepForm(full)) { // a view would continue with its form
		return n, full
	}
	return n, err
}

// keepForm reads a form that was refused because of too many requests, so that its page can give it back.
// It must be within the limits of an ordinary body, and its page must have room.
func (x *Exchange) keepForm(full error) bool {
	size := x.R.ContentLength
	if x.R.Method != http.MethodPost || size <= 0 || size > Free || !media.IsForm(x.R.Header.Get("Content-Type")) ||
		x.ReserveBody(size*formSize) != nil {
		return false
	}
	x.Share.full = full
	return true
}

// hashingBody hashes the bytes of a body as they are read.
type hashingBody struct {
	io.ReadCloser
	sum hash.Hash
}

func (b hashingBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.sum.Write(p[:n])
	return n, err
}

// HashBody begins to hash the body of a write with an Idempotency-Key.
func HashBody(x *Exchange, s *Sent) {
	s.KeyedHash = sha256.New()
	r := *x.R // the caller's request keeps its body
	r.Body = hashingBody{x.R.Body, s.KeyedHash}
	x.R = &r
}

// Tries counts the attempts of one request to change the rows that it has loaded.
type Tries struct {
	N    int    // number of the current attempt; 0 for a request without attempts
	Body int64  // the first attempt's share of the budget of bodies
	Done func() // ends the turn of the request; nil before it
	// Unconfirmed says that a refusal depends on rows that were loaded before, which others may have changed.
	Unconfirmed bool
}

// maxTries is the largest number of attempts of a request whose loaded rows others have changed before it
// locked them.
const maxTries = 8

// Last reports whether the current attempt is the last.
func (t *Tries) Last() bool { return t.N == maxTries }

// Digest returns a hash that identifies a list of texts.
func Digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil))
}
