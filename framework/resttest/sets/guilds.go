// Guilds: references that lead only to some rows.

package sets

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

type (
	// craftGuild has members, and only they are chosen for its errands.
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

// CraftGuilds are rows whose references lead only to some rows.
func CraftGuilds() *rest.Set {
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
