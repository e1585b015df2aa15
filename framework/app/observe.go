// Health, metrics and traces for the operators of a service.

package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"example.com/resourceful/framework/app/backups"
	"example.com/resourceful/framework/auth/passwords"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/observe"
	"example.com/resourceful/framework/plan"
)

// observing holds the settings for operators.
type observing struct {
	Observe    string        `setting:"" alone:"" placeholder:"ADDRESS" help:"Address and port for operators: ${operators}. Default: none."`
	Traces     string        `setting:"" placeholder:"URL" help:"URL that receives traces by OTLP over HTTP, such as http://127.0.0.1:4318/v1/traces. Default: OTEL_EXPORTER_OTLP_ENDPOINT, or none."`
	Health     bool          `setting:"" alone:"" help:"Serve /healthz and /readyz on the service's address too."`
	DrainDelay time.Duration `setting:"" alone:"" default:"5s" placeholder:"TIME" help:"Between the first failure of /readyz and the stop of the program, where /readyz is served (5s)."`
}

// drain returns the time in which load balancers notice that the program stops.
func (o observing) drain() time.Duration {
	if o.Observe == "" && !o.Health {
		return 0
	}
	return o.DrainDelay
}

// beside adds the paths for load balancers to the service's own address.
func (o observing) beside(health *observe.Health, service http.Handler) http.Handler {
	if o.Health {
		service = health.Before(service)
	}
	return health.Closing(service)
}

// operators answers operators.
func operators(health *observe.Health, metrics observe.Metrics, log *slog.Logger) http.Handler {
	paths := http.NewServeMux()
	paths.Handle("/", health)
	if metrics != nil {
		paths.Handle("GET /metrics", metrics.Handler(log))
	}
	return paths
}

// operatorServer returns the server for the address for operators.
func operatorServer(paths http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: paths, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: time.Minute, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// operatorPaths returns the paths at the address for operators.
func (own Program) operatorPaths() string {
	if own.Metrics == nil {
		return "/healthz, /readyz"
	}
	return "/metrics, /healthz, /readyz"
}

// openTraces starts traces if a setting or OpenTelemetry's variables have an endpoint; nil for none.
func (o observing) openTraces(p *program) (observe.Traces, error) {
	if p.own.Traces == nil {
		if o.Traces != "" {
			return nil, errors.New("traces: this program sends none; list otlp.Traces in its app.Program")
		}
		return nil, nil
	}
	endpoint, name := o.Traces, "traces"
	if endpoint == "" {
		endpoint, name = standardEndpoint(p.getenv)
	}
	if endpoint == "" {
		return nil, nil
	}
	u, err := url.Parse(endpoint)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		// The error does not quote the text, which may hold a password.
		return nil, fmt.Errorf("%s: write a URL such as http://127.0.0.1:4318/v1/traces, and what is secret in OTEL_EXPORTER_OTLP_HEADERS", name)
	}
	return p.own.Traces(p.ctx, observe.Tracing{
		Endpoint: endpoint, Service: p.own.Name, Version: p.own.version(), Log: p.log(),
	})
}

// standardEndpoint returns the endpoint in OpenTelemetry's variables, and the name of its variable.
func standardEndpoint(getenv func(string) string) (endpoint, name string) {
	const all, traces = "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
	exporter := getenv("OTEL_TRACES_EXPORTER")
	switch {
	case strings.EqualFold(getenv("OTEL_SDK_DISABLED"), "true"), exporter != "" && exporter != "otlp":
		return "", ""
	case getenv(traces) != "":
		return getenv(traces), traces
	case getenv(all) != "":
		return strings.TrimSuffix(getenv(all), "/") + "/v1/traces", all
	}
	return "", ""
}

// closeTraces sends the remaining traces. It does not wait for a collector that does not answer.
func closeTraces(traces observe.Traces, log *slog.Logger) {
	if traces == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	if err := traces.Close(ctx); err != nil {
		log.Warn("traces", "error", err)
	}
}

// observer returns the observer of requests for the settings.
func (c *serveCmd) observer(p *program, plan *plan.Plan, db *database.DB, passwords *passwords.Checker, events *observe.Events, traces observe.Traces, backups *backups.Backups, tasks *observe.Tasks) *observe.Observer {
	o := &observe.Observer{Traces: traces}
	if c.LogRequests {
		o.Log = p.log()
	}
	if (c.Observe != "" || p.logger != nil) && p.own.Metrics != nil {
		from := observe.Sources{Plan: plan, Database: db.Stats, HashesWaiting: passwords.Waiting, Events: events}
		if backups != nil {
			from.Backups = &backups.Counts
		}
		if p.own.Background != nil {
			from.Tasks = tasks
		}
		o.Metrics = p.own.Metrics(from)
	}
	return o
}
