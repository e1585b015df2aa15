// Package serve is the request path: it answers HTTP requests from a plan.
//
// One function, (*exchange).run, admits a request, performs its operation and renders the response;
// operation.go lists the steps of both, in the order of Django REST framework. A step returns an
// error, and render writes the response, but for views, which write theirs. The plan's renderers write what a response says, in the format that was negotiated; the
// pages for people are written by Pages. Routes, statements, formats and metadata are made by New
// from the plan.
package serve

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"reflect"
	"runtime/debug"
	"strings"
	"time"

	"github.com/julienschmidt/httprouter"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/traffic"
)

// Options are the settings of a Handler. The zero value is useful.
type Options struct {
	Limits  Limits
	BaseURL string       // "https://api.example.com" for links; "" takes scheme and host of the request
	Pages   Pages        // writes the pages of media.PageRenderer; nil for a service without pages
	Logger  *slog.Logger // nil for slog.Default
	Now     func() time.Time
	// NewKey makes the key of each form that a page shows, which nobody may guess; nil for rand.Text.
	NewKey func() string

	// AllowedHosts are the values of Host that are answered beside that of BaseURL, such as
	// "api.example.com" or ".example.com" for it and all below it; others are refused with 400, because
	// links are made of what the client says. "*", and nil without a BaseURL, answer every well-formed
	// host. Neither the port counts nor letter case.
	AllowedHosts []string

	// Observe is called at the end of each request with what it was; nil for none.
	Observe func(context.Context, Observation)

	// ServerTiming sends the header Server-Timing with the time of each step, in milliseconds. It
	// tells clients more than they need to know: for development.
	ServerTiming bool
	// NoCompression leaves compression to a proxy.
	NoCompression bool
}

// View answers a path of its own, such as the login page. The error that it returns instead of
// writing is answered in the negotiated format.
type View func(w http.ResponseWriter, r *http.Request) error

// Handler answers the requests of one configuration.
type Handler struct {
	plan      *plan.Plan
	db        *database.DB
	auth      *auth.Authenticator
	responses Responses
	router    *httprouter.Router
	root      *route
	// resources are those of the plan, for pages that ask about another than their own.
	resources map[*plan.Resource]*resource
	tables    map[reflect.Type]*rowTable // for the code of a team
	hosts     []string                   // that are answered, in lower case; nil for all
	formats   *formats
	options   Options
	codings   []*traffic.Coding
	slots     *traffic.Slots // for long lists that hold a database connection
	// requests bounds those that are worked on, bodies and answers the bytes of those that are on
	// their way, and lists the bytes of long lists that have no slot.
	requests               *traffic.Budget
	bodies, answers, lists *traffic.SharedBudget
	log                    *slog.Logger
	https                  bool            // clients reach the service over HTTPS, whatever reaches this process
	consistency            auth.CookieName // of what its client has written
}

// New makes the handler of a plan, with the plan's renderers and parsers, on a database. It fails when a statement cannot be made.
func New(plan *plan.Plan, db *database.DB, authenticator *auth.Authenticator, responses Responses, options Options) (*Handler, error) {
	if options.Logger == nil {
		options.Logger = slog.Default()
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.NewKey == nil {
		options.NewKey = rand.Text
	}
	options.Limits = options.Limits.WithDefaults()
	h := &Handler{plan: plan, db: db, auth: authenticator, responses: responses, options: options, log: options.Logger}
	h.hosts = allowedHosts(&options)
	h.https = strings.HasPrefix(options.BaseURL, "https://")
	h.consistency = authenticator.Cookies().For("consistency")
	h.formats = newFormats(plan.Renderers, options.Pages != nil)
	limits := options.Limits.Traffic
	h.slots = traffic.NewSlots(db.Streams(), limits)
	h.requests = traffic.NewBudget(int64(limits.Requests))
	h.bodies, h.answers, h.lists = traffic.NewSharedBudget(limits.Bodies), traffic.NewSharedBudget(limits.Answers), traffic.NewSharedBudget(limits.Lists)
	if !options.NoCompression {
		h.codings = traffic.Codings()
	}
	if err := h.routes(db); err != nil {
		return nil, fmt.Errorf("routes of %s: %w", plan.Name, err)
	}
	var err error
	if h.tables, err = h.rowTables(); err != nil {
		return nil, fmt.Errorf("tables of %s: %w", plan.Name, err)
	}
	return h, nil
}

// ServeHTTP answers one request. It never panics but to end a response that was begun and cannot
// be finished, as net/http asks for.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.ServeContext(r.Context(), w, r)
}

