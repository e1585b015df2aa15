package serve

import (
	"context"
	"net/http"
	"net/netip"
	"sync"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/traffic"
)

// exchange is one request and what the steps have found out about it.
type exchange struct {
	*Handler
	ctx context.Context // instead of that of r
	w   http.ResponseWriter
	r   *http.Request

	base   string // "http://host" for links
	route  *route // nil for none
	key    string // of a record, as it stands in the path
	id     schema.Key
	suffix string

	method string   // after a form's _method
	form   PageForm // what a form of a page says of itself

	format *format
	indent int
	plain  bool // compact JSON whatever was asked for

	identified  bool
	credentials *auth.Credentials // nil for an anonymous request
	user        *auth.User        // of the credentials
	denied      bool              // the rule does not allow the request
	cond        predicate.Expr    // what the rule leaves open about rows
	operation   *operation        // nil before the request is admitted
	action      plan.Actions      // of the operation
	permitted   bool              // the row was read under cond
	writable    bool              // the rule for unsafe requests allows the row, see askWritable

	body     media.Body
	bodyErr  error
	decoded  bool
	once     *idempotency // nil for a request without an Idempotency-Key
	recalled bool         // the answer is that of an earlier request
	ifMatch  []string     // lists of entity tags, one of which the record has to have; nil for any record

	record   *schema.Record
	saved    *schema.Record // as it was read back in the transaction of a write
	row      *schema.Record // see ruled
	loaded   bool
	changes  []schema.Change
	problems problem.Fields
	names    map[*schema.Field]string // by which the input names rows that not everybody may see

	status   int
	location string
	values   values
	buffer   *[]byte
	out      []byte                                          // the representation, compact JSON
	stream   func(each func(row *schema.Record) error) error // instead of out: gives the rows of a list
	results  []byte                                          // the rows of a page, in out
	links    *plan.Page                                      // of a list in pages
	html     Page                                            // the HTML page of the answer, nil before anything is shown on it
	doc      media.Document                                  // what the renderer is given
	output   media.Output                                    // what it has written
	started  bool
	full     error        // the request came when there were too many; its form is read for its page
	excused  bool         // the answer is about a fault of ours: it asks nothing of the database
	working  bool         // counts among the requests that are worked on
	upload   *requestBody // nil for a request without a body
	timing   *timing

	address       netip.Addr // see clientAddress
	hasAddr       bool       // address is known
	bodyBytes     int64      // taken from the budget of bodies
	responseBytes int64      // taken from the budget of responses
	response      traffic.DeadlineWriter
}

// run admits the request, performs its operation and responds. The first error ends it.
func (x *exchange) run() error {
	x.securityHeaders()
	x.watchBody()
	if err := x.enter(); err != nil {
		if x.keepForm(err) && x.findRoute() == nil && x.endpoint() != nil {
			_ = x.override() // what is wrong with the body is not to be said now
		}
		return err
	}
	x.listen()
	for i := range admission {
		if err := admission[i].do(x); err != nil {
			return err
		}
		x.timing.step(admission[i].name)
		if x.route.kind == viewRoute {
			return x.route.view(viewWriter{x.w, x}, x.r.WithContext(x.ctx))
		}
	}
	if err := x.perform(); err != nil {
		return err
	}
	return x.render(nil)
}

// perform runs the steps of the operation, or gives the stored answer of a write that was done before.
func (x *exchange) perform() error {
	for i := range x.operation.steps {
		s := &x.operation.steps[i]
		if err := s.do(x); err != nil {
			if err = x.replay(err); err != nil {
				return err
			}
		}
		x.timing.step(s.name)
		if x.recalled {
			return x.presentStored()
		}
	}
	return nil
}

// buffers are kept for the representations of the next requests, unless they have grown large.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

const keptBuffer = 256 << 10

// keep keeps a buffer for the next requests.
func keep(buffer *[]byte) {
	if cap(*buffer) <= keptBuffer {
		buffers.Put(buffer)
	}
}

// release gives the shares of the budgets, the buffer and the record back for the next request.
func (x *exchange) release() {
	x.releaseShares()
	*x.buffer = x.out
	keep(x.buffer)
	for _, rec := range [...]*schema.Record{x.record, x.saved, x.row} {
		if rec != nil {
			rec.Release()
		}
	}
	x.record, x.saved, x.row = nil, nil, nil
}

// endpoint is the resource asked for, nil at the root, at a view and without a route.
func (x *exchange) endpoint() *plan.Resource {
	if x.route == nil || x.route.resource == nil {
		return nil
	}
	return x.route.resource.Resource
}

// reads reports whether the method reads a representation.
func (x *exchange) reads() bool { return x.method == http.MethodGet || x.method == http.MethodHead }

// safe reports whether the method changes nothing, by RFC 9110.
func (x *exchange) safe() bool { return x.reads() || x.method == http.MethodOptions }

// writes reports whether the operation takes input.
func (x *exchange) writes() bool { return x.action&(plan.Create|plan.Replace|plan.Modify) != 0 }

func notFound() error { return problem.New(problem.NotFound, "Not found.") }
