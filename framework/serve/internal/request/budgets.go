// The budgets that all requests share, and the shares of one request.

package request

import (
	"net/netip"
	"time"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/traffic"
)

// budgets bound the total use of all requests: requests counts concurrent work, Bodies and Responses count
// their bytes in memory, Lists the bytes of long lists without a slot, Slots the long lists that hold a
// database connection, and Streams the event streams. Turns orders requests that change the same rows. Quotas
// count the bytes that accounts store.
type budgets struct {
	requests                 *traffic.Budget
	Bodies, Responses, Lists *traffic.SharedBudget
	Streams                  *traffic.SharedBudget // streams of events
	Slots                    *traffic.Slots
	Turns                    *traffic.Turns[Contested]
	quotas                   *traffic.Rates // bytes that accounts have stored in a day
}

// NewBudgets makes the budgets of a service whose database can stream a number of lists at once.
func NewBudgets(streams int, limits traffic.Limits) budgets {
	return budgets{
		requests:  traffic.NewBudget(int64(limits.Requests)),
		Bodies:    traffic.NewSharedBudget(limits.Bodies),
		Responses: traffic.NewSharedBudget(limits.Answers),
		Lists:     traffic.NewSharedBudget(limits.Lists),
		Streams:   traffic.NewSharedBudget(int64(limits.Streams)),
		Slots:     traffic.NewSlots(streams, limits),
		Turns:     traffic.NewTurns[Contested](),
		quotas:    traffic.NewRates(),
	}
}

// share holds the shares of one request.
type share struct {
	address  netip.Addr // see Exchange.ClientAddress
	known    bool       // address is set
	working  bool       // the request counts as concurrent work
	full     error      // the refusal of a request that came when there were too many; its form is still read for its page
	Body     int64      // bytes of the budget of bodies
	response int64      // bytes of the budget of responses
}

// Free is the part of each body and of each response that does not count towards the budgets.
const Free = 64 << 10

// ClientAddress returns the address whose share of the budgets the request uses.
func (x *Exchange) ClientAddress() netip.Addr {
	if !x.Share.known {
		x.Share.address, x.Share.known = x.Service.Auth.ClientAddr(x.R), true
	}
	return x.Share.address
}

// Enter counts the request as concurrent work. A request that waits for its client to send a body or to
// read a response does not count: slow clients would keep out all others.
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

// Leave ends Enter.
func (x *Exchange) Leave() {
	if x.Share.working {
		x.Share.working = false
		x.Service.Budgets.requests.Release(1)
	}
}

// ReserveBody takes bytes from the budget of bodies, for the body and for its values.
func (x *Exchange) ReserveBody(bytes int64) error {
	if !x.Service.Budgets.Bodies.Acquire(x.ClientAddress(), bytes) {
		return problem.New(problem.Unavailable, "Too many large bodies are being read. Please try again.")
	}
	x.Share.Body += bytes
	return nil
}

// ReleaseBody returns bytes to the budget of bodies.
func (x *Exchange) ReleaseBody(bytes int64) {
	x.Service.Budgets.Bodies.Release(x.ClientAddress(), bytes)
	x.Share.Body -= bytes
}

// ReserveComplete counts a complete response while its client reads it. A response larger than the whole
// budget is refused. Any other finds room if half of the budget is free and its client reads no other large
// response.
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

// releaseShares returns the request's shares of the budgets of bodies and responses.
func (x *Exchange) releaseShares() {
	if x.Share.Body > 0 {
		x.Service.Budgets.Bodies.Release(x.ClientAddress(), x.Share.Body)
	}
	if x.Share.response > 0 {
		x.Service.Budgets.Responses.Release(x.ClientAddress(), x.Share.response)
	}
}

// The memory of rendering, as multiples of the compact JSON; see media.Sizer.
const (
	pageSize = 10
	// formSize is the memory of a page that gives back typed values, as a multiple of the body: as a text,
	// and in a form.
	formSize = 6
)

// LoadSize is the memory of a record and its representation, as a multiple of its texts.
const LoadSize = 2

// ReserveRendering counts the memory of rendering a response, up to the share of one address.
func (x *Exchange) ReserveRendering(bytes int64) error {
	return x.ReserveResponse(min(bytes, x.Service.Budgets.Responses.Limit()/2) - Free)
}

// ReserveLoaded counts a large record that was loaded, by the size of its texts: as a response if it is
// read, and as a body if it is changed, because it stays in memory while the client sends its own. Loading
// is not counted; the number of database connections limits it.
func (x *Exchange) ReserveLoaded(bytes int64, toRead bool) error {
	if toRead {
		return x.ReserveRendering(LoadSize * bytes)
	}
	return x.ReserveBody(max(min(bytes, x.Service.Budgets.Bodies.Limit()/2)-Free, 0))
}

// Contested identifies rows that requests change in turns: a record, or the rows of a list. Rows are
// loaded, and a team's code runs, without a lock. If many requests changed one row, each would disturb the
// others, and slow ones would never finish. So disturbed requests take turns, and new requests queue behind
// them.
type Contested struct {
	Of      *Resource
	Key     string // as in the path; "" for a list
	Creates bool   // a creation: changes of the list do not wait for it
}

// PageBytes returns the memory of the page with the representation and its form, without a preview.
func PageBytes(x *Exchange, a *Admission, resp *Response) int64 {
	size := int64(len(resp.Encoded)) * pageSize
	if a.Form.Posted != nil && x.Upload != nil {
		size += x.Upload.Kept() * formSize
	}
	return size
}
