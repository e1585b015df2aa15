// The command serve.

package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/alecthomas/kong"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/app/backups"
	"example.com/resourceful/framework/app/limits"
	"example.com/resourceful/framework/app/service"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/background"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/observe"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve"
)

type serveCmd struct {
	Configuration string `arg:"" optional:"" enum:"${configurations}" default:"${configuration}" help:"One of ${configurations}. Default: ${configuration}."`

	Listen           string `setting:"" alone:"" default:"127.0.0.1:8000" placeholder:"ADDRESS" help:"Address and port to listen on; 127.0.0.1:8000 by default."`
	databaseFlags    `embed:""`
	filesFlags       `embed:""`
	backups.Settings `embed:""`
	BaseURL          string `name:"base-url" setting:"" placeholder:"URL" help:"Scheme and host of links, such as https://api.example.com; with a path, such as https://example.com/api, the whole service is below that. Default: scheme and host of each request."`
	AllowedHosts     string `setting:"" placeholder:"HOSTS" help:"Hosts to answer under besides that of base-url, separated by commas, such as api.example.com,.example.org. Default: the host of base-url; without one, and with *, every host."`
	CORSOrigins      string `name:"cors-origins" setting:"" placeholder:"ORIGINS" help:"Origins whose pages may send requests and read the answers, separated by commas, such as https://app.example.com. Default: those of the configuration."`
	Mailer           string `setting:"" placeholder:"ADDRESS" help:"Mail server: smtp://user:password@host:587?from=name@example.com, smtps://… for implicit TLS, or log: for the log. Default: none; on a developer's machine the log."`
	SecureCookies    bool   `setting:"" help:"Let browsers send the session cookie over HTTPS only. Implied by an https base URL."`
	AdminsNeedFactor bool   `name:"admins-need-second-factor" setting:"" help:"Take the rights of administrators from accounts without a second factor, until they set one up."`
	SessionCookie    string `setting:"" default:"sessionid" placeholder:"NAME" help:"Name of the session cookie, sessionid by default. Services under one host name need different ones, whatever their ports."`

	LoginFailures        int           `setting:"" default:"30" placeholder:"N" help:"Failed logins of an account until people have to wait (30); 0 for any number."`
	LoginAddressFailures int           `setting:"" default:"0" placeholder:"N" help:"The same for all logins from one address; 0 is ten times as many as for an account."`
	LoginWindow          time.Duration `setting:"" default:"15m" placeholder:"TIME" help:"After which so many failed logins are forgotten (15m)."`
	TrustedProxies       string        `setting:"" placeholder:"NETWORKS" help:"Networks of proxies whose X-Forwarded-For is trusted, separated by commas, such as 127.0.0.1,10.0.0.0/8."`

	WebhookNetworks string `setting:"" placeholder:"NETWORKS" help:"Private networks that webhooks may reach besides the internet, separated by commas, such as 10.0.0.0/8. Default: none."`

	secured       `embed:""`
	limits.Limits `embed:""`
	migrating     `embed:""`

	AuditKeep time.Duration `setting:"" default:"0s" placeholder:"TIME" help:"How long entries of the audit are kept, such as 8760h; 0 uses the configuration's value. Older ones are removed every hour."`

	StopTimeout     time.Duration `setting:"" default:"10s" placeholder:"TIME" help:"For requests in progress when the program stops (10s)."`
	DatabaseReplica string        `setting:"" placeholder:"ADDRESS" help:"PostgreSQL server that follows the database and may answer reads. Default: none."`
	ReplicaMaxLag   time.Duration `setting:"" default:"10s" placeholder:"TIME" help:"Greatest age of writes that the replica may lack (10s)."`
	MaxIdleConns    int           `setting:"" default:"0" placeholder:"N" help:"Connections to PostgreSQL that are kept while nobody needs them; 0 keeps all."`
	ConnLifetime    time.Duration `setting:"" default:"30m" placeholder:"TIME" help:"After which a connection to PostgreSQL is replaced (30m)."`
	SilenceTimeout  time.Duration `setting:"" default:"1m" placeholder:"TIME" help:"Time without data from PostgreSQL within a statement, after which the connection is closed (1m)."`

	LogRequests   bool   `setting:"" help:"Log every request."`
	OpenAPI       string `name:"openapi" setting:"" enum:"everyone,accounts,admins,nobody" default:"everyone" help:"Who may read the OpenAPI document at /-/openapi.json: everyone, accounts, admins or nobody (everyone)."`
	NoCompression bool   `setting:"" help:"Leave compression to a proxy."`
	ServerTiming  bool   `setting:"" help:"Send clients the time of each step of a request, for development."`
	observing     `embed:""`
}

