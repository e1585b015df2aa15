package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"strings"
)

// essential are the headers that the exact systems must agree on.
var essential = []string{
	"Content-Type", "Allow", "Vary", "Location", "X-Frame-Options", "X-Content-Type-Options", "Referrer-Policy",
	"Content-Security-Policy", "Cache-Control",
}

// compare fails unless all systems give the same answer to the request of a scenario.
func (b *bench) compare(ctx context.Context, on engine, s scenario) error {
	var first answer
	for i, sys := range b.systemsOf(s, on) {
		got, err := b.askFresh(ctx, on, sys, s)
		if err != nil {
			return fmt.Errorf("%s: %w", sys.name(), err)
		}
		if i == 0 {
			if first = got; got.status >= 300 {
				return fmt.Errorf("%s answers %d: %s", sys.name(), got.status, excerpt(got.body, 0))
			}
			continue
		}
		if err := differ(got, first, sys.exact()); err != nil {
			return fmt.Errorf("%s does not answer like %s: %w", sys.name(), b.systems[0].name(), err)
		}
	}
	return nil
}

// askFresh asks a server that is started for this one request, so that keys start at the same.
func (b *bench) askFresh(ctx context.Context, on engine, sys system, s scenario) (got answer, err error) {
	server, err := b.serve(ctx, on, sys, s.dataset)
	if err != nil {
		return answer{}, err
	}
	defer func() { err = errors.Join(err, server.close()) }()
	if got, err = ask(ctx, server.url, requestOf(sys, s)); err != nil {
		return got, err
	}
	if t, ok := sys.(translator); ok && got.status < http.StatusBadRequest {
		return t.answer(s, got)
	}
	return got, nil
}

// differ says in what got differs from want: byte by byte with the essential headers, or only in
// what the JSON means.
func differ(got, want answer, exact bool) error {
	if got.status != want.status {
		return fmt.Errorf("status %d, want %d: %s", got.status, want.status, excerpt(got.body, 0))
	}
	if !exact {
		var a, b any
		if err := errors.Join(json.Unmarshal(got.body, &a), json.Unmarshal(want.body, &b)); err != nil {
			return err
		}
		if !reflect.DeepEqual(a, b) {
			return fmt.Errorf("other JSON: %s, want %s", excerpt(got.body, 0), excerpt(want.body, 0))
		}
		return nil
	}
	for _, name := range essential {
		if g, w := essence(got.header.Get(name)), essence(want.header.Get(name)); g != w {
			return fmt.Errorf("%s: %q, want %q", name, g, w)
		}
	}
	got.body, want.body = moment.ReplaceAll(got.body, nil), moment.ReplaceAll(want.body, nil)
	if bytes.Equal(got.body, want.body) {
		return nil
	}
	at := 0
	for at < min(len(got.body), len(want.body)) && got.body[at] == want.body[at] {
		at++
	}
	return fmt.Errorf("other bytes from %d on: %s, want %s", at, excerpt(got.body, at), excerpt(want.body, at))
}

// moment is when a row was made, which no two servers do at the same time.
var moment = regexp.MustCompile(`[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z`)

// essence is the value of a header without what only a server that compresses has to say.
func essence(value string) string { return strings.TrimSuffix(value, ", Accept-Encoding") }

// excerpt is a piece of a body for people to read.
func excerpt(body []byte, at int) string {
	return fmt.Sprintf("%.300q", body[max(0, at-20):])
}
