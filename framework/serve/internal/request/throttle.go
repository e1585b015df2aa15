// The throttles of an operation.

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

// Throttle counts the request under the throttles of its operation, and refuses it if one is exhausted.
// Like Django REST framework it does so after authentication and permission. It counts in this process
// first: requests refused there cost the database nothing. A refusal by an exact throttle undoes that
// count.
func Throttle(x *Exchange, a *Admission) error {
	x.Throttled = &throttled{own: throttlesOf(x, a, false), exact: throttlesOf(x, a, true)}
	return x.Throttled.count(x)
}

// ThrottleAs is Throttle for another operation that a request becomes. Throttles that it was counted under count it once, at the
// higher cost.
func ThrottleAs(x *Exchange, a *Admission) error {
	if a.Operation.Throttles == nil {
		return nil
	}
	now := &throttled{own: throttlesOf(x, a, false), exact: throttlesOf(x, a, true)}
	if before := x.Throttled; before != nil {
		now.own.counted(&before.own)
		now.exact.counted(&before.exact)
	}
	x.Throttled = now
	return now.count(x)
}

// throttled holds the throttles of a request.
type throttled struct{ own, exact throttles }

// count counts the request at its costs, completely or not at all, and sets the headers with the remaining
// rates.
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

// Charge counts the request at other costs, once they are known. A request refused then keeps its earlier
// cost.
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

// ChargeRows counts a request by the number of rows that it writes.
func (x *Exchange) ChargeRows(n int) error {
	return x.Charge(func(t *plan.Throttle) int64 {
		if t.RowCost == 0 {
			return t.Cost
		}
		return t.RowCost * int64(n)
	})
}

// ChargeExport counts the request for an export.
func (x *Exchange) ChargeExport() error {
	return x.Charge(func(t *plan.Throttle) int64 { return cmp.Or(t.ExportCost, t.Cost) })
}

// rateHeaders are the headers about rates.
type rateHeaders struct {
	wait             time.Duration // the wait until the request may be repeated; 0 for none
	policies, limits []byte
}

// add adds the states of throttles, if they were counted.
func (said *rateHeaders) add(t *throttles) {
	for i, of := range t.states[:min(len(t.states), len(t.list))] {
		for j, state := range of {
			said.policies, said.limits = appendRate(said.policies, said.limits, t.list[i], j, state)
		}
	}
}

// throttles are the throttles of a request with one counter.
type throttles struct {
	rates  settings.Rates
	list   []*plan.Throttle
	under  []traffic.RateKey // keys of the list, followed by keys of the requesters' networks
	of     []*plan.Throttle  // the throttle of each key
	at     time.Time
	due    bool                  // the costs are not counted yet
	states [][]traffic.RateState // nil until they are counted
}

// throttlesOf returns the exact throttles of a request, or the others.
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

// concerns reports whether a throttle applies to requests with some credentials, nil for none.
func concerns(t *plan.Throttle, c *auth.Credentials) bool {
	return t.TokenScope == "" || c != nil && slices.Contains(c.Scopes, t.TokenScope)
}

// counted takes over what the request was counted under before.
func (t *throttles) counted(before *throttles) {
	for i := range t.under {
		k := &t.under[i]
		if j := slices.IndexFunc(before.under, func(b traffic.RateKey) bool { return b.Key == k.Key }); j >= 0 {
			k.Counted, k.CountedAt = before.under[j].Cost, before.at
			k.Cost = max(k.Cost, k.Counted)
		}
	}
}

// take counts the request.
func (t *throttles) take(x *Exchange) (err error) {
	if t.under != nil && t.due {
		t.states, err = t.rates.Take(x.Context, t.at, t.under)
	}
	return err
}

// giveBack undoes the count.
func (t *throttles) giveBack(x *Exchange) error {
	for i := range t.under {
		k := &t.under[i]
		k.Cost, k.Counted, k.CountedAt = k.Counted, k.Cost, t.at
	}
	return t.take(x)
}

// charge sets the costs for the next take, instead of the counted ones, and reports whether they differ.
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

// wait returns the wait until all throttles allow the request.
func (t *throttles) wait() (longest time.Duration) {
	for _, of := range t.states {
		for _, state := range of {
			longest = max(longest, state.Wait)
		}
	}
	return longest
}

// wideTimes is the rate of an IPv6 /48, as a multiple of the rate of one address: the owner of a /48 has
// 65,536 networks, each counted as an address.
const wideTimes = 4

// addWide adds the /48 of an anonymous requester to each throttle that counts by address.
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

// throttleKey returns the key that a request counts under, "" for none. Throttles of one scope with the
// same rate share their count.
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

// appendRate appends a rate and its remainder to the lists of the headers: see
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
