// Counts, sums and averages of a list's rows that clients request.

package plan

import (
	"slices"
	"strings"

	"example.com/resourceful/framework/schema"
)

// Totals are the totals of a list's rows that clients may request, in groups.
type Totals struct {
	Type *schema.Type // of a group: all the members that it may have
	By   []*Total     // the members by whose values clients group the rows
	Of   []*Total     // the totals of a group; the number of its rows comes first
	Max  int          // the largest number of groups
}

// Total is a member of a group: a value that its rows have in common, or a function of their values.
type Total struct {
	Member   *schema.Field // of Totals.Type
	Of       *schema.Field // of the rows; nil for their number
	Name     string        // of Of, for clients; "" for their number
	Function string        // "sum", "avg", "min" or "max"; "" for a common value, and for the number of rows
	Places   int           // of the decimals that Of holds
}

// TotalsQuery are the members that a client requests, each once, in the client's order.
type TotalsQuery struct {
	By, Of []*Total
}

// AveragePlaces is the number of places that an average of decimals has in addition to theirs.
const AveragePlaces = 4

// Names of the parameters, and of the number of rows.
const (
	AggregateParam = "aggregate"
	ByParam        = "by"
	CountTotal     = "count"
)

// Params returns the parameters by which clients choose the members of groups.
func (t *Totals) Params() []*Param {
	params := []*Param{newTotalsParam(AggregateParam, "The totals of each group, joined by commas; the number of rows by default.", t.Of, func(q *TotalsQuery) *[]*Total { return &q.Of })}
	if len(t.By) > 0 {
		params = append(params, newTotalsParam(ByParam, "The members by whose values the rows are grouped, joined by commas; all rows are one group by default.", t.By, func(q *TotalsQuery) *[]*Total { return &q.By }))
	}
	return params
}

func newTotalsParam(name, about string, of []*Total, to func(*TotalsQuery) *[]*Total) *Param {
	names := make([]string, len(of))
	for i, total := range of {
		names[i] = total.Member.Wire
	}
	return &Param{
		Name: name, About: about, Role: MembersRole, Commas: true, Schema: map[string]any{"type": "array", "items": map[string]any{"enum": names}},
		Read: func(l *Listing, values []string) (messages []string, err error) {
			chosen := to(&l.Totals)
			for _, value := range values {
				switch i := slices.Index(names, value); {
				case i < 0:
					messages = append(messages, unknownMember(value, names))
				case !slices.Contains(*chosen, of[i]):
					*chosen = append(*chosen, of[i])
				}
			}
			return messages, nil
		},
	}
}

// Members returns the requested members, in the order of a group's representation.
func (q *TotalsQuery) Members() []*schema.Field {
	var members []*schema.Field
	for _, total := range slices.Concat(q.By, q.Of) {
		members = append(members, total.Member)
	}
	return members
}

// totals returns the totals of an operation with the names of the version, or themselves if none differs.
func (v *Version) totals(o *Operation) *Totals {
	if o.Totals == nil {
		return nil
	}
	made, differs := &Totals{Max: o.Totals.Max}, false
	renamed := func(list []*Total) (kept []*Total) {
		for _, total := range list {
			if total.Of == nil {
				kept = append(kept, total)
				continue
			}
			name, known := v.reshaping.Name(o.Resource.Type, total.Of.Wire)
			differs = differs || !known || name != total.Of.Wire
			if known && name != total.Of.Wire {
				c, member := *total, *total.Member
				member.Wire = TotalName(name, total.Function)
				member.Label = TotalLabel(NameWords(name), total.Function)
				c.Name, c.Member, total = name, &member, &c
			}
			if known {
				kept = append(kept, total)
			}
		}
		return kept
	}
	made.By, made.Of = renamed(o.Totals.By), renamed(o.Totals.Of)
	if !differs {
		return o.Totals
	}
	all := TotalsQuery{By: made.By, Of: made.Of}
	made.Type = o.Totals.Type.Choose(all.Members())
	return made
}

// TotalName returns the name of a total of a member, "cost__sum", or of a common value.
func TotalName(member, function string) string {
	if function == "" {
		return member
	}
	return member + "__" + function
}

// TotalLabel returns the label of a total of a member, "Sum of cost", or of a common value. Pages translate its parts.
func TotalLabel(member, function string) string {
	if function == "" {
		return member
	}
	return map[string]string{"sum": "Sum", "avg": "Average", "min": "Minimum", "max": "Maximum"}[function] + " of " + member
}

// words describes the totals in the text of the plan.
func (t *Totals) words() string {
	var by, of []string
	for _, total := range t.By {
		by = append(by, total.Member.Wire)
	}
	for _, total := range t.Of {
		of = append(of, total.Member.Wire)
	}
	if by == nil {
		return "totals " + strings.Join(of, ", ")
	}
	return "totals " + strings.Join(of, ", ") + " by " + strings.Join(by, ", ")
}
