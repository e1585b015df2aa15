// Mistakes in events.

package rest_test

import (
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

var eventMistakes = []mistake{
	{"events that are not kept, and two calls", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Events: true}).Access(permission.Anyone).
			Events(rest.Events{Keep: -time.Hour}).Events(rest.Events{})
	}},
	{"webhooks without events", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/"}, rest.Webhooks{Path: "/webhooks/"}).Access(permission.Anyone)
	}},
	{"webhooks in two places, and a table of their name", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Table: "webhook_deliveries", Events: true, Actions: rest.ReadOnly}, rest.Webhooks{Path: "/webhooks/"}, rest.Webhooks{Path: "/hooks/"}).Access(permission.Anyone)
	}},
	{"events of nothing", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/"}).Access(permission.Anyone).Events(rest.Events{})
	}},
	{"a table of the events' name", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Table: "events", Events: true}).Access(permission.Anyone)
	}},
	{"events of one table in two view sets", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Events: true}, rest.ViewSet[Plain]{Path: "/more/", Events: true}).Access(permission.Anyone)
	}},
	{"events that nobody can read", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Events: true, Actions: rest.List | rest.Create}).Access(permission.Anyone)
	}},
	{"events under a rule without SQL", func() *rest.Set {
		odd := permission.RowFunc("odd ones", func(permission.Request, any) bool { return true })
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Events: true, Actions: rest.Retrieve | rest.Create, Access: odd})
	}},
}
