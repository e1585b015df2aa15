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
	rules   []permission.Rule
	compile func(holds Audience) (*Plan, error)
}

// Audience are the rules of members that hold for a requester: two bits for each, to read and to write.
type Audience uint64

// MaxFieldRules is how many different rules the members of a set may have.
const MaxFieldRules = 32

// NewAudiences returns the audiences that some rules of requests tell apart, and what compiles the plan of one.
func NewAudiences(rules []permission.Rule, compile func(Audience) (*Plan, error)) *Audiences {
	return &Audiences{rules: rules, compile: compile}
}

// Of is the audience to which a requester belongs.
func (a *Audiences) Of(q permission.Request) Audience {
	var holds Audience
	for i, rule := range a.rules {
		if q.Safe = true; permission.Reduce(rule, q).IsTrue() {
			holds |= 1 << (2 * i)
		}
		if q.Safe = false; permission.Reduce(rule, q).IsTrue() {
			holds |= 2 << (2 * i)
		}
	}
	return holds
}

// All is the audience that may read and write everything: the plan of the set itself is theirs.
func (a *Audiences) All() Audience { return 1<<(2*len(a.rules)) - 1 }

// Compile makes the plan of an audience.
func (a *Audiences) Compile(holds Audience) (*Plan, error) { return a.compile(holds) }

// Reads reports whether those of an audience may read a member with a rule.
func (holds Audience) Reads(rule int) bool { return holds&(1<<(2*rule)) != 0 }

// Writes reports whether those of an audience may write a member with a rule.
func (holds Audience) Writes(rule int) bool { return holds&(2<<(2*rule)) != 0 }
