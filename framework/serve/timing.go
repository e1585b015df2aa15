package serve

import (
	"net/http"
	"strconv"
	"time"
)

// timing measures the steps of a request for the Server-Timing header; nil measures nothing.
type timing struct {
	last  time.Time
	value []byte
}

// step notes the time since the last step under a name.
func (t *timing) step(name string) {
	if t == nil {
		return
	}
	now := time.Now()
	if len(t.value) > 0 {
		t.value = append(t.value, ", "...)
	}
	t.value = append(append(t.value, name...), ";dur="...)
	t.value = strconv.AppendFloat(t.value, float64(now.Sub(t.last).Microseconds())/1000, 'f', 3, 64)
	t.last = now
}

// set adds the header, with what has been measured so far.
func (t *timing) set(h http.Header) {
	if t != nil {
		t.step("render")
		h.Set("Server-Timing", string(t.value))
	}
}
