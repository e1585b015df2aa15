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
// asked first: what they refuse costs the database nothing. They give back what an exact one refuses.
func throttle(x *exchange, a *admission) error {
	if len(a.operation.Throttles) == 0 {
		return nil
	}
	own, exact := throttlesOf(x, a, false), throttlesOf(x, a, true)
	err := own.take(x)
	if err == nil && own.wait() == 0 {
		if err = exact.take(x); err == nil && exact.wait() > 0 {
			err = own.giveBack(x)
		}
	}
	if err != nil {
		return fmt.Errorf("throttle: %w", err)
	}
	said := rateHeaders{wait: max(own.wait(), exact.wait())}
	said.add(&own)
	said.add(&exact)
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

// add says the states of throttles, where they were asked.
func (said *rateHeaders) add(t *throttles) {
	for i, of := range t.states[:min(len(t.states), len(t.list))] {
		for j, state := range of {
			said.policies, said.limits = appendRate(said.policies, said.limits, t.list[i], j, state)
		}
	}
}

// throttles are those of a request that are counted together.
type throttles struct {
	rates  Rates
	list   []*plan.Throttle
	under  []traffic.RateKey // of the list, and of the networks of requesters
	at     time.Time
	states [][]traffic.RateState // nil until they are asked
}

// throttlesOf are those throttles of a request that are exact, or those that are not.
func throttlesOf(x *exchange, a *admission, exact bool) throttles {
	t := throttles{rates: x.h.options.Rates, at: x.h.options.Now()}
	if exact {
		t.rates = x.h.options.ExactRates
	}
	for _, of := range a.operation.Throttles {
		if of.Exact != exact {
			continue
		}
		if key := throttleKey(x, a, of); key != "" {
			t.list, t.under = append(t.list, of), append(t.under, traffic.RateKey{Key: key, Cost: of.Cost, Rates: of.Rates})
		}
	}
	if t.list != nil {
		t.under = append(t.under, wideKeys(x, a, t.list)...)
	}
	return t
}

// take counts the request.
func (t *throttles) take(x *exchange) (err error) {
	if t.under != nil {
		t.states, err = t.rates.Take(x.ctx, t.at, t.under)
	}
	return err
}

// giveBack counts the request no more.
func (t *throttles) giveBack(x *exchange) error {
	for i := range t.under {
		t.under[i].Cost = -t.under[i].Cost
	}
	return t.take(x)
}

// wait is how long the request has to wait until all of them let it through.
func (t *throttles) wait() (longest time.Duration) {
	for _, of := range t.states {
		for _, state := range of {
			longest = max(longest, state.Wait)
		}
	}
	return longest
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
