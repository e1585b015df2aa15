package rest_test

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Structs of actions, and rows that are below others or belong to their requester.
type (
	Reason struct {
		Text string `rest:"text,optional" validate:"max=500"`
	}
	Total struct {
		Count int64 `rest:"count"`
	}
	Unsent struct {
		Text string `rest:"text,readonly"`
	}
	Unseen struct {
		Text string `rest:"-"`
	}
	Related struct {
		Team rest.BelongsTo[Team] `rest:"team"`
	}
	Stored struct {
		Code string `rest:"code,unique" validate:"max=100"`
		Name string `rest:"name" db:"full_name"`
		Link string `rest:"link,link"`
	}
	Remark struct {
		ID    int64                 `rest:"id,readonly"`
		Plain rest.BelongsTo[Plain] `rest:"plain,readonly"`
		Other rest.BelongsTo[Other] `rest:"other,readonly,optional"`
		Text  string                `rest:"text"`
	}
	Chosen struct {
		ID    int64                 `rest:"id,readonly"`
		Plain rest.BelongsTo[Plain] `rest:"plain"`
	}
	Addressed struct {
		ID    int64                 `rest:"url,readonly,link" db:"id"`
		Plain rest.BelongsTo[Plain] `rest:"plain,readonly"`
		Text  string                `rest:"text"`
	}
	Profile struct {
		ID   int64                     `rest:"id,readonly"`
		User rest.BelongsTo[auth.User] `rest:"user,readonly,unique"`
		Bio  string                    `rest:"bio,optional"`
	}
	Profiles struct {
		ID   int64                     `rest:"id,readonly"`
		User rest.BelongsTo[auth.User] `rest:"user,readonly"`
		Bio  string                    `rest:"bio,optional"`
	}
)

func nothing(*rest.Call, rest.None) (rest.None, error)         { return rest.None{}, nil }
func count(*rest.Call, rest.None) (Total, error)               { return Total{}, nil }
func closed(_ *rest.Call, p *Plain, _ Reason) (*Plain, error)  { return p, nil }
func taking[In any](*rest.Call, In) (Total, error)             { return Total{}, nil }
func giving[Out any](*rest.Call, rest.None) (out Out, _ error) { return out, nil }

func withActions(actions ...rest.Action) *rest.Set {
	return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: permission.Anyone, Extra: actions})
}

func nested(remarks rest.Resource) *rest.Set {
	return listing(rest.ViewSet[Plain]{Path: "/notes/"}, rest.ViewSet[Other]{Path: "/others/"}, remarks)
}

func single(v rest.ViewSet[Profile]) *rest.Set {
	v.Singleton = true
	v.Owner = rest.Field(func(p *Profile) *rest.BelongsTo[auth.User] { return &p.User })
	return listing(v)
}

