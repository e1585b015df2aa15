// The id of a request, from a proxy, its trace or at random.

package observe

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"net/http"
	"strings"

	"example.com/resourceful/framework/auth"
)

const requestHeader = auth.RequestHeader

type requestKey struct{}

// RequestID returns the id of the request that ctx belongs to, "" for none.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestKey{}).(string)
	return id
}

// requestID returns the id that a proxy gave to the request, or else the id of its trace, or else a new
// one.
func requestID(h http.Header) string {
	if given := h[requestHeader]; len(given) == 1 && validID(given[0]) {
		return given[0]
	}
	if parent := h["Traceparent"]; len(parent) == 1 {
		if id := parentTrace(parent[0]); id != "" {
			return id
		}
	}
	var id [16]byte
	// Ids must differ, but need not be secret.
	binary.LittleEndian.PutUint64(id[:8], rand.Uint64())
	binary.LittleEndian.PutUint64(id[8:], rand.Uint64())
	return hex.EncodeToString(id[:])
}

// validID reports whether a log can contain an id from outside without quotes: it has only usual characters
// of ids.
func validID(id string) bool {
	if id == "" || len(id) > 128 {
		return false
	}
	for _, c := range []byte(id) {
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._:~", c) >= 0) {
			return false
		}
	}
	return true
}

// parentTrace returns the id of the trace in a traceparent header of the W3C, version 00; "" for an invalid
// one.
func parentTrace(parent string) string {
	parts := strings.Split(parent, "-")
	if len(parts) != 4 || parts[0] != "00" || len(parts[1]) != 32 || len(parts[2]) != 16 || len(parts[3]) != 2 {
		return ""
	}
	for _, part := range parts {
		if strings.Trim(part, "0123456789abcdef") != "" {
			return ""
		}
	}
	if strings.Trim(parts[1], "0") == "" || strings.Trim(parts[2], "0") == "" {
		return ""
	}
	return parts[1]
}