// Run serves until the program receives a signal to stop.
func (c *serveCmd) Run(p *program, command *kong.Context) error {
	if err := c.check(command.Flags()); err != nil {
		return err
	}
	certificates, err := c.certificates(p)
	if err != nil {
		return err
	}
	made, err := c.open(p)
	if err != nil {
		return err
	}
	defer made.close()
	if c.Migrate {
		if err := c.checkAddresses(p.ctx); err != nil {
			return err
		}
	}
	if err := c.prepare(p, made.db, made.plan); err != nil { // after all mistakes of the program are found
		return err
	}
	if err := made.load(p.ctx); err != nil {
		return err
	}
	return c.listenAndServe(p, made, certificates)
}

// open opens the database of the configuration, and makes the service on it. The tables need not exist yet.
func (c *serveCmd) open(p *program) (made *assembled, err error) {
	var opened assembled // what a failure closes again
	defer func() {
		if err != nil {
			err = errors.Join(err, opened.close())
		}
	}()
	plan, err := p.plan(c.Configuration)
	if err != nil {
		return nil, err
	}
	traces, err := c.openTraces(p)
	if err != nil {
		return nil, err
	}
	opened.onClose(func() error { closeTraces(traces, p.log()); return nil })
	if p.logger == nil && !c.Migrate && c.WaitForSchema == 0 { // another program may migrate later
		if err := p.checkFile(plan, c.databaseFlags); err != nil {
			return nil, err
		}
	}
	db, err := p.connect(plan, c.databaseFlags, c.store(traces))
	if err != nil {
		return nil, err
	}
	opened.onClose(db.Close)
	events := observe.NewEvents(p.log(), schemes(plan))
	opened.onClose(func() error { events.Close(); return nil })
	if made, err = c.assemble(p, plan, db, events, traces); err == nil {
		made.closing = opened.closing
	}
	return made, err
}

// assembled is the service before it listens.
type assembled struct {
	plan     *plan.Plan
	db       *database.DB
	wired    *service.Service
	observer *observe.Observer
	handler  http.Handler
	inner    *serve.Handler   // the service inside handler
	files    *storage         // nil if no resource has files
	backups  *backups.Backups // nil for none
	cursors  *accounts.SigningKey
	tasks    *observe.Tasks // beside the requests
	closing  []func() error // in the order of opening
}

func (s *assembled) onClose(f func() error) { s.closing = append(s.closing, f) }

// close closes what was opened for the service, the last first.
func (s *assembled) close() error {
	var mistakes []error
	for _, f := range slices.Backward(s.closing) {
		mistakes = append(mistakes, f())
	}
	return errors.Join(mistakes...)
}

// load reads the state that the service needs from its tables. It creates the key for cursors only if some
// list needs it.
func (s *assembled) load(ctx context.Context) error {
	for _, r := range s.plan.Resources {
		if _, seeks := r.Pages.(plan.Seeker); seeks {
			if err := s.cursors.Load(ctx); err != nil {
				return err
			}
			break
		}
	}
	if s.files != nil {
		if err := errors.Join(s.files.key.Load(ctx), s.files.addresses.Load(ctx)); err != nil {
			return err
		}
	}
	return s.wired.Passwords.LoadHashKinds(ctx)
}

