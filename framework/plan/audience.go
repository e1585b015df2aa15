// The plans for requesters who may not see or send all members.

package plan

import (
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/schema"
)

// FieldRule determines who may read and write a member of a resource's representations.
type FieldRule struct {
	Field *schema.Field
	Rule  permission.Rule
}

// MemberRule is the rule of some members, applied to requesters.
type MemberRule struct {
	Rule           permission.Rule // for reading the members, and for writing them unless the others are set
	Create, Change permission.Rule // nil for Rule
}

// fieldRuleWords returns the rules of a resource's members, "" for none.
func (r *Resource) fieldRuleWords() string {
	words := make([]string, len(r.Fields))
	for i, rule := range r.Fields {
		words[i] = rule.Field.Wire + " " + permission.String(rule.Rule)
	}
	return strings.Join(words, "; ")
}

// Audiences are the plans of a set whose members have rules: a requester gets the plan with exactly the
// members that the requester may read and write. All plans have the same paths and tables.
type Audiences struct {
	rules   []MemberRule
	compile func(holds Audience) (*Plan, error)
}

// Audience is the set of member rules that hold for a requester, a bit for each: to read, to send in a
// create, and to send in a change.
type Audience struct{ reads, creates, changes uint32 }

// MaxFieldRules is the largest number of different rules of members in a set.
const MaxFieldRules = 32

// ReadBits returns the rules that let the requester read members, as bits.
func (a Audience) ReadBits() uint32 { return a.reads }

// NewAudiences returns the audiences for some rules of requests, with the function that compiles the plan
// of one.
func NewAudiences(rules []MemberRule, compile func(Audience) (*Plan, error)) *Audiences {
	return &Audiences{rules: rules, compile: compile}
}

// Of returns the audience of a requester.
func (a *Audiences) Of(q permission.Request) (holds Audience) {
	safe, unsafe := q, q
	safe.Safe, unsafe.Safe = true, false
	for i, rule := range a.rules {
		holds.reads |= bit(i, permission.Reduce(rule.Rule, safe).IsTrue())
		writes := permission.Reduce(rule.Rule, unsafe).IsTrue()
		creates, changes := writes, writes
		if rule.Create != nil {
			creates = permission.Reduce(rule.Create, unsafe).IsTrue()
		}
		if rule.Change != nil {
			changes = permission.Reduce(rule.Change, unsafe).IsTrue()
		}
		holds.creates |= bit(i, creates)
		holds.changes |= bit(i, changes)
	}
	return holds
}

func bit(i int, is bool) uint32 {
	if is {
		return 1 << i
	}
	return 0
}

// All returns the audience that may read and write everything: its plan is that of the set itself.
func (a *Audiences) All() Audience {
	all := uint32(1<<len(a.rules) - 1)
	return Audience{all, all, all}
}

// Some returns the audiences that lack exactly one permission on the members of one rule: to know of them,
// to send them at all, to send them in a create, or in a change. The zero Audience has no permissions.
func (a *Audiences) Some() (list []Audience) {
	for i := range a.rules {
		all, but := a.All(), ^uint32(1<<i)
		list = append(list,
			Audience{all.reads & but, all.creates & but, all.changes & but}, Audience{all.reads, all.creates & but, all.changes & but},
			Audience{all.reads, all.creates & but, all.changes}, Audience{all.reads, all.creates, all.changes & but})
	}
	return list
}

// Compile compiles the plan of an audience.
func (a *Audiences) Compile(holds Audience) (*Plan, error) { return a.compile(holds) }

// Reads reports whether an audience may read a member with a rule.
func (holds Audience) Reads(rule int) bool { return holds.reads&(1<<rule) != 0 }

// Creates reports whether an audience may send a member with a rule in a create.
func (holds Audience) Creates(rule int) bool { return holds.creates&(1<<rule) != 0 }

// Changes reports whether an audience may send a member with a rule in a change.
func (holds Audience) Changes(rule int) bool { return holds.changes&(1<<rule) != 0 }
