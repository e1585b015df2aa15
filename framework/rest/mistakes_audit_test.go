// Mistakes in the audit log.

package rest_test

import (
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

var auditMistakes = []mistake{
	{"two audits", func() *rest.Set {
		return rest.NewSet("cases", rest.Audit{Path: "/audit/"}, rest.Audit{Path: "/log/"}).Access(permission.Anyone)
	}},
	{"audit kept for less than nothing", func() *rest.Set {
		return rest.NewSet("cases", rest.Audit{Path: "/audit/", Keep: -time.Hour}).Access(permission.Anyone)
	}},
	{"a table of the audit's name", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Table: "audit"}).Access(permission.Anyone)
	}},
}
