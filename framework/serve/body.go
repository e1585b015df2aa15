// Reading the body of a request: at a pace, within the budgets, once.

package serve

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

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/traffic"
)

// sent is the body of a request. It is read once, when a step first wants it.
type sent struct {
	body media.Body
	err  error // what is wrong with it, for the step that parses it
	read bool
	// disclosed says that the body was taken out of its envelope, or has none, and inside are the names of the
	// members that it was found in.
	disclosed bool
	inside    []string
	files     uploads
	tries     tries     // of what it asks for
	sum       hash.Hash // of the body as it is read; nil for a request without an Idempotency-Key
}

// begin reads the body to its end, or to the first of the files in it.
func (s *sent) begin(x *exchange, a *admission) error {
	if !s.read {
		s.read = true
		s.body, s.err = media.Decode(x.r, x.h.plan.Parsers, x.bodyLimits(a))
		s.disclosed = s.body.Empty && x.sendsForm()
	}
	return s.ended()
}

// decode reads the body once. What is wrong with it is sent.err, for the step that wants it; the
// error that decode returns ends the request, because the rest of the body did not come.
func (s *sent) decode(x *exchange, a *admission) error {
	if err := s.begin(x, a); err != nil {
		return err
	}
	if rest := s.body.Rest; rest != nil {
		s.body, s.err = rest()
	}
	return s.ended()
}

// ended is the error of a body of which the rest did not come.
func (s *sent) ended() error {
	if s.err == nil {
		return nil
	}
	if p := problem.As(s.err); p != nil && (p.Code == problem.Timeout || p.Code == problem.Unavailable) {
		return s.err
	}
	return nil
}

// sendsForm reports whether a body without bytes is a form that has no fields: it says so, or nothing else is read.
func (x *exchange) sendsForm() bool {
	return media.IsForm(x.r.Header.Get("Content-Type")) ||
		!slices.ContainsFunc(x.h.plan.Parsers, func(p media.Parser) bool { return !media.IsForm(p.MediaType) })
}

// bodyLimits are the limits of one body, whose values count among all bodies.
func (x *exchange) bodyLimits(a *admission) media.Limits {
	limits := x.h.options.Limits.Limits
	rules := x.h.plan.Requests
	if a.operation != nil {
		rules = a.operation.Rules(rules)
	}
	limits.Reserve, limits.UniqueKeys, limits.ValidText = x.reserveBody, !rules.LastOfEqualKeys, !rules.LastOfEqualKeys
	if res := a.resource(); res != nil && !a.route.Record && res.Bulk.Has(plan.Modify|plan.Destroy) {
		limits.Fields += res.Bulk.Max // that the form of a page names
	}
	if a.route != nil && (a.route.takesFiles || a.route.sheets) {
		if !a.route.takesFiles {
			limits.Upload = min(limits.Upload, limits.Body+limits.Text) // a form, and a file of rows
		}
		limits.File = func(name, fileName string, content io.Reader) error {
			return a.sent.receive(x, a, name, fileName, content)
		}
	}
	return limits
}

// requestBody is a body that has to come at a pace, and counts among all bodies.
type requestBody struct {
	*traffic.DeadlineReader
	x *exchange
	a *admission
	// filing says that what is read goes to the store of files. Filed is how much that was, which takes no
	// memory.
	filing bool
	filed  int64
}

// watchBody begins to watch the body.
func watchBody(x *exchange, a *admission) {
	x.upload = &requestBody{DeadlineReader: traffic.NewDeadlineReader(x.r.Body, x.w, &x.h.options.Limits.Traffic), x: x, a: a}
	r := *x.r // the caller's request keeps its body
	r.Body = x.upload
	x.r = &r
}

// kept is how much was read that stays in memory.
func (b *requestBody) kept() int64 { return b.N - b.filed }

// Read does not count the request among those that are worked on while it waits.
func (b *requestBody) Read(p []byte) (int, error) {
	b.x.leave()
	n, err := b.DeadlineReader.Read(p)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		b.x.w.Header().Set("Connection", "close")
		b.x.fallback.plain = true // a page would ask the database, under a context that has ended with the connection
		return n, problem.New(problem.Timeout, "Request body came too slowly.")
	}
	if b.filing {
		b.filed += int64(n)
	}
	read := b.kept()
	if more := read - max(free, read-int64(n)); more > 0 && !b.filing {
		if err := b.x.reserveBody(more); err != nil {
			return n, err
		}
	}
	if full := b.x.enter(); full != nil && (b.a.resource() == nil || !b.x.keepForm(full)) { // a view would go on with its form
		return n, full
	}
	return n, err
}

// keepForm reads a form that came when there were too many requests, so that its page gives it back:
// one that is no longer than what every body may have, and for whose page there is room.
func (x *exchange) keepForm(full error) bool {
	size := x.r.ContentLength
	if x.r.Method != http.MethodPost || size <= 0 || size > free || !media.IsForm(x.r.Header.Get("Content-Type")) ||
		x.reserveBody(size*formSize) != nil {
		return false
	}
	x.share.full = full
	return true
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

// hashBody begins to hash the body of a write that has an Idempotency-Key.
func hashBody(x *exchange, s *sent) {
	s.sum = sha256.New()
	r := *x.r // the caller's request keeps its body
	r.Body = hashingBody{x.r.Body, s.sum}
	x.r = &r
}

// tries are the attempts of one request to change what it has loaded.
type tries struct {
	n    int    // of the present one; 0 for a request that is done once
	body int64  // what the first one has taken of the budget of bodies
	done func() // ends the turn of the request; nil before it has one
}

// maxTries is how often, at most, a request loads rows and finds, once it has locked them, that others have changed them.
const maxTries = 8

// last reports whether there is no attempt after the present one.
func (t *tries) last() bool { return t.n == maxTries }

// digest is a hash of several texts that no other texts have.
func digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil))
}