// assemble makes the service. The tables need not exist yet.
func (c *serveCmd) assemble(p *program, plan *plan.Plan, db *database.DB, events *observe.Events, traces observe.Traces) (*assembled, error) {
	session := c.session()
	session.Events, session.Log = events.Record, p.log()
	if c.AdminsNeedFactor && plan.SecondFactor == nil {
		return nil, fmt.Errorf("admins-need-second-factor: no account of %s can have one; list rest.SecondFactor in its set", plan.Name)
	}
	wired, err := service.New(plan, db, session, nil)
	if err != nil {
		return nil, err
	}
	backups, err := c.openBackups(p, plan, db)
	if err != nil {
		return nil, err
	}
	tasks := &observe.Tasks{}
	observer := c.observer(p, plan, db, wired.Passwords, events, traces, backups, tasks)
	opts, cursors := c.options(observer), accounts.NewSigningKey(db, "cursors")
	opts.Keys.Cursor = cursors.Data
	stored, err := c.openFiles(p, plan, db)
	if err != nil {
		return nil, err
	}
	if stored != nil {
		opts.Files, opts.Keys.Address = serve.FileOptions{Store: stored.store, Prefix: stored.prefix}, stored.addresses.Data
	}
	if opts.Mailer, err = c.openMailer(p); err != nil {
		return nil, err
	}
	if plan, err = c.withOrigins(plan); err != nil {
		return nil, err
	}
	if err = background.Unfit(plan, p.own.Background); err != nil {
		return nil, fmt.Errorf("background: %w", err)
	}
	if plan, err = c.withAuditKeep(plan); err != nil {
		return nil, err
	}
	inner, err := p.handler(plan, wired, opts)
	if err != nil {
		return nil, err
	}
	handler := http.Handler(inner)
	if p.own.Agents != nil {
		if handler, err = p.own.Agents(plan, inner); err != nil {
			return nil, err
		}
	}
	if p.own.Static != nil {
		if handler, err = p.own.Static(plan, c.BaseURL, handler); err != nil {
			return nil, err
		}
	}
	handler, err = p.own.wrap(handler, p.log())
	return &assembled{plan: plan, db: db, wired: wired, observer: observer, handler: handler, inner: inner, files: stored, backups: backups, cursors: cursors, tasks: tasks}, err
}

// checkAddresses fails if a program listens on an address of the service: perhaps a running release, which might not survive
// the migrations. It connects, because a listener of its own would look like a service that is ready.
func (c *serveCmd) checkAddresses(ctx context.Context) error {
	for _, setting := range []struct{ name, address string }{{"listen", c.Listen}, {"observe", c.Observe}, {"redirect-http", c.RedirectHTTP}} {
		if setting.address == "" {
			continue
		}
		conn, err := (&net.Dialer{Timeout: time.Second}).DialContext(ctx, "tcp", setting.address)
		if err == nil {
			conn.Close()
			return fmt.Errorf("%s: another program listens on %s, and nothing was migrated; stop it first, perhaps an earlier release, or name another address", setting.name, setting.address)
		}
	}
	return nil
}

