// Totals of the rows of a list, in groups.

package lists

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"time"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// Totals tells the totals of the rows of a list that the query asks for, in one statement.
func Totals(x *request.Exchange, a *request.Admission) (request.Result, error) {
	asked, err := access.ReadListing(x, a, a.Operation.Query)
	if err != nil {
		return request.Result{}, err
	}
	res, all, q := a.Route.Res, a.Operation.Totals, asked.Totals
	if q.Of == nil {
		q.Of = all.Of[:1]
	}
	g := newGroup(a, all.Type.Choose(q.Members()), q)
	rows := store.Selection{Where: predicate.And(a.Cond, asked.Where), Limit: int64(all.Max) + 1}
	n, b := 0, []byte{'['}
	err = res.Rows.Read(x.Context).Totals(rows, g.by, g.filters, g.of, g.dests, func() error {
		if n == all.Max {
			return problem.New(problem.Malformed, "There are more than %d groups. Please filter the list, or group it by less.", all.Max)
		}
		if err := g.finish(); err != nil {
			return err
		}
		b = g.rec.AppendIn(request.Comma(b, n), x.Base, x.Locale.Zone)
		n++
		return nil
	})
	if err != nil {
		return request.Result{}, fmt.Errorf("totals of %s: %w", res.Name, err)
	}
	b = append(b, ']')
	return request.Result{Content: media.List, Names: request.NamesOf(g.rec.Type), Encoded: b, Rows: b}, nil
}

// group is one group while it is read.
type group struct {
	rec     *schema.Record
	by      []*schema.Field
	filters []store.RowFilter
	of      []store.Total
	dests   []any
	finish  func() error // sets the members that are computed from what was read
}

// newGroup returns a group with the requested members.
func newGroup(a *request.Admission, t *schema.Type, q plan.TotalsQuery) *group {
	g := &group{rec: t.New()}
	var common []*schema.Field
	for _, total := range q.By {
		common, g.by = append(common, total.Member), append(g.by, total.Of)
		if visible := a.Visible(total.Of); visible != nil {
			g.filters = append(g.filters, store.RowFilter{Field: total.Of, Visible: visible})
		}
	}
	g.dests = append(g.dests, g.rec.Dests(common, true)...)
	var steps []func() error
	sums := map[*schema.Field]*store.Sum{} // each is read once
	inOrder := slices.SortedFunc(slices.Values(q.Of), func(a, b *plan.Total) int { return a.Member.Index - b.Member.Index })
	for _, total := range inOrder { // clients choose the order of members, and not another statement by it
		switch total.Function {
		case "sum", "avg":
			r := &reckoned{Total: total, sum: sums[total.Of], count: 1}
			if r.sum == nil {
				r.sum = &store.Sum{}
				sums[total.Of] = r.sum
				g.add("sum", total.Of, r.sum)
			}
			if total.Function == "avg" {
				g.add("count", total.Of, &r.count)
			}
			steps = append(steps, func() error { return r.set(g.rec) })
		default:
			g.add(total.Function, total.Of, g.rec.Dests([]*schema.Field{total.Member}, true)[0])
		}
	}
	g.finish = func() error {
		for _, step := range steps {
			if err := step(); err != nil {
				return err
			}
		}
		return nil
	}
	return g
}

// add reads one more total.
func (g *group) add(function string, of *schema.Field, dest any) {
	g.of, g.dests = append(g.of, store.Total{Function: function, Field: of}), append(g.dests, dest)
}

// reckoned is a sum, or an average from the sum and the number of values: the databases round averages
// differently.
type reckoned struct {
	*plan.Total
	sum   *store.Sum
	count int64 // of an average
}

// set sets the member of a group.
func (r *reckoned) set(rec *schema.Record) error {
	n, member := r.sum.N, r.Member
	if n == nil {
		rec.Set(member, nil)
		return nil
	}
	places := r.Places
	if r.Function == "avg" {
		if member.Kind.Name == "decimal" {
			places += plan.AveragePlaces
			n = new(big.Int).Mul(n, power(plan.AveragePlaces))
		}
		n = quotient(n, big.NewInt(r.count))
	}
	switch mostMicroseconds := big.NewInt(math.MaxInt64 / int64(time.Microsecond)); {
	case member.Kind.Name == "decimal":
		value, messages := member.Kind.Parse(&member.Spec, new(big.Rat).SetFrac(n, power(places)).FloatString(places))
		if messages != nil {
			return fmt.Errorf("%s: %s", member.Wire, messages[0])
		}
		rec.Set(member, value)
	case member.Kind.Name == "duration" && n.CmpAbs(mostMicroseconds) <= 0:
		rec.Set(member, time.Duration(n.Int64())*time.Microsecond)
	case member.Kind.Name != "duration" && n.IsInt64():
		rec.Set(member, n.Int64())
	default:
		return problem.New(problem.Malformed, "The sum of \"%s\" is too large. Please filter the list.", r.Name)
	}
	return nil
}

// quotient divides and rounds to the nearest integer, halves to the even one.
func quotient(n, by *big.Int) *big.Int {
	q, rest := new(big.Int).QuoRem(n, by, new(big.Int))
	switch half := rest.Abs(rest).Lsh(rest, 1).Cmp(by); {
	case half > 0, half == 0 && q.Bit(0) == 1:
		q.Add(q, big.NewInt(int64(n.Sign())))
	}
	return q
}

func power(places int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil)
}
