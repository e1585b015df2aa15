// Package serve answers HTTP requests from a plan.
//
// Handler.ServeContext calls admit, the Perform of the operation, and respond; refuse answers an error of any:
//
//   - admit finds the route, the format and the requester, and checks the requester's permission, in the order of
//     Django REST framework. Its result is an admission.
//   - Perform carries out the operation. Each operation has its own steps, so that a GET does not run through those of
//     a PUT. Its return value is a result.
//   - respond writes the result in the negotiated format. Files, streams of events, documents and views write
//     their own responses.
//
// performOf, in compile.go, lists the functions that perform the operations of the plan. Views, the root, OPTIONS, documents
// and streams of events bring their own.
//
// An exchange goes through all three calls. It is the connection with the request's shares of the budgets, and does not
// depend on the operation. The packages below internal contain the steps, from the ground:
//
//   - request: a request as a value, with its route, resource, budgets and response; querystring.
//   - access: reading a record as the requester may see it, and checking the rules.
//   - calls: the API for a team's code, and the changes that its transaction records.
//   - lists, events, describe: pages and streams of a list; events about changes; OPTIONS and documents.
//   - writes: reading, checking and storing the input: one row, a list, and nested rows.
//   - actions, history: a team's operations; histories and restored rows.
//   - delivery, jobs: the engine of queues, and the queue of jobs.
//   - csvform, settings: CSV of a list that is imported; the settings and limits of a handler.
//   - pagerequest: a request as its page sees it, by the interfaces of pageapi.
//
// New compiles routes, statements, formats and metadata from the plan. The plan's renderers write responses; Pages
// writes the HTML pages.
package serve

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/describe"
	"example.com/resourceful/framework/serve/internal/events"
	"example.com/resourceful/framework/serve/internal/jobs"
	"example.com/resourceful/framework/serve/internal/keptpages"
	"example.com/resourceful/framework/serve/internal/pagerequest"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/internal/writes"
	"example.com/resourceful/framework/serve/pageapi"
	"example.com/resourceful/framework/serve/settings"
	"example.com/resourceful/framework/traffic"
)

// Handler answers the requests of one configuration.
type Handler struct {
	all       *request.Service // the service of requesters who may read and write all members
	audiences *audiences
	documents *describe.Documents // documents of all audiences
	hub       *events.Hub         // nil without events
	bell      *jobs.Bell          // tells of new jobs
	refused   *refusedLogins      // nil if the audit does not record refused logins
}

// New makes the handler of a plan, with the plan's renderers and parsers, on a database. pages renders HTML
// for media.PageRenderer; a service without pages has nil. New fails if a statement cannot be prepared.
func New(plan *plan.Plan, db *database.DB, authenticator *auth.Authenticator, responses settings.Responses, pages pageapi.Pages, options settings.Options) (*Handler, error) {
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
	if options.Keys.Address == nil {
		key := []byte(rand.Text())
		options.Keys.Address = func() []byte { return key }
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
		options.Events.Retry = events.FirstRetry
	}
	options.Limits = options.Limits.WithDefaults()
	h := &Handler{all: &request.Service{Plan: plan, Prefix: prefix, DB: db, Auth: authenticator, Responses: responses, Options: options, Replica: request.Replica{Lag: db.ReplicaLag()}, Negotiation: request.Negotiation{Vary: request.NewVary(plan, authenticator)}}}
	h.all.Site.Hosts = request.AllowedHosts(options.AllowedHosts, options.BaseURL)
	if c := plan.CORS; c != nil {
		h.all.Site.CORS = traffic.NewCORS(c.Origins, append(request.VersionHeader(plan.Versions), c.Headers...), c.Credentials, c.MaxAge)
	}
	h.all.Site.HTTPS = strings.HasPrefix(options.BaseURL, "https://")
	h.all.Replica.Cookie = authenticator.Cookies().For("consistency")
	h.all.Negotiation.Formats = request.NewFormats(plan.Renderers, pages != nil)
	h.all.Negotiation.Formats.Patches = writes.PatchTypes(plan.Parsers)
	h.all.Budgets = request.NewBudgets(db.Streams(), options.Limits.Traffic)
	if !options.NoCompression {
		h.all.Negotiation.Codings, h.all.Negotiation.PageCodings = traffic.Codings()
	}
	if pages != nil {
		pages.Compile(plan, h.all.Negotiation.Formats.Offered, string(prefix))
	}
	h.all.Routes.Kept = keptpages.New(options.Limits.KeptPages)
	if h.documents, err = describe.NewDocuments(); err != nil {
		return nil, err
	}
	if plan.Events != nil {
		h.hub = events.New(h.all)
	}
	h.bell = jobs.NewBell(db)
	if plan.Audit != nil && plan.Audit.RefusedLogins {
		h.refused = newRefusedLogins()
	}
	if err := h.compile(h.all, pages); err != nil {
		return nil, err
	}
	return h, h.newAudiences(pages)
}

