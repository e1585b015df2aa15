// Package serve answers HTTP requests from a plan.
//
// Handler.ServeContext is three calls, each a file:
//
//   - admit lets a request in: it finds the route, the format, who asks and whether they may, in the
//     order of Django REST framework. What it finds is an admission.
//   - The perform of the operation does what is asked: an operation is a value with steps of its own,
//     so that a GET does not run through those of a PUT. What it gives is a result.
//   - respond writes the result, or the refusal that one of the others has returned as an error, in
//     the format that was negotiated. Nothing else writes, but for views.
//
// An exchange goes through all three: it is the connection, with the request's shares of the budgets,
// and knows nothing of what is asked for. Operations are in files of their own: list, retrieve, create,
// update, destroy, metadata and root. Those that write share one transaction, see transact.
//
// New makes routes, statements, formats and metadata from the plan. The plan's renderers write what a
// response says; the pages for people are written by Pages.
package serve

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"reflect"
	"strings"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/traffic"
)

// EventOptions are those of streams of events and of webhooks.
type EventOptions struct {
	// Heartbeat is how often a stream says that it is there; 0 for every 15 seconds.
	Heartbeat time.Duration
	// Networks are those beside the internet to which webhooks may lead, such as one of the service's own.
	Networks []netip.Prefix
	// Retry is about how long is waited after the first failure of a webhook, and twice as long after each further one;
	// 0 for 5 seconds.
	Retry time.Duration
}

// Options are the settings of a Handler. The zero value is useful.
type Options struct {
	Limits Limits
	// BaseURL is the address of the service for links, such as "https://api.example.com"; "" takes scheme
	// and host of the request. One with a path, as "https://example.com/tracker", puts the whole service
	// below that: the paths of requests may begin with it, or come without it from a proxy or
	// http.StripPrefix, and all addresses that the service gives have it.
	BaseURL string
	Files   FileOptions  // where the files of rows are kept
	Mailer  mail.Mailer  // what rest.Call.Mailer gives the code of a team; nil for none
	Pages   Pages        // writes the pages of media.PageRenderer; nil for a service without pages
	Logger  *slog.Logger // nil for slog.Default
	Now     func() time.Time
	Keys    KeyOptions // of forms and cursors

	Throttles ThrottleOptions // who counts the requests of throttled operations

	// AllowedHosts are the values of Host that are answered beside that of BaseURL, such as
	// "api.example.com" or ".example.com" for it and all below it; others are refused with 400, because
	// links are made of what the client says. "*", and nil without a BaseURL, answer every well-formed
	// host. Neither the port counts nor letter case.
	AllowedHosts []string

	Events EventOptions // how changes of rows are told

	// Observe is called at the end of each request with what it was; nil for none.
	Observe func(context.Context, Observation)

	// DocumentAccess says who may read the OpenAPI document at /-/openapi.json and the schemas at /-/schemas/; nil for
	// everybody. Of permission.Nobody there are none.
	DocumentAccess permission.Rule

	// ServerTiming sends the header Server-Timing with the time of each step, in milliseconds. It
	// tells clients more than they need to know: for development.
	ServerTiming bool
	// NoCompression leaves compression to a proxy.
	NoCompression bool
}

// FileOptions says where the files of rows are kept.
type FileOptions struct {
	Store files.Store // nil for a service whose rows have no files
	// Prefix begins the keys of the files that this service stores, so that several may share a store; nil for "".
	Prefix func() string
}

// KeyOptions makes what nobody may guess.
type KeyOptions struct {
	// Form makes the key of each form that a page shows; nil for rand.Text.
	Form func() string
	// Cursor is the secret of the service that seals the cursors of its lists; nil for one of this
	// process, whose cursors no other process takes.
	Cursor func() []byte
}

// ThrottleOptions says who counts the requests of throttled operations.
type ThrottleOptions struct {
	// Rates counts those of all throttles but of exact ones; nil for this process alone.
	Rates Rates
	// Exact counts those of throttles that are exact, for all processes together; nil for Rates.
	Exact Rates
}

// Handler answers the requests of one configuration.
type Handler struct {
	plan        *plan.Plan
	db          *database.DB
	auth        *auth.Authenticator
	refused     *refusedLogins // nil where the audit does not keep refused log-ins
	responses   Responses
	options     Options
	routes      routes
	tables      map[reflect.Type]*rowTable // for the code of a team
	prefix      request.Prefix
	site        site
	budgets     budgets
	negotiation negotiation
	replica     replica
	documents   *documents // of all audiences
	hub         *hub       // nil where changes are told to nobody
}

// site is who may ask under which address.
type site struct {
	hosts []string      // that are answered, in lower case; nil for all
	https bool          // clients reach the service over HTTPS, whatever reaches this process
	cors  *traffic.CORS // nil for pages of its own origin alone
}

// negotiation is what the representations of responses are chosen from.
type negotiation struct {
	formats *request.Formats  // by the header Accept
	codings []*traffic.Coding // by the header Accept-Encoding; none for a service that does not compress
	vary    vary
}

// replica is how far reads may lag behind, and how a client brings along what it has written.
type replica struct {
	lag    time.Duration // 0 without a replica
	cookie auth.CookieName
}

// vary are the values of the header Vary.
type vary struct {
	unknown []string // of responses before it is known who asks
	known   []string // of those that depend on that
}