// ServeContext is ServeHTTP under ctx in place of the context of r, which a caller would have to
// copy to give it another. ctx has to come from that context, which ends when the client leaves.
func (h *Handler) ServeContext(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	buffer := buffers.Get().(*[]byte)
	x := &exchange{Handler: h, ctx: ctx, w: w, r: r, method: r.Method, status: http.StatusOK, buffer: buffer, out: (*buffer)[:0], timing: newTiming(h.options.ServerTiming)}
	defer x.release()
	if h.options.Observe != nil {
		defer x.observe(h.options.Observe)()
	}
	x.response = traffic.DeadlineWriter{W: x.w, Limits: &h.options.Limits.Traffic}
	defer func() {
		if p := recover(); p != nil {
			x.panicked(p)
		}
	}()
	if err := x.run(); err != nil {
		x.refuse(err)
	}
}

// refuse answers an error: a refusal that the client may read, or a 500 without detail, logged.
func (x *exchange) refuse(err error) {
	x.report(err)
	if to, ok := errors.AsType[*redirect](err); ok {
		_ = x.renderRedirect(to)
		return
	}
	if refusal := problem.As(err); refusal != nil && refusal.Code != problem.Internal {
		if err = x.render(refusal); err == nil {
			return
		}
		if again := problem.As(err); again != nil && again.Code == problem.Unavailable && !x.started {
			x.unavailable()
			return
		}
	}
	if x.ctx.Err() != nil { // the client has gone; nobody reads an answer
		x.log.InfoContext(x.ctx, "request ended by the client", "method", x.r.Method, "path", x.r.URL.Path)
		panic(http.ErrAbortHandler)
	}
	if database.Unavailable(err) && !x.started {
		x.log.WarnContext(x.ctx, "database unavailable", "method", x.r.Method, "path", x.r.URL.Path, "error", err)
		x.unavailable()
		return
	}
	x.log.ErrorContext(x.ctx, "request failed", "method", x.r.Method, "path", x.r.URL.Path, "error", err)
	if x.started {
		panic(http.ErrAbortHandler)
	}
	x.excuse(errInternal())
}

// panicked answers a panic, which is logged here.
func (x *exchange) panicked(p any) {
	if p == http.ErrAbortHandler {
		panic(p)
	}
	x.log.ErrorContext(x.ctx, "panic", "method", x.r.Method, "path", x.r.URL.Path, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	if x.started {
		panic(http.ErrAbortHandler)
	}
	x.excuse(errInternal())
}

// unavailable answers 503: the same request may succeed a little later.
func (x *exchange) unavailable() {
	x.header().Set("Retry-After", "1")
	x.wrote(false)
	x.excuse(problem.New(problem.Unavailable, "The service is unavailable for the moment. Please try again."))
}

// errInternal is a 500, which tells nothing.
func errInternal() *problem.Error { return problem.New(problem.Internal, "A server error occurred.") }

// excuse answers what is no fault of the client's: in the format that was asked for, with nothing
// of the database, and with what was typed. Where even that fails, it is in the first
// format that holds everything.
func (x *exchange) excuse(p *problem.Error) {
	if x.excused {
		x.plain = true
		_ = x.render(p)
		return
	}
	x.excused = true
	defer func() {
		if p := recover(); p != nil {
			x.panicked(p)
		}
	}()
	if err := x.render(p); err != nil {
		if problem.As(err) == nil {
			x.log.ErrorContext(x.ctx, "error page failed", "method", x.r.Method, "path", x.r.URL.Path, "error", err)
		}
		x.excuse(p)
	}
}
