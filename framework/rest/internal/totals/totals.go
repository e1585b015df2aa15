// Package totals compiles the totals of lists: which members clients may group by, and which totals the
// others have.
package totals

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

// Name is the name of the operation, and the segment of its path.
const Name = "totals"

// usualMax is the largest number of groups if the declaration states none.
const usualMax = 1000

// most is the limit of that number: all groups of a response are in memory.
const most = 100_000

// Declared reports whether a view set declares totals.
func Declared(t declaration.Totals) bool { return t.By != nil || t.Of != nil || t.Max != 0 }

// Compile compiles the totals of a resource's list. For an audience, members that are hidden from it are left out.
func Compile(res *plan.Resource, declared declaration.Totals, kinds []field.Kind, audience bool, mistake func(format string, args ...any)) *plan.Totals {
	t := &schema.Type{Name: res.Type.Name + " totals", Go: reflect.TypeFor[struct{}]()}
	c := compiler{res: res, kinds: kinds, audience: audience, mistake: mistake, is: &plan.Totals{Type: t, Max: declared.Max}}
	switch {
	case declared.By == nil && declared.Of == nil:
		mistake("Totals names no member; write those by which clients group, such as By: []string{\"status\"}, or leave Totals out")
	case declared.Max < 0 || declared.Max > most:
		mistake("Totals: Max is %d; write the largest number of groups, up to %d, or leave it out for %d", declared.Max, most, usualMax)
	case declared.Max == 0:
		c.is.Max = usualMax
	}
	for _, name := range declared.By {
		c.addBy(name)
	}
	c.add(c.newMember(plan.CountTotal, reflect.TypeFor[int64](), ""), &plan.Total{}, &c.is.Of)
	for _, name := range declared.Of {
		c.addOf(name)
	}
	return c.is
}

// compiler compiles the totals of one resource.
type compiler struct {
	res      *plan.Resource
	kinds    []field.Kind
	audience bool
	mistake  func(format string, args ...any)
	is       *plan.Totals
}

// column finds a field with a column that clients read, nil after a mistake.
func (c *compiler) column(option, name string) *schema.Field {
	f := c.res.Type.ByWire(name)
	switch {
	case f != nil && f.Column != "" && !f.Hidden() && !f.IsFile():
		return f
	case c.audience:
	case f == nil:
		c.mistake("Totals: %s: %q names no member of %s%s", option, name, c.res.Type.Go, field.Hint(name, c.res.Type.Wires()))
	default:
		c.mistake("Totals: %s: %q is no column that clients read; name one, or leave it out", option, name)
	}
	return nil
}

// addBy adds a member by which clients group.
func (c *compiler) addBy(name string) {
	f := c.column("By", name)
	switch {
	case f == nil:
	case f == c.res.Type.Key:
		c.mistake("Totals: By: %q differs in all rows; name a member that rows have in common", name)
	case !f.Kind.Compared():
		c.mistake("Totals: By: %q is of the kind %s, by which nothing is grouped; name another member", name, f.Kind.Name)
	case f.ShownBy() != nil && !f.ShownBy().Unique:
		c.mistake("Totals: By: %q shows %q, which several rows may have in common, so that groups would look alike; show a unique field, or name another member", name, f.ShownBy().Wire)
	default:
		member := *f
		member.Own = f.Type
		if f.Null && f.Relation == nil {
			member.Own = reflect.PointerTo(f.Type)
		}
		if f.Relation != nil {
			member.Null = true // of hidden rows
		}
		c.add(&member, &plan.Total{Of: f, Name: f.Wire}, &c.is.By)
	}
}