var actionMistakes = []mistake{
	{"action without anything", func() *rest.Set { return withActions(rest.Action{}) }},
	{"action without a name", func() *rest.Set { return withActions(rest.OnRecord("", closed)) }},
	{"name that is no segment", func() *rest.Set { return withActions(rest.OnRecord("Close it", closed)) }},
	{"name that is no segment, and input that is no struct", func() *rest.Set {
		return withActions(rest.OnList("Add it", taking[string]))
	}},
	{"place that is no segment", func() *rest.Set { return withActions(rest.OnRecord("close", closed, rest.At("a/b"))) }},
	{"place that is the name", func() *rest.Set { return withActions(rest.OnRecord("close", closed, rest.At("close"))) }},
	{"two actions of one name", func() *rest.Set {
		return withActions(rest.OnRecord("close", closed), rest.OnList("close", count, rest.GET))
	}},
	{"action called like a built-in operation", func() *rest.Set { return withActions(rest.OnRecord("replace", closed)) }},
	{"two actions of one path and method", func() *rest.Set {
		return withActions(rest.OnRecord("close", closed), rest.OnRecord("end", closed, rest.At("close")))
	}},
	{"card of an action", func() *rest.Set { return withActions(rest.OnList("count", count, rest.GET, rest.Card())) }},
	{"no function", func() *rest.Set { return withActions(rest.OnRecord[Plain, Reason, *Plain]("close", nil)) }},
	{"function of another row", func() *rest.Set {
		return withActions(rest.OnRecord("close", func(*rest.Call, *Other, rest.None) (rest.None, error) { return rest.None{}, nil }))
	}},
	{"input that is no struct", func() *rest.Set { return withActions(rest.OnList("add", taking[string])) }},
	{"input that is a pointer", func() *rest.Set { return withActions(rest.OnList("add", taking[*Reason])) }},
	{"input with a key", func() *rest.Set { return withActions(rest.OnList("add", taking[Plain])) }},
	{"input that nobody sends", func() *rest.Set { return withActions(rest.OnList("add", taking[Unsent])) }},
	{"input with a relation", func() *rest.Set { return withActions(rest.OnList("add", taking[Related])) }},
	{"input with words of columns", func() *rest.Set { return withActions(rest.OnList("add", taking[Stored])) }},
	{"get with input", func() *rest.Set { return withActions(rest.OnList("find", taking[Reason], rest.GET)) }},
	{"get without output", func() *rest.Set { return withActions(rest.OnList("find", nothing, rest.GET)) }},
	{"output that is no struct", func() *rest.Set { return withActions(rest.OnList("sum", giving[map[string]int], rest.GET)) }},
	{"output of texts", func() *rest.Set { return withActions(rest.OnList("sum", giving[[]string], rest.GET)) }},
	{"output that shows nothing", func() *rest.Set { return withActions(rest.OnList("sum", giving[Unseen], rest.GET)) }},
	{"output of rows that are not served", func() *rest.Set { return withActions(rest.OnList("who", giving[*auth.User], rest.GET)) }},
	{"two methods", func() *rest.Set { return withActions(rest.OnRecord("close", closed, rest.POST, rest.PUT)) }},
	{"unknown method", func() *rest.Set { return withActions(rest.OnRecord("close", closed, rest.Method("CLOSE"))) }},
	{"status of a refusal", func() *rest.Set { return withActions(rest.OnRecord("close", closed, rest.Status(409))) }},
	{"status without a body", func() *rest.Set { return withActions(rest.OnRecord("close", closed, rest.Status(204))) }},
	{"rule that is nil", func() *rest.Set { return withActions(rest.OnRecord("close", closed, rest.Allow(nil))) }},
	{"rule about an unknown field", func() *rest.Set {
		return withActions(rest.OnRecord("close", closed, rest.Allow(permission.Is("open", true))))
	}},
	{"rule about an owner that there is not", func() *rest.Set { return withActions(rest.OnRecord("close", closed, rest.Allow(permission.Owner))) }},
	{"rule about rows of an action on a list", func() *rest.Set {
		return withActions(rest.OnList("add", taking[Reason], rest.Allow(permission.Is("title", "open"))))
	}},
	{"rule in Go about rows of an action on a list", func() *rest.Set {
		never := permission.RowFunc("never", func(permission.Request, any) bool { return false })
		return withActions(rest.OnList("count", count, rest.GET, rest.Allow(permission.Any(permission.Admin, never))))
	}},
	{"rule of the resource about written rows above an action on a list", func() *rest.Set {
		writes := permission.By{Read: permission.Anyone, Write: permission.Is("title", "open")}
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: writes, Extra: []rest.Action{
			rest.OnList("count", count, rest.GET), rest.OnList("add", taking[Reason]),
		}})
	}},
	{"sublist with a method", func() *rest.Set { return withActions(rest.Sublist("all", permission.Anyone, rest.GET)) }},
	{"sublist with a rule that has no SQL form", func() *rest.Set {
		return withActions(rest.Sublist("lucky", permission.RowFunc("lucky", func(permission.Request, any) bool { return true })))
	}},
	{"sublist with a status", func() *rest.Set { return withActions(rest.Sublist("all", permission.Anyone, rest.Status(202))) }},
	{"sublist below a rule that has no SQL form", func() *rest.Set {
		lucky := permission.RowFunc("lucky", func(permission.Request, any) bool { return true })
		return rest.NewSet("cases", rest.ViewSet[Plain]{
			Path: "/notes/", Actions: rest.Retrieve, Access: lucky,
			Extra: []rest.Action{rest.Sublist("open", permission.Is("title", "open"))},
		})
	}},
	{"endpoint without a path", func() *rest.Set { return listing(rest.Endpoint("ping", count, rest.GET)) }},
	{"endpoint of the framework", func() *rest.Set { return listing(rest.Endpoint("/api-auth/ping/", count, rest.GET)) }},
	{"GET without a transaction", func() *rest.Set { return listing(rest.Endpoint("/ping/", count, rest.GET, rest.NonAtomic())) }},
	{"endpoint in no format", func() *rest.Set { return listing(rest.Endpoint("/ping/", count, rest.GET, rest.RenderedAs())) }},
	{"endpoint in an unknown format", func() *rest.Set { return listing(rest.Endpoint("/ping/", count, rest.GET, rest.RenderedAs("xml"))) }},
	{"action with words of endpoints", func() *rest.Set {
		return listing(rest.ViewSet[Plain]{Path: "/notes/", Extra: []rest.Action{
			rest.OnList("one", count, rest.NonAtomic()), rest.OnList("two", count, rest.RenderedAs("json")), rest.OnList("three", count, rest.Requesting(rest.Lenient())),
		}})
	}},
	{"endpoint with a parameter", func() *rest.Set { return listing(rest.Endpoint("/ping/{host}/", count, rest.GET)) }},
	{"endpoint with a place", func() *rest.Set { return listing(rest.Endpoint("/ping/", count, rest.GET, rest.At("pong"))) }},
	{"endpoint without a rule", func() *rest.Set {
		return rest.NewSet("cases", rest.Endpoint("/ping/", count, rest.GET))
	}},
	{"endpoint with a rule about rows", func() *rest.Set {
		return listing(rest.Endpoint("/ping/", count, rest.GET, rest.Allow(permission.Is("open", true))))
	}},
	{"endpoint with a rule about rows along relations", func() *rest.Set {
		return listing(rest.Endpoint("/ping/", count, rest.GET, rest.Allow(permission.Me("team.members"))))
	}},
	{"two endpoints of one path and method", func() *rest.Set {
		return listing(
			rest.Endpoint("/ping/", count, rest.GET),
			rest.Endpoint("/ping/", giving[*Total], rest.GET),
		)
	}},
	{"endpoint in the place of a list", func() *rest.Set {
		return listing(rest.ViewSet[Plain]{Path: "/notes/"}, rest.Endpoint("/notes/", count, rest.GET))
	}},
	{"path that names no reference", func() *rest.Set { return nested(rest.ViewSet[Remark]{Path: "/notes/{note}/remarks/"}) }},
	{"path that refers to other records", func() *rest.Set { return nested(rest.ViewSet[Remark]{Path: "/notes/{other}/remarks/"}) }},
	{"path below no records", func() *rest.Set { return nested(rest.ViewSet[Remark]{Path: "/pages/{plain}/remarks/"}) }},
	{"path with two parameters", func() *rest.Set { return nested(rest.ViewSet[Remark]{Path: "/notes/{plain}/{other}/remarks/"}) }},
	{"path that ends in a parameter", func() *rest.Set { return nested(rest.ViewSet[Remark]{Path: "/notes/{plain}/"}) }},
	{"parent that clients choose", func() *rest.Set { return nested(rest.ViewSet[Chosen]{Path: "/notes/{plain}/chosen/"}) }},
	{"parents that nobody reads", func() *rest.Set {
		return listing(
			rest.ViewSet[Plain]{Path: "/notes/", Actions: rest.List},
			rest.ViewSet[Remark]{Path: "/notes/{plain}/remarks/"},
		)
	}},
	{"address of a record below another", func() *rest.Set {
		return nested(rest.ViewSet[Addressed]{Path: "/notes/{plain}/remarks/"})
	}},
	{"path of records that is none", func() *rest.Set { return listing(rest.ViewSet[Plain]{Path: "/notes/", RecordPath: "note"}) }},
	{"path of records with a parameter", func() *rest.Set {
		return nested(rest.ViewSet[Remark]{Path: "/notes/{plain}/remarks/", RecordPath: "/of/{plain}/remarks/"})
	}},
	{"path of records that is the path", func() *rest.Set {
		return listing(rest.ViewSet[Plain]{Path: "/notes/", RecordPath: "/notes/"})
	}},
	{"singleton without an owner", func() *rest.Set { return listing(rest.ViewSet[Plain]{Path: "/me/", Singleton: true}) }},
	{"singleton whose owner may have several", func() *rest.Set {
		return listing(rest.ViewSet[Profiles]{
			Path: "/me/", Singleton: true,
			Owner: rest.Field(func(p *Profiles) *rest.BelongsTo[auth.User] { return &p.User }),
		})
	}},
	{"singleton with a list", func() *rest.Set { return single(rest.ViewSet[Profile]{Path: "/me/", Actions: rest.ReadOnly}) }},
	{"singleton with pages", func() *rest.Set {
		return single(rest.ViewSet[Profile]{Path: "/me/", Pages: rest.PageNumber{Size: 10}})
	}},
	{"singleton with a path of records", func() *rest.Set {
		return single(rest.ViewSet[Profile]{Path: "/me/", RecordPath: "/profiles/"})
	}},
	{"singleton with a lookup", func() *rest.Set {
		return single(rest.ViewSet[Profile]{Path: "/me/", Lookup: "bio"})
	}},
	{"singleton with a pattern of lookups", func() *rest.Set {
		return single(rest.ViewSet[Profile]{Path: "/me/", LookupPattern: "[0-9]+"})
	}},
	{"singleton below a record", func() *rest.Set { return single(rest.ViewSet[Profile]{Path: "/users/{user}/profile/"}) }},
	{"singleton with an action on its list", func() *rest.Set {
		return single(rest.ViewSet[Profile]{Path: "/me/", Extra: []rest.Action{rest.OnList("count", count, rest.GET)}})
	}},
}
