// The option Counters: counters of a team's code.

package compile

import (
	"regexp"
	"strings"

	"example.com/resourceful/framework/rest/internal/sets"
)

// ownMetric matches the names that are reserved for the service.
var ownMetric = regexp.MustCompile(`^(http|db|auth)_`)

// compileCounters compiles the counters of a view set. Their names are those of metrics.
func compileCounters(r *resource) {
	for i, n := range r.declaration.Counters {
		switch {
		case n == nil:
			r.mistake("Counters: number %d is nil; write rest.NewCounter(…)", i+1)
		case !sets.IsRuleName(n.Name()) || n.Name()[0] < 'a' || n.Name()[0] > 'z':
			r.mistake("Counters: %q is not a counter name; write lower-case letters, digits and underscores, a letter first", n.Name())
		case strings.HasSuffix(n.Name(), "_total"):
			r.mistake("Counters: %q ends in _total, which the metric gets anyway; write %q", n.Name(), strings.TrimSuffix(n.Name(), "_total"))
		case strings.TrimSpace(n.Help()) == "":
			r.mistake("Counters: %q has no help; say in a sentence what is counted", n.Name())
		case ownMetric.MatchString(n.Name()):
			r.mistake("Counters: %q begins like the metrics of the service itself; write another name, such as %q", n.Name(), strings.ToLower(r.Name)+"_"+n.Name())
		case r.counted[n.Name()]:
			r.mistake("Counters: %q is taken by another counter; write another name", n.Name())
		default:
			r.counted[n.Name()] = true
			r.Resource.Counters = append(r.Resource.Counters, n)
		}
	}
}
