// Rules by operation, and the refusals that their words choose.

package rules

import (
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
)

const (
	NotFoundWords = " or else 404" // stand behind a rule that refuses as if there were nothing
	invalidWords  = " or else 400" // stand behind the rule of a member that refuses a sent value
)

// The names of the built-in operations in rules by operation.
const (
	DoesCreate = "create"
	DoesChange = "change"
	doesDelete = "delete"
)

// allowing returns the words of a rule's permission, without those of its refusal.
func allowing(words string) string {
	return strings.TrimSuffix(strings.TrimSuffix(words, NotFoundWords), invalidWords)
}

// As is a reading of an operation.
func (r Reading) As(doing string) Reading {
	r.doing = doing
	return r
}

// partOf returns the part of a rule by operation that applies to a request.
func (r Reading) partOf(parts []string, safe bool) string {
	for _, part := range parts[2:] {
		if own, is := strings.CutPrefix(part, r.doing+" "); is && r.doing != "" {
			return own
		}
	}
	if safe {
		return strings.TrimPrefix(parts[0], "read ")
	}
	return strings.TrimPrefix(parts[1], "write ")
}

// tells reports whether a rule has a part for just one operation.
func tells(words, doing string) bool {
	name, parts := Split(allowing(words))
	if doing == "" {
		return false
	}
	if name == "by" {
		return slices.ContainsFunc(parts[2:], func(part string) bool { return strings.HasPrefix(part, doing+" ") })
	}
	return slices.ContainsFunc(parts, func(part string) bool { return tells(part, doing) })
}

// Does returns a rule's verdict on an operation. An operation with a separate part in the rule is for
// persons who may read the row.
func (r Reading) Does(words, doing string, who Person, safe bool, of *plan.Resource, row map[string]any) Verdict {
	may := r.As(doing).Rule(words, who, safe, of, row)
	if tells(words, doing) {
		may = min(may, r.As("").Rule(words, who, true, of, row))
	}
	return may
}

// May returns the verdict of a resource's rule on a request for a row, nil for no row in particular.
func (r Reading) May(who Person, safe bool, of *plan.Resource, row map[string]any) Verdict {
	return r.Rule(permission.String(of.Access), who, safe, of, row)
}

// Writes returns the verdict of a resource's rule on an unsafe built-in operation.
func (r Reading) Writes(doing string, who Person, of *plan.Resource, row map[string]any) Verdict {
	return r.Does(permission.String(of.Access), doing, who, false, of, row)
}

// Runs returns the rules' verdict on an operation for a person who may enter the resource, without its
// scopes.
func (r Reading) Runs(o *plan.Operation, who Person, row map[string]any) Verdict {
	words, doing := SayOf(o)
	return r.Does(words, doing, who, o.Safe(), o.Resource, row)
}

// hides reports whether a request that a rule refuses gets the response for a missing row: the first part
// that refuses states so, or a preceding one may refuse it and is undetermined.
func (r Reading) hides(words string, who Person, safe bool, of *plan.Resource, row map[string]any) bool {
	if strings.HasSuffix(words, NotFoundWords) {
		return true
	}
	name, parts := Split(allowing(words))
	switch name {
	case "by":
		return r.hides(r.partOf(parts, safe), who, safe, of, row)
	case "all":
		open := false
		for _, part := range parts {
			switch holds := r.Rule(part, who, safe, of, row); {
			case holds == No:
				return !open && r.hides(part, who, safe, of, row)
			case holds == Maybe && r.hides(part, who, safe, of, row):
				return true
			}
			open = open || r.Rule(part, who, safe, of, row) == Maybe
		}
	}
	return false
}

// Refusal returns the status of a request that a rule refuses.
func (r Reading) Refusal(words, doing string, who Person, safe bool, of *plan.Resource, row map[string]any) int {
	own := r.As(doing)
	if own.Rule(words, who, safe, of, row) == Yes { // a person who may do it may not read the row
		own, safe = r.As(""), true
	}
	if own.hides(words, who, safe, of, row) {
		return http.StatusNotFound
	}
	return http.StatusForbidden
}

// Doing returns the name of a method's built-in writes in rules by operation.
func Doing(method string) string {
	switch method {
	case http.MethodPost:
		return DoesCreate
	case http.MethodPut, http.MethodPatch:
		return DoesChange
	case http.MethodDelete:
		return doesDelete
	}
	return ""
}

// SayOf returns the words of an operation's rule, those of its resource if they have a part for it, and the
// operation's name in them.
func SayOf(o *plan.Operation) (words, called string) {
	switch {
	case o.Resource == nil || o.File != nil || o.History || o.Deleted:
		return RuleOf(o), ""
	case o.OfTeam():
		called = o.Name + ":"
	default:
		called = Doing(o.Method)
	}
	if words = permission.String(o.Resource.Access); tells(words, called) {
		return words, called
	}
	return RuleOf(o), ""
}

// RefusesMember reports whether the rule of a member refuses what it does not let somebody send.
func (r Reading) RefusesMember(words string) bool {
	if strings.HasSuffix(words, invalidWords) {
		return true
	}
	name, parts := Split(words)
	return name == "by" && r.RefusesMember(r.partOf(parts, false))
}

// RuleOf returns the words of an operation's rule.
func RuleOf(o *plan.Operation) string {
	if o.Access == nil && o.Resource != nil {
		return permission.String(o.Resource.Access)
	}
	return permission.String(o.Access)
}

// Reads returns whether the requester may read a row by a resource, and the rows above it.
func (r Reading) Reads(who Person, of *plan.Resource, row map[string]any) Verdict {
	lowest := r.May(who, true, of, row)
	if of.Singleton {
		own := r.OwnOf(who, of)
		lowest = min(lowest, Sure(own != nil && own[of.Type.Key.Column] == row[of.Type.Key.Column]))
	}
	if of.Parent == nil {
		return lowest
	}
	above := of.Parent.Resource
	for _, other := range r.Rows[above.Type.Table] {
		if other[above.Type.Key.Column] == row[of.Parent.Field.Column] {
			return min(lowest, r.Reads(who, above, other))
		}
	}
	return No
}
