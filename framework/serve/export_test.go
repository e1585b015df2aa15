package serve

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"time"

	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/traffic"
)

// Step takes one step of a request, for a benchmark.
type Step struct {
	x, again    request.Exchange
	a, admitted request.Admission
	res         request.Result
	body        []byte
	do          func(x *request.Exchange, a *request.Admission) error
}

// StepOf takes a request to just before a step of admit, "load" or "respond".
func (h *Handler) StepOf(name string, w http.ResponseWriter, r *http.Request) (*Step, error) {
	s := &Step{}
	if r.Body != nil {
		var err error
		if s.body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		r.Body = io.NopCloser(bytes.NewReader(s.body))
	}
	s.x = request.Exchange{Service: h.all, Context: r.Context(), W: w, R: r, Pooled: request.Pooled{Buffer: new([]byte)}}
	s.x.Writer = traffic.DeadlineWriter{W: w, Limits: &h.all.Options.Limits.Traffic}
	s.a = request.Admission{Method: r.Method}
	if err := admit(&s.x, &s.a); err != nil {
		return nil, err
	}
	steps := map[string]func(x *request.Exchange, a *request.Admission) error{
		"route":     func(x *request.Exchange, _ *request.Admission) error { _, err := x.FindRoute(); return err },
		"negotiate": func(x *request.Exchange, a *request.Admission) error { _, err := x.Negotiate(&a.Target); return err },
		"identify":  request.Identify,
		"permit":    permit,
		"load": func(x *request.Exchange, a *request.Admission) error {
			_, _, err := access.LoadRepresentation(x, a)
			return err
		},
		"respond": func(x *request.Exchange, a *request.Admission) error { return respond(x, a, s.res) },
	}
	if s.do = steps[name]; s.do == nil {
		return nil, fmt.Errorf("there is no step %q", name)
	}
	var err error
	if name == "respond" {
		s.res, err = s.a.Operation.Perform(&s.x, &s.a)
	}
	return s, err
}

// Take takes the step, as often as one likes.
func (s *Step) Take() error {
	s.again, s.admitted = s.x, s.a
	if s.body != nil {
		s.again.R.Body = io.NopCloser(bytes.NewReader(s.body))
	}
	err := s.do(&s.again, &s.admitted)
	for _, rec := range s.again.Pooled.Records.List[s.x.Pooled.Records.N:s.again.Pooled.Records.N] {
		rec.Release()
	}
	return err
}

// SetPaceWindow says by how much time readers of long lists may fall behind.
func (h *Handler) SetPaceWindow(d time.Duration) { h.all.Budgets.Slots.SetMaxBehind(d) }

// FillAnswers leaves no room for responses until that is released.
func (h *Handler) FillAnswers() (release func()) {
	n := h.all.Budgets.Responses.Limit()
	if !h.all.Budgets.Responses.Acquire(netip.Addr{}, n) {
		panic("there are responses on their way")
	}
	return func() { h.all.Budgets.Responses.Release(netip.Addr{}, n) }
}

// Waiting is how many lists wait for a slot.
func (h *Handler) Waiting() int {
	return h.all.Budgets.Slots.Waiting()
}