// compile compiles the routes, tables and records of changes for the plan of a service.
func (h *Handler) compile(s *request.Service, pages pageapi.Pages) (err error) {
	s.NewCall = func(x *request.Exchange, a *request.Admission) request.Call { return calls.New(x, a, nil) }
	if pages != nil {
		s.NewPage = pagerequest.Maker(pages)
	}
	if err := h.compileRoutes(s, pages); err != nil {
		return fmt.Errorf("routes of %s: %w", s.Plan.Name, err)
	}
	if s.Tables, err = s.RowTables(); err != nil {
		return fmt.Errorf("tables of %s: %w", s.Plan.Name, err)
	}
	if s.Routes.Outbox, err = events.NewOutbox(s, h.hub); err != nil {
		return fmt.Errorf("events of %s: %w", s.Plan.Name, err)
	}
	s.Routes.Jobs = jobs.New(s, h.bell)
	s.Routes.Audit, s.Routes.Former = calls.NewAudit(s), calls.NewFormer(s)
	if s.Routes.Histories, err = calls.NewHistories(s); err != nil {
		return fmt.Errorf("histories of %s: %w", s.Plan.Name, err)
	}
	return nil
}

// ServeHTTP answers one request. It panics only with http.ErrAbortHandler, to end a response that cannot be
// finished.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.ServeContext(r.Context(), w, r)
}

// ServeContext is ServeHTTP with ctx instead of the request's context; a caller would otherwise have to
// copy the request. ctx must derive from the request's context, which ends when the client leaves.
func (h *Handler) ServeContext(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	if h.all.Prefix != "" {
		r = h.all.Prefix.Strip(r)
	}
	if h.all.Site.CORS != nil && h.all.Site.CORS.Answers(w, r) {
		return
	}
	x := &request.Exchange{Service: h.entrance(), Context: ctx, W: w, R: r, Pooled: request.Pooled{Buffer: request.Buffers.Get().(*[]byte)}}
	if h.all.Plan.Languages != nil {
		x.Locale.Language = h.all.Plan.Languages.Choose(strings.Join(r.Header["Accept-Language"], ","))
	}
	defer func() {
		if x.AfterCommit != nil {
			runAfterCommit(x)
		}
		x.Release()
	}()
	a := &request.Admission{Method: r.Method}
	a.Sent.At = h.all.Options.Now()
	if h.all.Options.Observe != nil {
		defer x.Observe(a, h.all.Options.Observe)()
	}
	x.BeginTiming(h.all.Options.ServerTiming)
	x.Writer = traffic.DeadlineWriter{W: x.W, Limits: &h.all.Options.Limits.Traffic}
	defer func() {
		if p := recover(); p != nil {
			calls.DiscardFiles(x, a)
			answerPanic(x, a, p)
		}
	}()
	var res request.Result
	err := admit(x, a)
	if err == nil {
		res, err = a.Operation.Perform(x, a)
	}
	calls.DiscardFiles(x, a)
	if err == nil {
		err = respond(x, a, res)
	}
	if err != nil {
		refuse(x, a, err)
	}
}
