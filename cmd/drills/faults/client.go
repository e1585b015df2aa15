package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

// password is that of all accounts.
const password = "faults-password"

const (
	// patience is how long a client waits for one answer.
	patience = 30 * time.Second
	// pause is how long it waits after a refusal before it asks again, with as much again at
	// random. The service asks for a second; these clients are less polite.
	pause = 50 * time.Millisecond
)

// tally counts what all clients have met.
type tally struct {
	requests, reads           atomic.Int64
	unavailable, lost, forgot atomic.Int64 // 503; connections that ended without an answer; answers dropped on purpose
	replayed                  atomic.Int64 // answers from what an earlier try had stored
	most                      atomic.Int64 // nanoseconds that a request took
}

// took notes how long a request took that began at the given time.
func (t *tally) took(from time.Time) {
	took := int64(time.Since(from))
	for {
		most := t.most.Load()
		if took <= most || t.most.CompareAndSwap(most, took) {
			return
		}
	}
}

// longest is how long the slowest request took, of those that ended since the last call.
func (t *tally) longest() time.Duration { return time.Duration(t.most.Swap(0)) }

// client is one account that uses the service. It knows the addresses of all processes, as a load
// balancer does, and asks the next one when one does not answer.
type client struct {
	name   string
	urls   []string
	at     int
	http   *http.Client
	basic  bool // sends its password each time, else it has a session
	forget int  // one in so many answers to writes is lost on the way; 0 for none
	report *report
	tally  *tally
}

// newClient returns a client with connections of its own.
func newClient(name string, number int, urls []string, r *report, t *tally) *client {
	jar, _ := cookiejar.New(nil) // cannot fail
	return &client{
		name: name, urls: urls, at: number, basic: number%2 == 0, report: r, tally: t,
		http: &http.Client{
			Jar: jar, Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: 1},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// request is what a client wants to be answered.
type request struct {
	method, path, key string // key is the Idempotency-Key, "" for none
	form, body        string // one of them, "" for none
	contentType       string // of the body; "" for JSON
	prefer            string // the header Prefer, "" for none
	html              bool
}

// reply is an answer.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// ask sends a request until it is answered: a process that is gone and a service that says that
// it is unavailable are asked again.
func (c *client) ask(ctx context.Context, r request) (reply, error) {
	for {
		answer, err := c.once(ctx, r)
		switch {
		case ctx.Err() != nil:
			return reply{}, fmt.Errorf("%s %s: %w", r.method, r.path, ctx.Err())
		case errors.Is(err, errForgotten):
			c.tally.forgot.Add(1)
			continue
		case err != nil:
			c.tally.lost.Add(1)
		case answer.status == http.StatusServiceUnavailable:
			c.tally.unavailable.Add(1)
			if answer.header.Get("Retry-After") == "" {
				c.report.violation("%s: %s %s: 503 without Retry-After", c.name, r.method, r.path)
			}
		case answer.status >= 500:
			c.report.violation("%s: %s %s: %d %s", c.name, r.method, r.path, answer.status, answer.body)
		default:
			return answer, nil
		}
		c.at++
		select {
		case <-ctx.Done():
		case <-time.After(pause + rand.N(pause)):
		}
	}
}

// errForgotten is a reply that was sent and never arrived.
var errForgotten = errors.New("the reply was lost")

// once sends a request to one process.
func (c *client) once(ctx context.Context, r request) (reply, error) {
	c.tally.requests.Add(1)
	defer c.tally.took(time.Now())
	tries := int64(0) // net/http repeats some requests by itself
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { tries++ }})
	defer func() { c.tally.lost.Add(max(0, tries-1)) }()
	body := r.body + r.form
	request, err := http.NewRequestWithContext(ctx, r.method, c.urls[c.at%len(c.urls)]+r.path, strings.NewReader(body))
	if err != nil {
		return reply{}, err
	}
	c.dress(request, r)
	answer, err := c.http.Do(request)
	if err != nil {
		return reply{}, err
	}
	defer answer.Body.Close()
	read, err := io.ReadAll(answer.Body)
	if err != nil {
		return reply{}, err
	}
	if c.forget > 0 && r.method != http.MethodGet && answer.StatusCode < 300 && rand.IntN(c.forget) == 0 {
		return reply{}, errForgotten
	}
	if answer.Header.Get("Idempotency-Replayed") != "" {
		c.tally.replayed.Add(1)
	}
	return reply{answer.StatusCode, answer.Header, read}, nil
}

// dress gives the request its headers.
func (c *client) dress(to *http.Request, r request) {
	to.Header.Set("Accept", "application/json")
	if r.html {
		to.Header.Set("Accept", "text/html")
	}
	switch {
	case r.form != "":
		to.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	case r.contentType != "":
		to.Header.Set("Content-Type", r.contentType)
	case r.body != "":
		to.Header.Set("Content-Type", "application/json")
	}
	if r.prefer != "" {
		to.Header.Set("Prefer", r.prefer)
	}
	if r.key != "" {
		to.Header.Set("Idempotency-Key", r.key)
	}
	if c.basic {
		to.SetBasicAuth(c.name, password)
	}
}

// login begins the session of a client that uses one. The session is to outlive everything.
func (c *client) login(ctx context.Context) error {
	if c.basic {
		return nil
	}
	form := url.Values{"username": {c.name}, "password": {password}}
	answer, err := c.ask(ctx, request{method: http.MethodPost, path: "/api-auth/login/", form: form.Encode()})
	if err != nil {
		return err
	}
	if answer.status != http.StatusSeeOther {
		return fmt.Errorf("login of %s: %d %s", c.name, answer.status, bytes.TrimSpace(answer.body))
	}
	return nil
}

// wrong reports an answer that it should not have got.
func (c *client) wrong(r request, answer reply, want string) {
	c.report.violation("%s: %s %s: got %d %.200q, want %s", c.name, r.method, r.path, answer.status, answer.body, want)
}