// addOf adds the totals of a member.
func (c *compiler) addOf(name string) {
	f := c.column("Of", name)
	if f == nil {
		return
	}
	functions := functionsOf(f)
	if functions == nil {
		c.mistake("Totals: Of: %q is %s, which has no totals; name a number, a decimal, a duration, a date, a moment or a time of day without choices", name, f.WithArticle())
	}
	for _, function := range functions {
		wire, places := plan.TotalName(name, function), placesOf(f)
		var member *schema.Field
		switch {
		case function == "min" || function == "max":
			same := *f
			same.Null, same.Own = true, reflect.PointerTo(f.Type)
			member = &same
		case f.Kind.Name == "duration":
			member = c.newMember(wire, reflect.TypeFor[*time.Duration](), "")
		case function == "avg":
			member = c.newMember(wire, reflect.TypeFor[*decimal.Decimal](), digits(places+plan.AveragePlaces))
		case f.Kind.Name == "decimal":
			member = c.newMember(wire, reflect.TypeFor[*decimal.Decimal](), digits(places))
		default:
			if member = c.newMember(wire, reflect.TypeFor[*int64](), ""); f.Kind.Quoted {
				member.Quote()
			}
		}
		member.Wire, member.Label = wire, plan.TotalLabel(f.Label, function)
		c.add(member, &plan.Total{Of: f, Name: f.Wire, Function: function, Places: places}, &c.is.Of)
	}
}

// sumDigits is the largest number of digits of a sum of numbers of 18 digits before the places of an average.
const sumDigits = 40

func digits(places int) reflect.StructTag {
	return reflect.StructTag(fmt.Sprintf(`digits:"%d,%d"`, sumDigits+places, places))
}

// functionsOf returns the functions that both databases compute exactly and alike; nil for none.
func functionsOf(f *schema.Field) []string {
	all := []string{"sum", "avg", "min", "max"}
	exact := []string{"integer", "decimal", "duration"}
	switch {
	case f.Relation != nil || f.Choices != nil:
		return nil
	case slices.Contains(exact, f.Kind.Name) && slices.Contains(f.ColumnIn(field.SQLite).Types, "integer"):
		return all
	case slices.Contains(append(exact, "number", "date", "timestamp", "time of day"), f.Kind.Name):
		return all[2:]
	}
	return nil
}

// placesOf returns the number of places of decimals, 0 for other values.
func placesOf(f *schema.Field) int {
	_, places, _ := strings.Cut(f.Tags["digits"], ",")
	n, _ := strconv.Atoi(places)
	return n
}

// newMember makes a member with a Go type.
func (c *compiler) newMember(name string, of reflect.Type, tag reflect.StructTag) *schema.Field {
	f := structs.NewMember(name, of, tag, c.kinds, func(msg string) { c.mistake("Totals: %q: %s", name, msg) })
	f.Derived = nil
	return f
}

// add adds a member to the groups, if its name is free.
func (c *compiler) add(member *schema.Field, total *plan.Total, to *[]*plan.Total) {
	t := c.is.Type
	if t.ByWire(member.Wire) != nil {
		c.mistake("Totals: groups have two members %q; name each member once, and let clients not group by one with this name", member.Wire)
		return
	}
	member.Index, member.GoIndex, member.ReadOnly = len(t.Fields), nil, true
	t.Fields = append(t.Fields, member)
	t.Show(member)
	total.Member = member
	*to = append(*to, total)
}

// CheckVersion reports names of a version that stand for two members of a group, or for two parameters.
func CheckVersion(p *plan.Plan, v *plan.Version, wrong func(format string, args ...any)) {
	for _, res := range p.Resources {
		c := v.Resource(res)
		for _, o := range c.Operations {
			if o.Totals == nil {
				continue
			}
			members, params := map[string]bool{}, map[string]bool{}
			for _, total := range slices.Concat(o.Totals.By, o.Totals.Of) {
				if name := total.Member.Wire; members[name] {
					wrong("%q: totals of %s have two members %q; rename the member otherwise", v.Name, res.Path, name)
				}
				members[total.Member.Wire] = true
			}
			for _, param := range slices.Concat(plan.Narrowing(c.Params), o.Totals.Params()) {
				if params[param.Name] {
					wrong("%q: totals of %s have two parameters %q; rename the member otherwise", v.Name, res.Path, param.Name)
				}
				params[param.Name] = true
			}
		}
	}
}
