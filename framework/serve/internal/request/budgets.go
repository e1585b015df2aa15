// What all requests together use of the limits: the count of each, and the share of one request.

package request

import (
	"net/netip"
	"time"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/traffic"
)

// budgets bound what all requests together use: requests those that are worked on, Bodies and Responses
// the bytes of those that are on their way, Lists the bytes of long lists that have no slot, and Slots
// the long lists that hold a database connection; Streams are those of events.
type budgets struct {
	requests                 *traffic.Budget
	Bodies, Responses, Lists *traffic.SharedBudget
	Streams                  *traffic.SharedBudget // of events
	Slots                    *traffic.Slots
	Turns                    *traffic.Turns[Contested]
}

// NewBudgets makes the budgets of a service whose database streams as many lists at once.
func NewBudgets(streams int, limits traffic.Limits) budgets {
	return budgets{
		requests:  traffic.NewBudget(int64(limits.Requests)),
		Bodies:    traffic.NewSharedBudget(limits.Bodies),
		Responses: traffic.NewSharedBudget(limits.Answers),
		Lists:     traffic.NewSharedBudget(limits.Lists),
		Streams:   traffic.NewSharedBudget(int64(limits.Streams)),
		Slots:     traffic.NewSlots(streams, limits),
		Turns:     traffic.NewTurns[Contested](),
	}
}

// share is what one request uses of the budgets.
type share struct {
	address  netip.Addr // see Exchange.ClientAddress
	known    bool       // address is
	working  bool       // it counts among the requests that are worked on
	full     error      // the request came when there were too many; its form is read for its page
	Body     int64      // bytes of the budget of bodies
	response int64      // bytes of the budget of responses
}

// Free is how much of a body does not count among all bodies, and of a response not among all
// responses.
const Free = 64 << 10

// ClientAddress is the address whose share of the budgets the request uses.
func (x *Exchange) ClientAddress() netip.Addr {
	if !x.Share.known {
		x.Share.address, x.Share.known = x.Service.Auth.ClientAddr(x.R), true
	}
	return x.Share.address
}

// Enter counts the request among those that are worked on. One that waits for its client, who
// sends a body or reads a response, is not: slow clients would keep out all others.
func (x *Exchange) Enter() error {
	if x.Share.working || x.Share.full != nil {
		return nil
	}
	if !x.Service.Budgets.requests.Acquire(1) {
		x.Fallback.Degraded = true
		return problem.New(problem.Unavailable, "Too many requests are being worked on. Please try again.")
	}
	x.Share.working = true
	return nil
}

// Leave ends what enter began.
func (x *Exchange) Leave() {
	if x.Share.working {
		x.Share.working = false
		x.Service.Budgets.requests.Release(1)
	}
}

// ReserveBody takes more of the budget of bodies: for what is read of one, and for the values in it.
func (x *Exchange) ReserveBody(bytes int64) error {
	if !x.Service.Budgets.Bodies.Acquire(x.ClientAddress(), bytes) {
		return problem.New(problem.Unavailable, "Too many large bodies are being read. Please try again.")
	}
	x.Share.Body += bytes
	return nil
}

// ReleaseBody gives back some of what ReserveBody has taken.
func (x *Exchange) ReleaseBody(bytes int64) {
	x.Service.Budgets.Bodies.Release(x.ClientAddress(), bytes)
	x.Share.Body -= bytes
}

// ReserveComplete counts a response that is complete among those that are on their way, for as long
// as its client takes to read it. One that is larger than the whole budget is refused; any other finds
// room when its client reads no other large one and half of the budget is free.
func (x *Exchange) ReserveComplete(size int) error {
	more, all := int64(size-Free), x.Service.Budgets.Responses.Limit()
	if more > 0 {
		x.Writer.ReadBy = time.Now().Add(x.Service.Options.Limits.Traffic.ReadTimeout)
	}
	if more > all {
		return errTooManyResponses()
	}
	return x.ReserveResponse(min(more, all/2))
}

func errTooManyResponses() error {
	return problem.New(problem.Unavailable, "Too many large answers are being read. Please try again.")
}

// ReserveResponse resizes this response's share of the budget of responses to n bytes, or to nothing
// where n is negative.
func (x *Exchange) ReserveResponse(n int64) error {
	more := max(n, 0) - x.Share.response
	switch {
	case more > 0 && !x.Service.Budgets.Responses.Acquire(x.ClientAddress(), more):
		return errTooManyResponses()
	case more < 0:
		x.Service.Budgets.Responses.Release(x.ClientAddress(), -more)
	}
	x.Share.response += more
	return nil
}

// releaseShares gives back what the request has of the budgets of bodies and responses.
func (x *Exchange) releaseShares() {
	if x.Share.Body > 0 {
		x.Service.Budgets.Bodies.Release(x.ClientAddress(), x.Share.Body)
	}
	if x.Share.response > 0 {
		x.Service.Budgets.Responses.Release(x.ClientAddress(), x.Share.response)
	}
}

// What rendering takes, as a multiple of the compact JSON that it is made of; see media.Sizer.
const (
	pageSize = 10
	// formSize is the same for a page that gives back what was typed, of the body that it was in: as a
	// text, and in a form that brings it along.
	formSize = 6
)

// LoadSize is what a record and its representation take, as a multiple of its texts.
const LoadSize = 2

// ReserveRendering counts a response that is about to be rendered as what that takes, but as no more
// than one address may have.
func (x *Exchange) ReserveRendering(bytes int64) error {
	return x.ReserveResponse(min(bytes, x.Service.Budgets.Responses.Limit()/2) - Free)
}

// ReserveLoaded counts a large record that was loaded, whose texts have so many bytes: to be read, as the
// response that is made of it; to be changed, among the bodies, as it is there while the client sends
// its own. Until then as many records are loaded uncounted as there are connections to the database.
func (x *Exchange) ReserveLoaded(bytes int64, toRead bool) error {
	if toRead {
		return x.ReserveRendering(LoadSize * bytes)
	}
	return x.ReserveBody(max(min(bytes, x.Service.Budgets.Bodies.Limit()/2)-Free, 0))
}

// Contested is what requests change that take turns: a record, or the rows of a list. Rows are loaded, and the code of a team is
// run, without a lock. So of many requests that change one row, each would disturb the others, and those who take longer would
// never come to their end. Those that were disturbed take turns, and who tries for the first time lines up behind them.
type Contested struct {
	Of      *Resource
	Key     string // as it stands in the path; "" for a list
	Creates bool   // rows of their own, which those who change the list do not wait for
}

// PageBytes counts what the page of the representation takes, and of a form that was sent, without a
// preview.
func PageBytes(x *Exchange, a *Admission, p *Response) int64 {
	size := int64(len(p.Encoded)) * pageSize
	if a.Form.Posted != nil && x.Upload != nil {
		size += x.Upload.Kept() * formSize
	}
	return size
}
