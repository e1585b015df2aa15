package serve_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/server"
)

// A configuration of resources with keys of every kind, which refer to each other by key, by link and
// by a text: a text that clients give, a uuid, and a number behind a slug.

var uuidForm = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`)

// parcels are the uuids of a service by their order, so that they can be written down as {1}, {2}.
type parcels struct {
	*server.Server
	keys []string
}

func (p *parcels) fill(text string) string {
	for i, key := range p.keys {
		text = strings.ReplaceAll(text, fmt.Sprintf("{%d}", i+1), key)
	}
	return text
}

func (p *parcels) mask(text string) string {
	for _, key := range uuidForm.FindAllString(text, -1) {
		i := 0
		for i < len(p.keys) && p.keys[i] != key {
			i++
		}
		if i == len(p.keys) {
			p.keys = append(p.keys, key)
		}
		text = strings.Replace(text, key, fmt.Sprintf("{%d}", i+1), 1)
	}
	return strings.ReplaceAll(text, "http://example.com", "")
}

// Ask sends a request and compares status and body.
func (p *parcels) ask(t *testing.T, request, body, want string) {
	t.Helper()
	method, path, _ := strings.Cut(request, " ")
	status, got := call(p, method, p.fill(path), "", p.fill(body))
	if got = strings.TrimSpace(fmt.Sprint(status, " ", p.mask(got))); got != want {
		t.Errorf("%s %s\n got %s\nwant %s", request, body, got, want)
	}
}