// listenAndServe serves until the program receives a signal to stop. It opens the port first, so that a
// failed start creates no account.
func (c *serveCmd) listenAndServe(p *program, s *assembled, certificates Certificates) error {
	listener, err := (&net.ListenConfig{}).Listen(p.ctx, "tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	defer listener.Close()
	forOperators, err := listenAside(p.ctx, "observe", c.Observe)
	if err != nil {
		return err
	}
	defer forOperators.close()
	redirecting, err := listenAside(p.ctx, "redirect-http", c.RedirectHTTP)
	if err != nil {
		return err
	}
	defer redirecting.close()
	password, err := firstAdmin(p.ctx, s.wired.Users)
	if err != nil {
		return err
	}
	health := observe.NewHealth(s.ready, p.log())
	forOperators.start(operatorServer(operators(health, s.observer.Metrics, p.log()), p.log()), nil, p.log())
	c.redirects(redirecting, certificates, s.wired.Authenticator.PeerAddr, p.log())
	if p.own.Migrations == nil {
		p.log().Info("the tables are extended at each start, which is for development; list Migrations in the app.Program of a service whose data has to live")
	}
	c.greet(p, s.plan, s.db, listener.Addr(), password)
	if forOperators.listener != nil {
		fmt.Fprintf(p.stdout, "For operators: http://%s%s\n", forOperators.listener.Addr(), p.own.operatorPaths())
	}
	if redirecting.listener != nil {
		fmt.Fprintf(p.stdout, "Redirecting http://%s to %s\n", redirecting.listener.Addr(), c.BaseURL)
	}
	ctx, end := context.WithCancel(p.ctx)
	defer end()
	wait := c.background(ctx, p, s, localBase(c.scheme(), listener.Addr()))
	go freeStart() // garbage of the start, mostly from the hash of a first password
	err = c.serve(p.ctx, atStop{s.inner.EndStreams, wait}, listener, certificates, s.wired.Authenticator, c.beside(health, s.observer.Handler(s.handler)), health, p.log())
	if err != nil { // a listener that failed, too: the database is closed behind the work
		end()
		bounded, cancel := context.WithTimeout(context.WithoutCancel(p.ctx), time.Second)
		defer cancel()
		wait(bounded)
	}
	return err
}

// greet prints the address of the service, its database and the way to log in.
func (c *serveCmd) greet(p *program, plan *plan.Plan, db *database.DB, at net.Addr, password string) {
	address, _ := c.address(plan.Name)
	below := ""
	if base, err := url.Parse(c.BaseURL); err == nil {
		below = base.EscapedPath()
	}
	fmt.Fprintf(p.stdout, "Serving %s at %s://%s%s/\n", plan.Name, c.scheme(), at, below)
	fmt.Fprintf(p.stdout, "Database: %s\n", describe(db.Dialect().Name, address))
	if c.BaseURL == "" && len(list(c.AllowedHosts)) == 0 || slices.Contains(list(c.AllowedHosts), "*") {
		fmt.Fprintln(p.stdout, "Every host name is answered; base-url or allowed-hosts say which are yours.")
	}
	if password != "" {
		p.tellPassword(plan.Name, address, c.userCommand(p, "password "+adminName), password)
	}
}

// atStop are the steps of a stop besides those of the server: wait waits for the work beside requests.
type atStop struct {
	endStreams func()
	wait       func(context.Context)
}

// serve answers requests until ctx ends. Then it reports to load balancers that it stops, waits until they
// have noticed, accepts no more connections, ends the event streams, and lets running requests and tasks finish.
func (c *serveCmd) serve(ctx context.Context, at atStop, listener net.Listener, certificates Certificates, authenticator *auth.Authenticator, handler http.Handler, health *observe.Health, log *slog.Logger) error {
	server := c.Limits.Serve().Traffic.Server(handler, log)
	server.RegisterOnShutdown(at.endStreams)
	listener = encrypted(c.Limits.Serve().Traffic.Listener(listener, server, authenticator.PeerAddr), certificates)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	health.Stop()
	log.Info("stopping", "drain", c.drain().String(), "timeout", c.StopTimeout.String())
	select {
	case err := <-ended:
		return fmt.Errorf("serve: %w", err)
	case <-time.After(c.drain()):
	}
	return c.finish(context.WithoutCancel(ctx), at, server, log)
}

// finish shuts the server down when the running requests and tasks have ended, or when the time for that is over.
func (c *serveCmd) finish(ctx context.Context, at atStop, server *http.Server, log *slog.Logger) error {
	bounded, cancel := context.WithTimeout(ctx, c.StopTimeout)
	defer cancel()
	err := server.Shutdown(bounded)
	at.wait(bounded)
	if errors.Is(err, context.DeadlineExceeded) {
		log.Warn("requests were cut off")
		return server.Close()
	} else if err != nil {
		return fmt.Errorf("stop: %w", err)
	}
	log.Info("stopped")
	return nil
}
