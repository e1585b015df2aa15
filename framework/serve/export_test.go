package serve

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"slices"
	"time"

	"example.com/resourceful/framework/traffic"
)

// Step takes one step of a request, "render" or one of steps, for a benchmark.
type Step struct {
	before, x exchange
	body      []byte
	do        func(*exchange) error
}

// StepOf takes a request to just before a step.
func (h *Handler) StepOf(name string, w http.ResponseWriter, r *http.Request) (*Step, error) {
	s := &Step{}
	if r.Body != nil {
		var err error
		if s.body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		r.Body = io.NopCloser(bytes.NewReader(s.body))
	}
	x := &s.before
	*x = exchange{Handler: h, w: w, r: r, method: r.Method, status: http.StatusOK, buffer: new([]byte)}
	x.response = traffic.DeadlineWriter{W: w, Limits: &h.options.Limits.Traffic}
	x.listen()
	steps := admission[:]
	for i := 0; i < len(steps); i++ {
		if steps[i].name == name {
			s.do = steps[i].do
			return s, nil
		}
		if err := steps[i].do(x); err != nil {
			return nil, fmt.Errorf("%s: %w", steps[i].name, err)
		}
		if i == len(admission)-1 {
			steps = append(slices.Clip(steps), x.operation.steps...)
		}
	}
	if name != "render" {
		return nil, fmt.Errorf("there is no step %q", name)
	}
	s.do = func(x *exchange) error { return x.render(nil) }
	return s, nil
}

// Take takes the step, as often as one likes.
func (s *Step) Take() error {
	s.x = s.before
	if s.body != nil {
		s.x.r.Body = io.NopCloser(bytes.NewReader(s.body))
	}
	return s.do(&s.x)
}

// SetPaceWindow says by how much time readers of long lists may fall behind.
func (h *Handler) SetPaceWindow(d time.Duration) { h.slots.SetMaxBehind(d) }

// FillAnswers leaves no room for answers until it is given back.
func (h *Handler) FillAnswers() (giveBack func()) {
	n := h.answers.Limit()
	if !h.answers.Acquire(netip.Addr{}, n) {
		panic("there are answers on their way")
	}
	return func() { h.answers.Release(netip.Addr{}, n) }
}

// Waiting is how many lists wait for a slot.
func (h *Handler) Waiting() int {
	return h.slots.Waiting()
}
