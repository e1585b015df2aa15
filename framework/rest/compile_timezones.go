// The time zones of a set.

package rest

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/plan"
)

// compileTimeZones loads the zones; nil where requests name none.
func (c *compiler) compileTimeZones() *plan.TimeZones {
	if len(c.set.timeZones) == 0 {
		return nil
	}
	declared := c.set.timeZones[0]
	wrong := func(at caller, format string, args ...any) {
		c.report("", "", at, fmt.Sprintf("TimeZones: "+format, args...))
	}
	for _, again := range c.set.timeZones[1:] {
		wrong(again.at, "they were declared before, at %s; declare them once", c.finder.call(declared.at))
	}
	name := strings.TrimPrefix(declared.Param, "_")
	if declared.Param != "" && (name == declared.Param || !isRuleName(name) || plan.IsPageParam(declared.Param)) {
		wrong(declared.at, "the parameter is %q; write a name that begins with _ and is none of the pages, such as \"_timezone\"", declared.Param)
	}
	zones, err := plan.LoadTimeZones()
	if err != nil {
		wrong(declared.at, "no time zone is known here: %v; import _ \"time/tzdata\" where the machine has no such database", err)
		return nil
	}
	zones.Param = declared.Param
	if declared.Account != nil {
		zones.Account = func(call plan.Call) (string, error) { return declared.Account(&Call{call}) }
	}
	return zones
}
