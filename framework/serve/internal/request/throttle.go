// How often requests may come: the throttles of an operation.

package request

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/settings"
	"example.com/resourceful/framework/traffic"
)

// Throttle counts the request under the throttles of its operation, and refuses it where one of them lets no more
// through, as Django REST framework does once it is known who asks and that the rule lets him. Those of this process are
// asked first: what they refuse costs the database nothing. They give back what an exact one refuses.
func Throttle(x *Exchange, a *Admission) error {
	x.Throttled = &throttled{own: throttlesOf(x, a, false), exact: throttlesOf(x, a, true)}
	return x.Throttled.count(x)
}

// throttled is under what a request is counted.
type throttled struct{ own, exact throttles }

// count counts the request at its costs, all of it or nothing, and says in the headers what is left.
func (t *throttled) count(x *Exchange) error {
	err := t.own.take(x)
	if err == nil && t.own.wait() == 0 {
		if err = t.exact.take(x); err == nil && t.exact.wait() > 0 {
			err = t.own.giveBack(x)
		}
	}
	if err != nil {
		return fmt.Errorf("throttle: %w", err)
	}
	said := rateHeaders{wait: max(t.own.wait(), t.exact.wait())}
	said.add(&t.own)
	said.add(&t.exact)
	if said.policies == nil {
		return nil
	}
	x.W.Header().Set("RateLimit-Policy", string(said.policies))
	x.W.Header().Set("RateLimit", string(said.limits))
	if said.wait > 0 {
		return problem.Wait(said.wait)
	}
	return nil
}

// Charge counts the request at other costs, once they are known. One that is refused then is counted as it was before.
func (x *Exchange) Charge(cost func(*plan.Throttle) int64) error {
	if x.Throttled == nil {
		return nil
	}
	own, exact := x.Throttled.own.charge(x, cost), x.Throttled.exact.charge(x, cost)
	if !own && !exact {
		return nil
	}
	return x.Throttled.count(x)
}

// ChargeRows counts a request that writes a list of rows by how many those are.
func (x *Exchange) ChargeRows(n int) error {
	return x.Charge(func(t *plan.Throttle) int64 {
		if t.RowCost == 0 {
			return t.Cost
		}
		return t.RowCost * int64(n)
	})
}

// ChargeExport counts a request for a list as a file.
func (x *Exchange) ChargeExport() error {
	return x.Charge(func(t *plan.Throttle) int64 { return cmp.Or(t.ExportCost, t.Cost) })
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
	rates  settings.Rates
	list   []*plan.Throttle
	under  []traffic.RateKey // of the list, and behind them of the networks of requesters
	of     []*plan.Throttle  // that each of under is of
	at     time.Time
	due    bool                  // the costs are not counted yet
	states [][]traffic.RateState // nil until they are asked
}

// throttlesOf are those throttles of a request that are exact, or those that are not.
func throttlesOf(x *Exchange, a *Admission, exact bool) throttles {
	t := throttles{rates: x.Service.Options.Throttles.Rates, at: x.Service.Options.Now(), due: true}
	if exact {
		t.rates = x.Service.Options.Throttles.Exact
	}
	for _, of := range a.Operation.Throttles {
		if of.Exact != exact || !concerns(of, a.Requester.Credentials) {
			continue
		}
		if key := throttleKey(x, a, of); key != "" {
			t.list, t.under = append(t.list, of), append(t.under, traffic.RateKey{Key: key, Cost: of.Cost, Rates: of.Rates})
		}
	}
	t.of = t.list
	if t.list != nil {
		t.addWide(x, a)
	}
	return t
}

// concerns reports whether a throttle is about requests with such credentials, nil for none.
func concerns(t *plan.Throttle, c *auth.Credentials) bool {
	return t.TokenScope == "" || c != nil && slices.Contains(c.Scopes, t.TokenScope)
}

// take counts the request.
func (t *throttles) take(x *Exchange) (err error) {
	if t.under != nil && t.due {
		t.states, err = t.rates.Take(x.Context, t.at, t.under)
	}
	return err
}

// giveBack counts the request as before.
func (t *throttles) giveBack(x *Exchange) error {
	for i := range t.under {
		k := &t.under[i]
		k.Cost, k.Counted, k.CountedAt = k.Counted, k.Cost, t.at
	}
	return t.take(x)
}

// charge sets the costs that the next take counts, in the place of those that are counted, and reports whether they
// are others.
func (t *throttles) charge(x *Exchange, cost func(*plan.Throttle) int64) (differ bool) {
	at := t.at
	t.at = x.Service.Options.Now()
	for i := range t.under {
		k := &t.under[i]
		k.Counted, k.CountedAt, k.Cost = k.Cost, at, cost(t.of[i])
		differ = differ || k.Cost != k.Counted
	}
	t.due = differ
	return differ
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

// addWide adds the /48 of a requester without credentials, under each throttle that goes by addresses.
func (t *throttles) addWide(x *Exchange, a *Admission) {
	at := x.Service.Auth.ClientAddr(x.R)
	if a.Requester.Credentials != nil || !at.Is6() {
		return
	}
	network := netip.PrefixFrom(at, 48).Masked().String()
	t.of = slices.Clone(t.list)
	for _, of := range t.list {
		if of.By == plan.Together {
			continue
		}
		rates := slices.Clone(of.Rates)
		for i := range rates {
			rates[i].Requests *= wideTimes
		}
		t.of = append(t.of, of)
		t.under = append(t.under, traffic.RateKey{Key: of.Name + "\x00network " + network, Cost: of.Cost, Rates: rates})
	}
}

// throttleKey is under what a request counts, "" for nothing. Throttles of one scope count together where they let
// as much through.
func throttleKey(x *Exchange, a *Admission, t *plan.Throttle) string {
	var who string
	switch c := a.Requester.Credentials; {
	case t.By == plan.Together:
	case t.By == plan.PerAddress && c != nil:
		return ""
	case c == nil:
		who = "address " + x.Service.Auth.ClientAddr(x.R).String()
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
