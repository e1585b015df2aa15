// The plans of requesters who may not see or send all members.

package plan

import (
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/schema"
)

// FieldRule says who may read a member of the representations of a resource, and who may write it.
type FieldRule struct {
	Field *schema.Field
	Rule  permission.Rule
}

// MemberRule is the rule of some members as requesters are asked it.
type MemberRule struct {
	Rule           permission.Rule // by which the members are read, and written unless the others say who may
	Create, Change permission.Rule // nil for Rule
}

// fieldRuleWords are the rules of the members of a resource, "" for none.
func (r *Resource) fieldRuleWords() string {
	words := make([]string, len(r.Fields))
	for i, rule := range r.Fields {
		words[i] = rule.Field.Wire + " " + permission.String(rule.Rule)
	}
	return strings.Join(words, "; ")
}

// Audiences are the plans of a set whose members have rules: each requester is answered by the plan that has just the
// members that he may read and write, and none besides. They have the same paths and tables.
type Audiences struct {
	rules   []MemberRule
	compile func(holds Audience) (*Plan, error)
}

// Audience are the rules of members that hold for a requester, a bit for each: to read, to send in a create, and to
// send in a change.
type Audience struct{ reads, creates, changes uint32 }

// MaxFieldRules is how many different rules the members of a set may have.
const MaxFieldRules = 32

// NewAudiences returns the audiences that some rules of requests tell apart, and what compiles the plan of one.
func NewAudiences(rules []MemberRule, compile func(Audience) (*Plan, error)) *Audiences {
	return &Audiences{rules: rules, compile: compile}
}

// Of is the audience to which a requester belongs.
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

// All is the audience that may read and write everything: the plan of the set itself is theirs.
func (a *Audiences) All() Audience {
	all := uint32(1<<len(a.rules) - 1)
	return Audience{all, all, all}
}

// Some are the audiences that may do everything but something with the members of one rule: know of them, send them at all,
// send them in a create, or in a change. The zero Audience is that which may do nothing.
func (a *Audiences) Some() (list []Audience) {
	for i := range a.rules {
		all, but := a.All(), ^uint32(1<<i)
		list = append(list,
			Audience{all.reads & but, all.creates & but, all.changes & but}, Audience{all.reads, all.creates & but, all.changes & but},
			Audience{all.reads, all.creates & but, all.changes}, Audience{all.reads, all.creates, all.changes & but})
	}
	return list
}

// Compile makes the plan of an audience.
func (a *Audiences) Compile(holds Audience) (*Plan, error) { return a.compile(holds) }

// Reads reports whether those of an audience may read a member with a rule.
func (holds Audience) Reads(rule int) bool { return holds.reads&(1<<rule) != 0 }

// Creates reports whether those of an audience may send a member with a rule in a create, and Changes in a change.
func (holds Audience) Creates(rule int) bool { return holds.creates&(1<<rule) != 0 }

// Changes reports whether those of an audience may send a member with a rule in a change.
func (holds Audience) Changes(rule int) bool { return holds.changes&(1<<rule) != 0 }
