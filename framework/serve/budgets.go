// What all requests together use of the limits: the count of each, and the share of one request.

package serve

import (
	"net/netip"
	"time"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/traffic"
)

// budgets bound what all requests together use: requests those that are worked on, bodies and responses
// the bytes of those that are on their way, lists the bytes of long lists that have no slot, and slots
// the long lists that hold a database connection; streams are those of events.
type budgets struct {
	requests                 *traffic.Budget
	bodies, responses, lists *traffic.SharedBudget
	streams                  *traffic.SharedBudget // of events
	slots                    *traffic.Slots
	turns                    *traffic.Turns[contested]
}

func newBudgets(streams int, limits traffic.Limits) budgets {
	return budgets{
		requests:  traffic.NewBudget(int64(limits.Requests)),
		bodies:    traffic.NewSharedBudget(limits.Bodies),
		responses: traffic.NewSharedBudget(limits.Answers),
		lists:     traffic.NewSharedBudget(limits.Lists),
		streams:   traffic.NewSharedBudget(int64(limits.Streams)),
		slots:     traffic.NewSlots(streams, limits),
		turns:     traffic.NewTurns[contested](),
	}
}

// share is what one request uses of the budgets.
type share struct {
	address  netip.Addr // see exchange.clientAddress
	known    bool       // address is
	working  bool       // it counts among the requests that are worked on
	full     error      // the request came when there were too many; its form is read for its page
	body     int64      // bytes of the budget of bodies
	response int64      // bytes of the budget of responses
}

// free is how much of a body does not count among all bodies, and of a response not among all
// responses.
const free = 64 << 10

// clientAddress is the address whose share of the budgets the request uses.
func (x *exchange) clientAddress() netip.Addr {
	if !x.share.known {
		x.share.address, x.share.known = x.h.auth.ClientAddr(x.r), true
	}
	return x.share.address
}

// enter counts the request among those that are worked on. One that waits for its client, who
// sends a body or reads a response, is not: slow clients would keep out all others.
func (x *exchange) enter() error {
	if x.share.working || x.share.full != nil {
		return nil
	}
	if !x.h.budgets.requests.Acquire(1) {
		x.fallback.degraded = true
		return problem.New(problem.Unavailable, "Too many requests are being worked on. Please try again.")
	}
	x.share.working = true
	return nil
}

// leave ends what enter began.
func (x *exchange) leave() {
	if x.share.working {
		x.share.working = false
		x.h.budgets.requests.Release(1)
	}
}

// reserveBody takes more of the budget of bodies: for what is read of one, and for the values in it.
func (x *exchange) reserveBody(bytes int64) error {
	if !x.h.budgets.bodies.Acquire(x.clientAddress(), bytes) {
		return problem.New(problem.Unavailable, "Too many large bodies are being read. Please try again.")
	}
	x.share.body += bytes
	return nil
}

// releaseBody gives back some of what reserveBody has taken.
func (x *exchange) releaseBody(bytes int64) {
	x.h.budgets.bodies.Release(x.clientAddress(), bytes)
	x.share.body -= bytes
}

// reserveComplete counts a response that is complete among those that are on their way, for as long
// as its client takes to read it. One that is larger than the whole budget is refused; any other finds
// room when its client reads no other large one and half of the budget is free.
func (x *exchange) reserveComplete(size int) error {
	more, all := int64(size-free), x.h.budgets.responses.Limit()
	if more > 0 {
		x.writer.ReadBy = time.Now().Add(x.h.options.Limits.Traffic.ReadTimeout)
	}
	if more > all {
		return errTooManyResponses()
	}
	return x.reserveResponse(min(more, all/2))
}

func errTooManyResponses() error {
	return problem.New(problem.Unavailable, "Too many large answers are being read. Please try again.")
}

// reserveResponse resizes this response's share of the budget of responses to n bytes, or to nothing
// where n is negative.
func (x *exchange) reserveResponse(n int64) error {
	more := max(n, 0) - x.share.response
	switch {
	case more > 0 && !x.h.budgets.responses.Acquire(x.clientAddress(), more):
		return errTooManyResponses()
	case more < 0:
		x.h.budgets.responses.Release(x.clientAddress(), -more)
	}
	x.share.response += more
	return nil
}

// releaseShares gives back what the request has of the budgets of bodies and responses.
func (x *exchange) releaseShares() {
	if x.share.body > 0 {
		x.h.budgets.bodies.Release(x.clientAddress(), x.share.body)
	}
	if x.share.response > 0 {
		x.h.budgets.responses.Release(x.clientAddress(), x.share.response)
	}
}

// What rendering takes, as a multiple of the compact JSON that it is made of; see media.Sizer.
const (
	pageSize = 10
	// formSize is the same for a page that gives back what was typed, of the body that it was in: as a
	// text, and in a form that brings it along.
	formSize = 6
)

// loadSize is what a record and its representation take, as a multiple of its texts.
const loadSize = 2

// reserveRendering counts a response that is about to be rendered as what that takes, but as no more
// than one address may have.
func (x *exchange) reserveRendering(bytes int64) error {
	return x.reserveResponse(min(bytes, x.h.budgets.responses.Limit()/2) - free)
}

// reserveLoaded counts a large record that was loaded, whose texts have so many bytes: to be read, as the
// response that is made of it; to be changed, among the bodies, as it is there while the client sends
// its own. Until then as many records are loaded uncounted as there are connections to the database.
func (x *exchange) reserveLoaded(bytes int64, toRead bool) error {
	if toRead {
		return x.reserveRendering(loadSize * bytes)
	}
	return x.reserveBody(max(min(bytes, x.h.budgets.bodies.Limit()/2)-free, 0))
}

// contested is what requests change that take turns: a record, or the rows of a list. Rows are loaded, and the code of a team is
// run, without a lock. So of many requests that change one row, each would disturb the others, and those who take longer would
// never come to their end. Those that were disturbed take turns, and who tries for the first time lines up behind them.
type contested struct {
	of      *resource
	key     string // as it stands in the path; "" for a list
	creates bool   // rows of their own, which those who change the list do not wait for
}
