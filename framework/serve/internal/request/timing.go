// The time of the steps of a request and its statements, for the Server-Timing header and explanations.

package request

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/serve/internal/querystring"
	"example.com/resourceful/framework/serve/pageapi"
)

// Timing measures the steps of a request; nil measures nothing.
type Timing struct {
	Profile  *database.Profile // the statements; nil unless the request asks for an explanation
	Explains bool              // the requester may have the explanation

	last       time.Time
	value      []byte
	header     bool            // the response has the header
	unprofiled context.Context // the context of the exchange without Profile
}

// BeginTiming begins to measure a request for the header, or because it asks for an explanation.
func (x *Exchange) BeginTiming(header bool) {
	explains := x.R.Method == http.MethodGet && strings.Contains(x.R.URL.RawQuery, pageapi.ExplainParam+"=")
	if !header && !explains {
		return
	}
	x.Timing = &Timing{last: time.Now(), header: header}
	if explains {
		x.Timing.unprofiled = x.Context
		x.Context, x.Timing.Profile = database.WithProfile(x.Context)
	}
}

// AdmitExplanation permits the explanation of a page to an administrator who asks for it. For others it ends the
// measurement.
func (x *Exchange) AdmitExplanation(a *Admission) {
	t := x.Timing
	if t == nil || t.Profile == nil {
		return
	}
	admin := a.Requester.Signed == nil && a.Requester.Reduce(permission.Admin, true).IsTrue() // a signature permits a file only
	if t.Explains = admin && a.Format.IsPage() && querystring.Last(x.R.URL.RawQuery, pageapi.ExplainParam) == "true"; t.Explains {
		return
	}
	x.Context, t.Profile = t.unprofiled, nil
	if !t.header {
		x.Timing = nil
	}
}

// Planned returns the context for the statement whose plan an explanation shows: that of a list's rows.
func (x *Exchange) Planned() context.Context {
	if x.Timing == nil {
		return x.Context
	}
	return x.Timing.Profile.Planned(x.Context)
}

// Step records the time since the last step under a name.
func (t *Timing) Step(name string) {
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

// Steps returns the steps so far.
func (t *Timing) Steps() (steps []pageapi.Step) {
	for step := range strings.SplitSeq(string(t.value), ", ") {
		name, ms, _ := strings.Cut(step, ";dur=")
		steps = append(steps, pageapi.Step{Name: name, Milliseconds: ms})
	}
	return steps
}

// Set adds the header, with the steps so far.
func (t *Timing) Set(h http.Header) {
	if t == nil || !t.header {
		return
	}
	t.Step("render")
	h.Set("Server-Timing", string(t.value))
}
