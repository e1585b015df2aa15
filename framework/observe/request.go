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

// RequestID is the id of the request that ctx belongs to, "" for none.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestKey{}).(string)
	return id
}

// requestID is the id that a proxy has given to the request, else that of the trace which it is
// part of, else a new one.
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
	// Ids are to differ, not to be secret.
	binary.LittleEndian.PutUint64(id[:8], rand.Uint64())
	binary.LittleEndian.PutUint64(id[8:], rand.Uint64())
	return hex.EncodeToString(id[:])
}

// validID reports whether an id from outside may stand in logs: what people and programs make up
// as ids does, and nothing that a log would have to quote.
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

// parentTrace is the id of the trace in a traceparent header of the W3C, version 00; "" where it is
// none.
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
