// How often requests may come: the throttles of an operation.

package serve

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/traffic"
)

// Rates counts the requests of throttled operations.
type Rates = traffic.RateCounter

// throttle counts the request under the throttles of its operation, and refuses it where one of them lets no more
// through, as Django REST framework does once it is known who asks and that the rule lets him.
func throttle(x *exchange, a *admission) error {
	var wait time.Duration
	var policies, limits []byte
	for _, t := range a.operation.Throttles {
		key := throttleKey(x, a, t)
		if key == "" {
			continue
		}
		states, err := x.h.options.Rates.Take(x.ctx, x.h.options.Now(), key, t.Cost, t.Rates)
		if err != nil {
			return fmt.Errorf("throttle of scope %s: %w", t.Scope, err)
		}
		for i, state := range states {
			wait = max(wait, state.Wait)
			policies, limits = appendRate(policies, limits, t, i, state)
		}
	}
	if limits != nil {
		x.w.Header().Set("RateLimit-Policy", string(policies))
		x.w.Header().Set("RateLimit", string(limits))
	}
	if wait > 0 {
		return problem.Wait(wait)
	}
	return nil
}

// throttleKey is under what a request counts, "" for nothing. Throttles of one scope count together where they let
// as much through.
func throttleKey(x *exchange, a *admission, t *plan.Throttle) string {
	var who string
	switch c := a.requester.credentials; {
	case t.By == plan.Together:
	case t.By == plan.PerAddress && c != nil:
		return ""
	case c == nil:
		who = "address " + x.h.auth.ClientAddr(x.r).String()
	case t.By == plan.PerToken && c.Token != "":
		who = "token " + strconv.FormatInt(c.User.ID, 10) + " " + c.Token
	default:
		who = "account " + strconv.FormatInt(c.User.ID, 10)
	}
	return t.Name + "\x00" + who
}

// appendRate appends a rate and what is left of it as items of the lists that the headers are: see
// https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/.
func appendRate(policies, limits []byte, t *plan.Throttle, i int, state traffic.RateState) (policiesNow, limitsNow []byte) {
	name, rate := t.Scope, t.Rates[i]
	if len(t.Rates) > 1 {
		name += " in " + rate.Per.String()
	}
	if limits != nil {
		policies, limits = append(policies, ", "...), append(limits, ", "...)
	}
	policies = fmt.Appendf(policies, "%q;q=%d;w=%d", name, rate.Requests, int64(rate.Per/time.Second))
	limits = fmt.Appendf(limits, "%q;r=%d;t=%d", name, max(state.Remaining, 0), int64((max(state.Wait, state.Reset)+time.Second-1)/time.Second))
	return policies, limits
}

// unlimited lets every request through.
type unlimited struct{}

// Unlimited counts nothing, for tests that send more requests than a service lets through.
func Unlimited() Rates { return unlimited{} }

// Take implements Rates.
func (unlimited) Take(_ context.Context, _ time.Time, _ string, _ int64, rates []traffic.Rate) ([]traffic.RateState, error) {
	states := make([]traffic.RateState, len(rates))
	for i := range rates {
		states[i].Remaining = rates[i].Requests
	}
	return states, nil
}
