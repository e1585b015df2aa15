// Reading the query of a list: filters, search, order and members.

package access

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/querystring"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/settings"
	"example.com/resourceful/framework/store"
)

// ReadListing reads the query of a list or a record. All that is wrong with it is one refusal.
func ReadListing(x *request.Exchange, a *request.Admission, table *request.QueryTable) (*plan.Listing, error) {
	return ReadQuery(x, a, table, x.R.URL.RawQuery)
}

// ReadQuery is ReadListing of a query that the request need not have as its own.
func ReadQuery(x *request.Exchange, a *request.Admission, table *request.QueryTable, query string) (*plan.Listing, error) {
	l := NewListing(x, a)
	if query == "" {
		return l, nil
	}
	if table.Strict {
		l.Rules = plan.RequestRules{}
	}
	values, problems := sortParams(table, querystring.Parse(query), l.Rules, x.Service.Routes.Versions)
	messages := make([][]string, len(table.Params))
	asked := make([]int, 0, len(table.Params)) // which parameter has put each of the references
	for i, p := range table.Params {
		if values[i] == nil {
			continue
		}
		required := l.Required + len(l.References)
		last := values[i][len(values[i])-1]
		given, wrong := checkValues(p, values[i], l.Rules, &x.Service.Options.Limits)
		if wrong == nil && given != nil && p.Read != nil {
			var err error
			l.Reading = p
			if wrong, err = p.Read(l, given); err != nil {
				return nil, fmt.Errorf("read parameter %s: %w", p.Name, err)
			}
		}
		if table.Strict && p.Narrows() && wrong == nil && l.Required+len(l.References) == required {
			wrong = []string{"This field may not be blank."} // on a list it would count as absent
		}
		if p.Check != nil && wrong == nil && !l.Rules.IgnoreSizes {
			wrong = p.Check(last)
		}
		messages[i] = wrong
		for len(asked) < len(l.References) {
			asked = append(asked, i)
		}
	}
	begin := func(n int) { l.Reading = table.Params[asked[n]] }
	if err := findReferences(x, a.Route.Res, l, begin, func(n int, wrong []string) { messages[asked[n]] = append(messages[asked[n]], wrong...) }); err != nil {
		return nil, err
	}
	for i, p := range table.Params {
		for _, m := range messages[i] {
			problems.Tell(p.Name, p.Code(m, values[i]), m)
		}
	}
	problems = append(problems, request.CheckColumns(a, table, query)...)
	x.Timing.Step("query")
	if len(problems) > 0 {
		return nil, &problem.Error{Code: problem.Invalid, Fields: problems, Query: true}
	}
	return l, nil
}

// NewListing begins a listing that asks for every row.
func NewListing(x *request.Exchange, a *request.Admission) *plan.Listing {
	return &plan.Listing{Asker: &asker{x: x, a: a}, Rules: x.Service.Plan.Requests, Zone: x.Locale.Zone, Where: predicate.Constant(true)}
}

// findReferences looks up, in one statement, the rows that parameters name. It calls begin with the number of each
// reference, and then tell with its messages.
func findReferences(x *request.Exchange, res *request.Resource, l *plan.Listing, begin func(n int), tell func(n int, wrong []string)) error {
	if l.References == nil {
		return nil
	}
	asked := make([]store.Reference, len(l.References))
	keys := make([]map[string]schema.Key, len(l.References))
	for i, ref := range l.References {
		asked[i] = store.Reference{Type: ref.Type, By: ref.By, Where: ref.Visible, Values: ref.Values}
		keys[i] = map[string]schema.Key{}
	}
	if err := res.Rows.References(x.Context, asked, func(i int, value string, key schema.Key) { keys[i][value] = key }); err != nil {
		return fmt.Errorf("list %s: %w", res.Name, err)
	}
	for i, ref := range l.References {
		begin(i)
		tell(i, ref.Found(keys[i]))
	}
	return nil
}

// sortParams puts the values of a query beside their parameters. The problems are the unknown ones; format is none,
// nor what has the version.
func sortParams(t *request.QueryTable, query []plan.ParamValue, rules plan.RequestRules, versions *request.Versions) (values [][]string, problems problem.Fields) {
	values = make([][]string, len(t.Params))
	for _, q := range query {
		i, known := t.Index[q.Name]
		switch {
		case known:
			values[i] = append(values[i], q.Value)
		case rules.IgnoreUnknown || q.Name == "format" || versions.InQuery(q.Name) || strings.HasPrefix(q.Name, "_"):
		case problems.Get(q.Name) == nil:
			problems.Tell(q.Name, "unknown", field.Unknown("parameter", q.Name, t.Names))
		}
	}
	return values, problems
}

// checkValues returns the values of a parameter that count, nil for none, and their mistakes before
// they are read.
func checkValues(p *plan.Param, values []string, rules plan.RequestRules, limits *settings.Limits) (given, messages []string) {
	switch {
	case p.Several || len(values) == 1:
	case rules.LastOfRepeated:
		values = values[len(values)-1:]
	default:
		if values = slices.DeleteFunc(slices.Clone(values), func(v string) bool { return v == "" }); len(values) > 1 {
			return nil, []string{"This parameter takes a single value."}
		}
	}
	if p.Read == nil {
		return nil, nil
	}
	for _, v := range values {
		separator := ","
		if !p.Commas {
			separator = v + "," // which it does not have
		}
		for part := range strings.SplitSeq(v, separator) {
			if part != "" {
				given = append(given, part)
			}
			if len(given) > limits.ParamValues {
				return nil, []string{fmt.Sprintf("Ensure this parameter has no more than %d values.", limits.ParamValues)}
			}
		}
	}
	for _, v := range given {
		if n := utf8.RuneCountInString(v); n > limits.ParamText {
			return nil, []string{fmt.Sprintf("Ensure this value has at most %d characters (it has %d).", limits.ParamText, n)}
		}
		if strings.Contains(v, "\x00") {
			return nil, []string{"Null characters are not allowed."}
		}
	}
	return given, nil
}

// asker is the requester of a list, as its parameters see it.
type asker struct {
	x    *request.Exchange
	a    *request.Admission
	call request.Call
}

var _ plan.Asker = (*asker)(nil)

func (q *asker) Context() context.Context { return q.x.Context }

func (q *asker) Visible(rule permission.Rule) predicate.Expr {
	return permission.Reduce(rule, q.a.Requester.Request(true))
}

func (q *asker) Call() plan.Call {
	if q.call == nil {
		q.call = q.x.Service.NewCall(q.x, q.a)
	}
	return q.call
}
