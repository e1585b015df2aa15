// Rules by operation, and what is told of a request that a rule refuses, as their words say.

package resttest

import (
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
)

const (
	notFoundWords = " or else 404" // stand behind a rule that refuses as if there were nothing
	invalidWords  = " or else 400" // stand behind the rule of a member that refuses what is sent
)

// What rules by operation call the built-in ones.
const (
	doesCreate = "create"
	doesChange = "change"
	doesDelete = "delete"
)

// allowing are the words of what a rule allows, without those of what it tells.
func allowing(words string) string {
	return strings.TrimSuffix(strings.TrimSuffix(words, notFoundWords), invalidWords)
}

// as is a reading of an operation.
func (r reading) as(doing string) reading {
	r.doing = doing
	return r
}

// partOf is the part of a rule by operation that a request goes by.
func (r reading) partOf(parts []string, safe bool) string {
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

// tells reports whether a rule has a part for an operation alone.
func tells(words, doing string) bool {
	name, parts := split(allowing(words))
	if doing == "" {
		return false
	}
	if name == "by" {
		return slices.ContainsFunc(parts[2:], func(part string) bool { return strings.HasPrefix(part, doing+" ") })
	}
	return slices.ContainsFunc(parts, func(part string) bool { return tells(part, doing) })
}

// does is what a rule says of an operation. One that the rule has a part for is for whoever may read the row.
func (r reading) does(words, doing string, who person, safe bool, of *plan.Resource, row map[string]any) verdict {
	may := r.as(doing).rule(words, who, safe, of, row)
	if tells(words, doing) {
		may = min(may, r.as("").rule(words, who, true, of, row))
	}
	return may
}

// may is what the rule of a resource says of a request to a row, nil for no row in particular.
func (r reading) may(who person, safe bool, of *plan.Resource, row map[string]any) verdict {
	return r.rule(permission.String(of.Access), who, safe, of, row)
}

// writes is what the rule of a resource says of an unsafe built-in operation.
func (r reading) writes(doing string, who person, of *plan.Resource, row map[string]any) verdict {
	return r.does(permission.String(of.Access), doing, who, false, of, row)
}

// runs is what the rules say of an operation to who may enter the resource: nothing of its scopes.
func (r reading) runs(o *plan.Operation, who person, row map[string]any) verdict {
	words, doing := sayOf(o)
	return r.does(words, doing, who, o.Safe(), o.Resource, row)
}

// hides reports whether a request that a rule refuses is answered as if there were nothing: the first part that refuses
// says so, and before it one that may refuse it, where that is not known.
func (r reading) hides(words string, who person, safe bool, of *plan.Resource, row map[string]any) bool {
	if strings.HasSuffix(words, notFoundWords) {
		return true
	}
	name, parts := split(allowing(words))
	switch name {
	case "by":
		return r.hides(r.partOf(parts, safe), who, safe, of, row)
	case "all":
		open := false
		for _, part := range parts {
			switch holds := r.rule(part, who, safe, of, row); {
			case holds == no:
				return !open && r.hides(part, who, safe, of, row)
			case holds == maybe && r.hides(part, who, safe, of, row):
				return true
			}
			open = open || r.rule(part, who, safe, of, row) == maybe
		}
	}
	return false
}

// refusal is the status of a request that a rule refuses.
func (r reading) refusal(words, doing string, who person, safe bool, of *plan.Resource, row map[string]any) int {
	own := r.as(doing)
	if own.rule(words, who, safe, of, row) == yes { // who may do it may not read the row
		own, safe = r.as(""), true
	}
	if own.hides(words, who, safe, of, row) {
		return http.StatusNotFound
	}
	return http.StatusForbidden
}

// doing is what rules by operation call the built-in writes of a method.
func doing(method string) string {
	switch method {
	case http.MethodPost:
		return doesCreate
	case http.MethodPut, http.MethodPatch:
		return doesChange
	case http.MethodDelete:
		return doesDelete
	}
	return ""
}

// sayOf are the words of the rule that an operation goes by, those of its resource where they have a part for it, and
// what they call it.
func sayOf(o *plan.Operation) (words, called string) {
	switch {
	case o.Resource == nil || o.File != nil || o.History || o.Deleted:
		return ruleOf(o), ""
	case o.OfTeam():
		called = o.Name + ":"
	default:
		called = doing(o.Method)
	}
	if words = permission.String(o.Resource.Access); tells(words, called) {
		return words, called
	}
	return ruleOf(o), ""
}

// refusesMember reports whether the rule of a member refuses what it does not let somebody send.
func (r reading) refusesMember(words string) bool {
	if strings.HasSuffix(words, invalidWords) {
		return true
	}
	name, parts := split(words)
	return name == "by" && r.refusesMember(r.partOf(parts, false))
}
