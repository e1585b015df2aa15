package served_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type (
	// craftGuild has members, who alone are chosen for its errands.
	craftGuild struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name,unique" validate:"max=100"`
	}
	guildMember struct {
		ID    int64                      `rest:"id,readonly"`
		Guild rest.BelongsTo[craftGuild] `rest:"guild"`
		Who   rest.BelongsTo[guildFolk]  `rest:"who,show=username"`
	}
	// guildFolk are the accounts, with the guilds that they are in.
	guildFolk struct {
		ID       int64                     `rest:"id,readonly"`
		Username string                    `rest:"username,unique" validate:"max=100"`
		Guilds   rest.HasMany[guildMember] `rest:"guilds,readonly,by=who"`
	}
	guildBadge struct {
		ID    int64                      `rest:"id,readonly"`
		Guild rest.BelongsTo[craftGuild] `rest:"guild"`
		Name  string                     `rest:"name"`
	}
	errandOf struct {
		ID     int64                       `rest:"id,readonly"`
		Guild  rest.BelongsTo[craftGuild]  `rest:"guild,show=name"`
		Name   string                      `rest:"name"`
		State  string                      `rest:"state" default:"open" validate:"oneof=open closed"`
		Above  rest.BelongsTo[errandOf]    `rest:"above,optional,ondelete=null"`
		Badges rest.ManyToMany[guildBadge] `rest:"badges,optional"`
		Doer   rest.BelongsTo[guildFolk]   `rest:"doer,optional,show=username,ondelete=null"`
	}
)

func craftGuilds() *rest.Set {
	inGuild := predicate.Eq("guild", predicate.OuterRef("guild"))
	return rest.NewSet("guilds",
		rest.ViewSet[craftGuild]{Path: "/guilds/"},
		rest.ViewSet[guildMember]{Path: "/members/"},
		rest.ViewSet[guildFolk]{Path: "/folk/", Table: "users", Actions: rest.ReadOnly},
		rest.ViewSet[guildBadge]{Path: "/badges/"},
		rest.ViewSet[errandOf]{
			Path: "/errands/", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify},
			LimitChoices: []rest.LimitChoices{
				{Field: "above", To: predicate.And(inGuild, predicate.Ne("state", "closed"))},
				{Field: "badges", To: inGuild, Message: "Of another guild."},
				{Field: "doer", To: predicate.Exists("guilds", inGuild)},
			},
		},
	).Access(permission.Anyone)
}

// filledGuilds are the guilds a and b, of which alice is in the first, with a badge each; errands 1 and 2 of a, and 3 of b.
func filledGuilds(t *testing.T, address string, options database.Options) *server.Server {
	t.Helper()
	s := server.New(t, server.Config{Set: craftGuilds, Pages: pages(t), Store: options}, address)
	for _, line := range []string{
		`/guilds/ {"name":"a"}`, `/guilds/ {"name":"b"}`, `/members/ {"guild":1,"who":"alice"}`, `/badges/ {"guild":1,"name":"x"}`, `/badges/ {"guild":2,"name":"y"}`,
		`/errands/ {"guild":"a","name":"first"}`, `/errands/ {"guild":"a","name":"second","above":1,"badges":[1],"doer":"alice"}`, `/errands/ {"guild":"b","name":"third"}`,
	} {
		path, body, _ := strings.Cut(line, " ")
		must(t, s, "POST", path, "", body)
	}
	return s
}

// The form of a record offers what its references may lead to.
func TestLimitedChoicesOffered(t *testing.T) {
	s := filledGuilds(t, t.TempDir()+"/test.sqlite", database.Options{})
	must(t, s, "POST", "/errands/", "", `{"guild":"a","name":"done","state":"closed"}`)
	page := sendAs(s, "admin", "GET", "/errands/2/", "", "Accept", "text/html").Body.String()
	_, form, _ := strings.Cut(page, `name="above"`)
	form, _, _ = strings.Cut(form, "</form>")
	for text, want := range map[string]bool{">first<": true, ">third<": false, ">done<": false, ">x<": true, ">y<": false, ">alice<": true, ">bob<": false} {
		if strings.Contains(form, text) != want {
			t.Errorf("the form offers %s: %t, want %t", text, !want, want)
		}
	}
}
