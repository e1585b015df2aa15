// The time zones of a set.

package sets

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/source"
)

// CompileTimeZones loads the zones; nil if requests name none.
func CompileTimeZones(reporter *Reporter, p *plan.Plan) {
	if len(reporter.Set.TimeZones) == 0 {
		return
	}
	first := reporter.Set.TimeZones[0]
	declared := first.Values[0]
	wrong := func(at source.Caller, format string, args ...any) {
		reporter.Report("", "", at, fmt.Sprintf("TimeZones: "+format, args...))
	}
	for _, again := range reporter.Set.TimeZones[1:] {
		wrong(again.At, "they were declared before, at %s; declare them once", reporter.Finder.At(first.At))
	}
	name := strings.TrimPrefix(declared.Param, "_")
	if declared.Param != "" && (name == declared.Param || !IsRuleName(name) || plan.IsPageParam(declared.Param)) {
		wrong(first.At, "the parameter is %q; write a name that begins with _ and is none of the pages, such as \"_timezone\"", declared.Param)
	}
	zones, err := plan.LoadTimeZones()
	if err != nil {
		wrong(first.At, "no time zone is known here: %v; import _ \"time/tzdata\" where the machine has no such database", err)
		return
	}
	zones.Param, zones.Account = declared.Param, declared.Account
	p.TimeZones = zones
}
