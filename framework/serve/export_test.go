package serve

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"time"

	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/traffic"
)

// Step takes one step of a request, for a benchmark.
type Step struct {
	x, again    exchange
	a, admitted admission
	res         result
	body        []byte
	do          func(x *exchange, a *admission) error
}

// StepOf takes a request to just before a step of admit, "load", "input" or "respond".
func (h *Handler) StepOf(name string, w http.ResponseWriter, r *http.Request) (*Step, error) {
	s := &Step{}
	if r.Body != nil {
		var err error
		if s.body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		r.Body = io.NopCloser(bytes.NewReader(s.body))
	}
	s.x = exchange{h: h.all, ctx: r.Context(), w: w, r: r, pooled: pooled{buffer: new([]byte)}}
	s.x.writer = traffic.DeadlineWriter{W: w, Limits: &h.all.options.Limits.Traffic}
	s.a = admission{method: r.Method}
	if err := admit(&s.x, &s.a); err != nil {
		return nil, err
	}
	steps := map[string]func(x *exchange, a *admission) error{
		"route":     func(x *exchange, _ *admission) error { _, err := x.findRoute(); return err },
		"negotiate": func(x *exchange, a *admission) error { _, err := x.negotiate(&a.target); return err },
		"identify":  identify,
		"permit":    permit,
		"load":      func(x *exchange, a *admission) error { _, _, err := loadRepresentation(x, a); return err },
		"input": func(x *exchange, a *admission) error {
			a.sent = sent{}
			_, err := readInput(x, a, schema.Create, record{})
			return err
		},
		"respond": func(x *exchange, a *admission) error { return respond(x, a, s.res) },
	}
	if s.do = steps[name]; s.do == nil {
		return nil, fmt.Errorf("there is no step %q", name)
	}
	var err error
	if name == "respond" {
		s.res, err = s.a.operation.perform(&s.x, &s.a)
	}
	return s, err
}

// Take takes the step, as often as one likes.
func (s *Step) Take() error {
	s.again, s.admitted = s.x, s.a
	if s.body != nil {
		s.again.r.Body = io.NopCloser(bytes.NewReader(s.body))
	}
	err := s.do(&s.again, &s.admitted)
	for _, rec := range s.again.pooled.records.list[s.x.pooled.records.n:s.again.pooled.records.n] {
		rec.Release()
	}
	return err
}

// SetPaceWindow says by how much time readers of long lists may fall behind.
func (h *Handler) SetPaceWindow(d time.Duration) { h.all.budgets.slots.SetMaxBehind(d) }

// FillAnswers leaves no room for responses until that is released.
func (h *Handler) FillAnswers() (release func()) {
	n := h.all.budgets.responses.Limit()
	if !h.all.budgets.responses.Acquire(netip.Addr{}, n) {
		panic("there are responses on their way")
	}
	return func() { h.all.budgets.responses.Release(netip.Addr{}, n) }
}

// Waiting is how many lists wait for a slot.
func (h *Handler) Waiting() int {
	return h.all.budgets.slots.Waiting()
}
