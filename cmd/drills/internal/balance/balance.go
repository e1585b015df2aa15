package main

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"time"

	"example.com/resourceful/cmd/drills/internal/process"
)

// balancer hands requests to the processes that say they are ready, in turn. It asks each process
// again and again, sends no request twice, and hides nothing: what a process does not answer is a
// 502, and a 502 too when no process is ready.
type balancer struct {
	url     string
	server  *http.Server
	backs   []*back
	turn    atomic.Uint64
	refused atomic.Int64 // requests that no process was ready for, or that a process did not answer
	twice   atomic.Int64 // requests that the transport had to send again
	stop    context.CancelFunc
}

// back is a process behind a balancer.
type back struct {
	url    *url.URL
	ready  atomic.Bool
	served atomic.Int64
}

// balance starts a balancer on a free port. It asks the processes for their health at every step.
func (p *program) balance(services []*service, step time.Duration) (*balancer, error) {
	b := &balancer{}
	for _, s := range services {
		u, err := url.Parse(s.url)
		if err != nil {
			return nil, err
		}
		b.backs = append(b.backs, &back{url: u})
	}
	listen, err := process.FreeAddress()
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", listen)
	if err != nil {
		return nil, err
	}
	var ctx context.Context
	ctx, b.stop = context.WithCancel(p.ctx)
	for _, to := range b.backs {
		go to.watch(ctx, step)
	}
	b.url = "http://" + listener.Addr().String()
	b.server = &http.Server{Handler: b, ReadHeaderTimeout: time.Minute}
	go func() { _ = b.server.Serve(listener) }()
	p.cleanup = append(p.cleanup, func() error { b.stop(); return b.server.Close() })
	return b, nil
}

// watch asks a process whether it is ready until ctx ends.
func (to *back) watch(ctx context.Context, step time.Duration) {
	client := &http.Client{Timeout: 2 * time.Second}
	for ctx.Err() == nil {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, to.url.String()+"/readyz", nil)
		if err != nil {
			return
		}
		answer, err := client.Do(r)
		to.ready.Store(err == nil && answer.StatusCode == http.StatusOK)
		if err == nil {
			_, _ = io.Copy(io.Discard, answer.Body)
			_ = answer.Body.Close()
		}
		_ = sleep(ctx, step)
	}
}

// next is the process whose turn it is, nil when none is ready.
func (b *balancer) next() *back {
	first := b.turn.Add(1)
	for i := range uint64(len(b.backs)) {
		if to := b.backs[(first+i)%uint64(len(b.backs))]; to.ready.Load() {
			return to
		}
	}
	return nil
}

var errNotReady = errors.New("no process is ready")

// ServeHTTP hands a request on.
func (b *balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	to := b.next()
	if to == nil {
		b.fail(w, r, errNotReady)
		return
	}
	to.served.Add(1)
	connections := 0
	ctx := httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) {
		if connections++; connections == 2 {
			b.twice.Add(1)
		}
	}})
	proxy := httputil.ReverseProxy{
		Rewrite:      func(p *httputil.ProxyRequest) { p.SetURL(to.url) },
		Transport:    transport,
		ErrorHandler: b.fail,
		ErrorLog:     log.New(io.Discard, "", 0),
	}
	proxy.ServeHTTP(w, r.WithContext(ctx))
}

// transport keeps connections to the processes open, as load balancers do: that is where a process
// that stops carelessly loses requests.
var transport = &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true}

func (b *balancer) fail(w http.ResponseWriter, _ *http.Request, _ error) {
	b.refused.Add(1)
	w.WriteHeader(http.StatusBadGateway)
}