// newVary is the header of the responses of a plan. A version that a header asks for is one reason more to differ.
func newVary(p *plan.Plan, authenticator *auth.Authenticator) vary {
	v := vary{unknown: varyAccept, known: authenticator.Vary()}
	if p.CORS != nil {
		v.unknown, v.known = []string{v.unknown[0] + ", Origin"}, []string{v.known[0] + ", Origin"}
	}
	if p.Languages != nil {
		v.unknown, v.known = []string{v.unknown[0] + ", Accept-Language"}, []string{v.known[0] + ", Accept-Language"}
	}
	if p.TimeZones != nil {
		v.unknown, v.known = []string{v.unknown[0] + ", Prefer"}, []string{v.known[0] + ", Prefer"}
	}
	for _, name := range versionHeader(p.Versions) {
		v.unknown, v.known = []string{v.unknown[0] + ", " + name}, []string{v.known[0] + ", " + name}
	}
	return v
}

// New makes the handler of a plan, with the plan's renderers and parsers, on a database. It fails when a
// statement cannot be made.
func New(plan *plan.Plan, db *database.DB, authenticator *auth.Authenticator, responses Responses, options Options) (*Handler, error) {
	prefix, err := request.NewPrefix(options.BaseURL, plan)
	if err != nil {
		return nil, err
	}
	if options.Logger == nil {
		options.Logger = slog.Default()
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.Keys.Form == nil {
		options.Keys.Form = rand.Text
	}
	if options.Keys.Cursor == nil {
		key := []byte(rand.Text())
		options.Keys.Cursor = func() []byte { return key }
	}
	if options.Throttles.Rates == nil {
		options.Throttles.Rates = traffic.NewRates()
	}
	if options.Throttles.Exact == nil {
		options.Throttles.Exact = options.Throttles.Rates
	}
	if options.Events.Heartbeat <= 0 {
		options.Events.Heartbeat = 15 * time.Second
	}
	if options.Events.Retry <= 0 {
		options.Events.Retry = firstRetry
	}
	options.Limits = options.Limits.WithDefaults()
	h := &Handler{plan: plan, prefix: prefix, db: db, auth: authenticator, responses: responses, options: options, replica: replica{lag: db.ReplicaLag()}, negotiation: negotiation{vary: newVary(plan, authenticator)}}
	h.site.hosts = request.AllowedHosts(options.AllowedHosts, options.BaseURL)
	if c := plan.CORS; c != nil {
		h.site.cors = traffic.NewCORS(c.Origins, append(versionHeader(plan.Versions), c.Headers...), c.Credentials, c.MaxAge)
	}
	h.site.https = strings.HasPrefix(options.BaseURL, "https://")
	h.replica.cookie = authenticator.Cookies().For("consistency")
	h.negotiation.formats = request.NewFormats(plan.Renderers, options.Pages != nil)
	h.negotiation.formats.Patches = patchTypes(plan.Parsers)
	h.budgets = newBudgets(db.Streams(), options.Limits.Traffic)
	if !options.NoCompression {
		h.negotiation.codings = traffic.Codings()
	}
	if options.Pages != nil {
		options.Pages.Compile(plan, h.negotiation.formats.Offered, string(prefix))
	}
	if h.documents, err = newDocuments(); err != nil {
		return nil, err
	}
	if plan.Events != nil {
		h.hub = newHub(h)
	}
	if err := h.compileRows(); err != nil {
		return nil, err
	}
	return h, newAudiences(h)
}

// compileRows makes what the plan says of paths and rows.
func (h *Handler) compileRows() (err error) {
	if err := h.compileRoutes(); err != nil {
		return fmt.Errorf("routes of %s: %w", h.plan.Name, err)
	}
	if h.tables, err = h.rowTables(); err != nil {
		return fmt.Errorf("tables of %s: %w", h.plan.Name, err)
	}
	if h.routes.histories, err = h.newHistories(); err != nil {
		return fmt.Errorf("histories of %s: %w", h.plan.Name, err)
	}
	return nil
}

// ServeHTTP answers one request. It never panics but to end a response that was begun and cannot
// be finished, as net/http asks for.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.ServeContext(r.Context(), w, r)
}

// ServeContext is ServeHTTP under ctx in place of the context of r, which a caller would have to
// copy to give it another. ctx has to come from that context, which ends when the client leaves.
func (h *Handler) ServeContext(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	if h.prefix != "" {
		r = h.prefix.Strip(r)
	}
	if h.site.cors != nil && h.site.cors.Answers(w, r) {
		return
	}
	x := &exchange{h: h.entrance(), ctx: ctx, w: w, r: r, pooled: pooled{buffer: buffers.Get().(*[]byte)}}
	if h.plan.Languages != nil {
		x.locale.language = h.plan.Languages.Choose(strings.Join(r.Header["Accept-Language"], ","))
	}
	defer func() {
		if x.afterCommit != nil {
			x.finish()
		}
		x.release()
	}()
	a := &admission{method: r.Method}
	if h.options.Observe != nil {
		defer x.observe(a, h.options.Observe)()
	}
	if h.options.ServerTiming {
		x.timing = &timing{last: time.Now()}
	}
	x.writer = traffic.DeadlineWriter{W: x.w, Limits: &h.options.Limits.Traffic}
	defer func() {
		if p := recover(); p != nil {
			a.discardFiles(x)
			x.panicked(a, p)
		}
	}()
	var res result
	err := admit(x, a)
	if err == nil {
		res, err = a.operation.perform(x, a)
	}
	a.discardFiles(x)
	if err == nil {
		err = respond(x, a, res)
	}
	if err != nil {
		x.refuse(a, err)
	}
}
