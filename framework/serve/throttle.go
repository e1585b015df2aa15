// How often requests may come: the throttles of an operation.

package serve

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"time"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/traffic"
)

// Rates counts the requests of throttled operations.
type Rates = traffic.RateCounter

// throttle counts the request under the throttles of its operation, and refuses it where one of them lets no more
// through, as Django REST framework does once it is known who asks and that the rule lets him. Those of this process are
// asked first: what they refuse costs the database nothing.
func throttle(x *exchange, a *admission) error {
	var said rateHeaders
	for _, exact := range [...]bool{false, true} {
		if err := said.take(x, a, exact); err != nil {
			return err
		}
		if said.wait > 0 {
			break
		}
	}
	if said.policies == nil {
		return nil
	}
	x.w.Header().Set("RateLimit-Policy", string(said.policies))
	x.w.Header().Set("RateLimit", string(said.limits))
	if said.wait > 0 {
		return problem.Wait(said.wait)
	}
	return nil
}

// rateHeaders are what a response says of rates.
type rateHeaders struct {
	wait             time.Duration // until the request may be made; 0 for one that may
	policies, limits []byte
}

// take counts the request under those throttles that are exact, or those that are not.
func (said *rateHeaders) take(x *exchange, a *admission, exact bool) error {
	var throttles []*plan.Throttle
	var under []traffic.RateKey
	for _, t := range a.operation.Throttles {
		if key := throttleKey(x, a, t); key != "" && t.Exact == exact {
			throttles, under = append(throttles, t), append(under, traffic.RateKey{Key: key, Cost: t.Cost, Rates: t.Rates})
		}
	}
	if under == nil {
		return nil
	}
	rates := x.h.options.Rates
	if exact {
		rates = x.h.options.ExactRates
	}
	states, err := rates.Take(x.ctx, x.h.options.Now(), append(under, wideKeys(x, a, throttles)...))
	if err != nil {
		return fmt.Errorf("throttle: %w", err)
	}
	for i, of := range states {
		for j, state := range of {
			said.wait = max(said.wait, state.Wait)
			if i < len(throttles) {
				said.policies, said.limits = appendRate(said.policies, said.limits, throttles[i], j, state)
			}
		}
	}
	return nil
}

// wideTimes is how many times the rate of an address those of an IPv6 /48 have together: whoever has one has 65,536
// networks, each an address of its own here.
const wideTimes = 4

// wideKeys are those of the /48 of a requester without credentials, under each throttle that goes by addresses.
func wideKeys(x *exchange, a *admission, throttles []*plan.Throttle) (keys []traffic.RateKey) {
	at := x.h.auth.ClientAddr(x.r)
	if a.requester.credentials != nil || !at.Is6() {
		return nil
	}
	network := netip.PrefixFrom(at, 48).Masked().String()
	for _, t := range throttles {
		if t.By == plan.Together {
			continue
		}
		rates := slices.Clone(t.Rates)
		for i := range rates {
			rates[i].Requests *= wideTimes
		}
		keys = append(keys, traffic.RateKey{Key: t.Name + "\x00network " + network, Cost: t.Cost, Rates: rates})
	}
	return keys
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
func (unlimited) Take(_ context.Context, _ time.Time, under []traffic.RateKey) ([][]traffic.RateState, error) {
	states := make([][]traffic.RateState, len(under))
	for i, k := range under {
		for _, rate := range k.Rates {
			states[i] = append(states[i], traffic.RateState{Remaining: rate.Requests})
		}
	}
	return states, nil
}
