// Mistakes in rules about members.

package rest_test

import (
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Wage has members of all sorts that rules may be about.
type Wage struct {
	ID      int64                     `rest:"id,readonly"`
	Code    string                    `rest:"code,unique" validate:"max=20"`
	Amount  int64                     `rest:"amount"`
	Text    string                    `rest:"text,search=@" default:""`
	Version int64                     `rest:"version,version"`
	Changed time.Time                 `rest:"changed,readonly" default:"now"`
	Worker  rest.BelongsTo[auth.User] `rest:"worker,readonly"`
}

// Payslip shows its wage by the code.
type Payslip struct {
	ID   int64                `rest:"id,readonly"`
	Wage rest.BelongsTo[Wage] `rest:"wage,show=code"`
}

// fieldRules is a set with rules of the members of a wage.
func fieldRulesOf(rules rest.FieldRules, more ...rest.Resource) func() *rest.Set {
	return func() *rest.Set {
		wages := rest.ViewSet[Wage]{
			Path: "/wages/", Fields: rules, Order: []string{"-changed"}, LastModified: "changed", Owner: rest.Field(func(w *Wage) *rest.BelongsTo[auth.User] { return &w.Worker }),
			Indexes: []rest.Index{{Fields: []string{"worker", "amount"}, Unique: true}},
		}
		return rest.NewSet("cases", append([]rest.Resource{wages}, more...)...).Access(permission.SignedIn)
	}
}

var fieldRuleMistakes = []mistake{
	{"rule of no field", fieldRulesOf(rest.FieldRules{"amuont": permission.Admin})},
	{"no rule", fieldRulesOf(rest.FieldRules{"code": nil})},
	{"rule of rows", fieldRulesOf(rest.FieldRules{"code": permission.Owner})},
	{"rule of rows that are written", fieldRulesOf(rest.FieldRules{"code": permission.By{Read: permission.Admin, Write: permission.Is("amount", 1)}})},
	{"rule for reading alone", fieldRulesOf(rest.FieldRules{"code": permission.By{Read: permission.Admin}})},
	{"rule of the key", fieldRulesOf(rest.FieldRules{"id": permission.Admin})},
	{"rule of the version", fieldRulesOf(rest.FieldRules{"version": permission.Admin})},
	{"rule of the order", fieldRulesOf(rest.FieldRules{"changed": permission.Admin})},
	{"rule of a full text", fieldRulesOf(rest.FieldRules{"text": permission.Admin})},
	{"rule of what is unique together", fieldRulesOf(rest.FieldRules{"amount": permission.Admin})},
	{"rule of what shows rows", fieldRulesOf(rest.FieldRules{"code": permission.Admin}, rest.ViewSet[Payslip]{Path: "/payslips/"})},
	{"404 of a member", fieldRulesOf(rest.FieldRules{"code": permission.OrNotFound(permission.Admin)})},
	{"400 of who reads", fieldRulesOf(rest.FieldRules{"code": permission.By{Read: permission.OrInvalid(permission.Admin), Write: permission.Admin}})},
	{"reason of a member", fieldRulesOf(rest.FieldRules{"code": permission.Because("It is a secret.", permission.Admin)})},
	{"deletion of a member", fieldRulesOf(rest.FieldRules{"code": permission.By{Read: permission.Admin, Write: permission.Admin, Delete: permission.Admin}})},
	{"rows of a member that is created", fieldRulesOf(rest.FieldRules{"code": permission.By{Read: permission.Admin, Write: permission.Admin, Create: permission.Owner}})},
	{"rule of a member that excludes itself", fieldRulesOf(rest.FieldRules{"code": permission.All(permission.Admin, permission.Not(permission.SignedIn))})},
	{"writing what is read-only", fieldRulesOf(rest.FieldRules{"worker": permission.By{Read: permission.Admin, Write: permission.Admin}})},
	{"reading what is write-only", func() *rest.Set {
		type Hatchway struct {
			ID  int64  `rest:"id,readonly"`
			Pin string `rest:"pin,writeonly"`
		}
		return rest.NewSet("cases", rest.ViewSet[Hatchway]{Path: "/hatchways/", Fields: rest.FieldRules{"pin": permission.By{Read: permission.Admin, Write: permission.Admin}}}).Access(permission.SignedIn)
	}},
	{"two rules of one column", fieldRulesOf(rest.FieldRules{"code": permission.Admin}, rest.ViewSet[Wage]{
		Path: "/all-wages/", Actions: rest.ReadOnly, Fields: rest.FieldRules{"code": permission.Nobody},
	})},
}
