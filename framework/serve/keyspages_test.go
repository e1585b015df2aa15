package serve_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/serve"
)

// A write that is repeated under its Idempotency-Key is answered alike, also where the record has
// another address by now.
func TestKeysIdempotency(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		p := newKeyed(t, address, serve.Options{Now: time.Now})
		ask := func(method, path, key, body string) (int, string) {
			r := httptest.NewRequest(method, path, strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Idempotency-Key", key)
			r.SetBasicAuth("alice", "alice-password")
			w := httptest.NewRecorder()
			p.ServeHTTP(w, r)
			return w.Code, w.Header().Get("Location") + " " + p.mask(w.Body.String())
		}
		for _, tt := range []struct {
			method, path, body string
			status             int
			want               string
		}{
			{"POST", "/sites/", `{"slug":"far","name":"Far"}`, http.StatusCreated, `http://example.com/sites/far/ {"url":"/sites/far/","slug":"far","name":"Far","currency":null,"parcels":[]}`},
			{"PATCH", "/sites/far/", `{"slug":"near"}`, http.StatusOK, ` {"url":"/sites/near/","slug":"near","name":"Far","currency":null,"parcels":[]}`},
			{"POST", "/currencies/", `{"code":"gbp","name":"Pound"}`, http.StatusCreated, ` {"code":"gbp","name":"Pound","sites":[]}`},
			{"POST", "/parcels/", `{"note":"c"}`, http.StatusCreated, ` {"id":"{3}","note":"c","home":null,"target":null,"paid":null,"before":null,"stops":[],"accepted":[],"near":[],"beside":[]}`},
			{"DELETE", "/sites/near/", "", http.StatusNoContent, " "},
		} {
			for range 2 {
				if status, got := ask(tt.method, tt.path, tt.method+tt.path, tt.body); status != tt.status || got != tt.want {
					t.Errorf("%s %s: got %d %s, want %d %s", tt.method, tt.path, status, got, tt.status, tt.want)
				}
			}
		}
	})
}
