package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"example.com/resourceful/framework/observe"
)

// observing is how the program shows itself to those who operate it.
type observing struct {
	Observe    string        `setting:"" placeholder:"ADDRESS" help:"Address and port for operators: /healthz and /readyz. Default: none."`
	Health     bool          `setting:"" help:"Answer /healthz and /readyz on the service's own address too."`
	DrainDelay time.Duration `setting:"" default:"5s" placeholder:"TIME" help:"Between the moment when /readyz says that the program stops and the moment when it does, where /readyz is served (5s)."`
}

// drain is how long load balancers get to learn that the program stops.
func (o observing) drain() time.Duration {
	if o.Observe == "" && !o.Health {
		return 0
	}
	return o.DrainDelay
}

// beside puts before the service what it answers on its own address for load balancers.
func (o observing) beside(health *observe.Health, service http.Handler) http.Handler {
	if o.Health {
		service = health.Before(service)
	}
	return health.Closing(service)
}

// observer answers operators on an address of their own.
type observer struct {
	listener net.Listener
	server   *http.Server
}

// listen takes the address for operators; it returns an observer that does nothing without one.
func (o observing) listen(ctx context.Context) (*observer, error) {
	if o.Observe == "" {
		return &observer{}, nil
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", o.Observe)
	if err != nil {
		return nil, fmt.Errorf("observe: %w", err)
	}
	return &observer{listener: listener}, nil
}

// start answers until close is called.
func (o *observer) start(handler http.Handler, log *slog.Logger) {
	if o.listener == nil {
		return
	}
	o.server = &http.Server{
		Handler: handler, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: time.Minute, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	go func() {
		if err := o.server.Serve(o.listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("operators are not answered any more", "error", err)
		}
	}()
}

func (o *observer) close() {
	switch {
	case o.server != nil:
		_ = o.server.Close()
	case o.listener != nil:
		_ = o.listener.Close()
	}
}
