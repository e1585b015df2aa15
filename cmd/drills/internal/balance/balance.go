// Package balance has a load balancer, for the programs that stop and start processes under load.
package balance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Balancer hands requests to the processes that say they are ready, in turn. It asks each process again and again, sends
// no request twice, and hides nothing: a request that a process does not answer is a 502, and so is one for which no
// process is ready.
type Balancer struct {
	URL     string
	Refused atomic.Int64 // requests that no process was ready for, or that a process did not answer
	Twice   atomic.Int64 // requests that the transport had to send again

	// Rewrite, if it is not nil, changes each request for the process that it goes to.
	Rewrite func(to *Back, r *http.Request)

	server *http.Server
	step   time.Duration
	turn   atomic.Uint64
	ctx    context.Context
	stop   context.CancelFunc

	mu    sync.RWMutex
	backs []*Back
}

// Back is a process behind a balancer.
type Back struct {
	URL    *url.URL
	Served atomic.Int64 // requests
	ready  atomic.Bool
	leave  context.CancelFunc
}

// ServedBy is the header of a response with the address of the process that it comes from.
const ServedBy = "Served-By"

// Start starts a balancer without processes on a free port. At every step it asks each process for its readiness. It ends by
// Close, or with ctx.
func Start(ctx context.Context, step time.Duration) (*Balancer, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	b := &Balancer{URL: "http://" + listener.Addr().String(), step: step}
	b.ctx, b.stop = context.WithCancel(ctx)
	b.server = &http.Server{Handler: b, ReadHeaderTimeout: time.Minute}
	go func() { _ = b.server.Serve(listener) }()
	return b, nil
}

// Close ends the balancer.
func (b *Balancer) Close() error {
	b.stop()
	return b.server.Close()
}

// Add adds the process at an address, which gets requests as soon as it says that it is ready.
func (b *Balancer) Add(address string) (*Back, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	var ctx context.Context
	to := &Back{URL: u}
	ctx, to.leave = context.WithCancel(b.ctx)
	go to.watch(ctx, b.step)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.backs = append(b.backs, to)
	return to, nil
}

// Remove removes a process.
func (b *Balancer) Remove(to *Back) {
	to.leave()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.backs = slices.DeleteFunc(b.backs, func(other *Back) bool { return other == to })
}

// watch asks a process whether it is ready until ctx ends.
func (to *Back) watch(ctx context.Context, step time.Duration) {
	client := &http.Client{Timeout: 2 * time.Second}
	for ctx.Err() == nil {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, to.URL.String()+"/readyz", nil)
		if err != nil {
			return
		}
		answer, err := client.Do(r)
		to.ready.Store(err == nil && answer.StatusCode == http.StatusOK)
		if err == nil {
			_, _ = io.Copy(io.Discard, answer.Body)
			_ = answer.Body.Close()
		}
		select {
		case <-ctx.Done():
		case <-time.After(step):
		}
	}
}

// Await waits until the balancer knows that the process is ready.
func (to *Back) Await(ctx context.Context) error {
	for !to.ready.Load() {
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s does not get ready: %w", to.URL, ctx.Err())
		case <-time.After(time.Millisecond):
		}
	}
	return nil
}

// next returns the process whose turn it is, nil when none is ready.
func (b *Balancer) next() *Back {
	b.mu.RLock()
	defer b.mu.RUnlock()
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
func (b *Balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	to := b.next()
	if to == nil {
		b.fail(w, r, errNotReady)
		return
	}
	to.Served.Add(1)
	connections := 0
	ctx := httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) {
		if connections++; connections == 2 {
			b.Twice.Add(1)
		}
	}})
	proxy := httputil.ReverseProxy{
		Rewrite: func(p *httputil.ProxyRequest) {
			p.SetURL(to.URL)
			if b.Rewrite != nil {
				b.Rewrite(to, p.Out)
			}
		},
		ModifyResponse: func(answer *http.Response) error {
			answer.Header.Set(ServedBy, to.URL.String())
			return nil
		},
		Transport:    transport,
		ErrorHandler: b.fail,
		ErrorLog:     log.New(io.Discard, "", 0),
	}
	proxy.ServeHTTP(w, r.WithContext(ctx))
}

// transport keeps connections to the processes open, as load balancers do: there a process that stops carelessly loses
// requests.
var transport = &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true}

func (b *Balancer) fail(w http.ResponseWriter, _ *http.Request, _ error) {
	b.Refused.Add(1)
	w.WriteHeader(http.StatusBadGateway)
}
