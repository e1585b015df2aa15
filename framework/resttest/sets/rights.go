// The world of rights: rules along relations, of groups, of single rows, and of accounts.

package sets

import (
	"slices"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/resources/directory"
)

// Rights is the world of rights: accounts that not everybody sees, singletons of accounts, and rows that hide others.
func Rights() *rest.Set {
	resources := slices.Concat(
		dutiesRows(), shelvesRows(),
	)
	return rest.NewSet("rights", resources...).Access(permission.Anyone)
}

type (
	// AccountBook is written by those whom the database says so, and its total is for one group.
	AccountBook struct {
		ID    int64  `rest:"id,readonly"`
		Name  string `rest:"name"`
		Total int64  `rest:"total,filter" default:"7"`
	}
	// editedDesk has seats, of which some write.
	editedDesk struct {
		ID    int64                  `rest:"id,readonly"`
		Name  string                 `rest:"name"`
		Seats rest.HasMany[deskSeat] `rest:"seats,readonly"`
	}
	deskSeat struct {
		ID   int64                      `rest:"id,readonly"`
		Desk rest.BelongsTo[editedDesk] `rest:"desk"`
		User rest.BelongsTo[auth.User]  `rest:"user,show=username"`
		Role string                     `rest:"role"`
	}
)

// AccountBooks has books and desks under permissions and groups that the database gives.
func AccountBooks() *rest.Set {
	return rest.NewSet("ledgers",
		rest.ViewSet[AccountBook]{
			Path: "/ledgers/", Name: "ledger", Access: permission.ModelPermissions("ledger"), Order: []string{"id"},
			Fields: rest.FieldRules{"total": permission.By{Read: permission.Group("hr", "audit"), Write: permission.Nobody}},
		},
		rest.ViewSet[editedDesk]{Path: "/desks/", Access: permission.By{
			Read: permission.Anyone, Write: permission.Along("seats", permission.Me("user"), permission.Is("role", "editor")), Create: permission.Admin,
		}},
		rest.ViewSet[deskSeat]{Path: "/seats/"},
	).Access(permission.By{Read: permission.Anyone, Write: permission.Admin})
}

type (
	// SharedPaper is seen and changed by those who have been granted that, row by row.
	SharedPaper struct {
		ID          int64                                         `rest:"id,readonly"`
		Title       string                                        `rest:"title,filter,search,sort" validate:"max=100"`
		Permissions rest.HasMany[rest.RowPermission[SharedPaper]] `rest:"-"`
	}
	// paperNote is seen by whoever may view the paper.
	paperNote struct {
		ID    int64                       `rest:"id,readonly"`
		Paper rest.BelongsTo[SharedPaper] `rest:"paper,ondelete=cascade"`
		Text  string                      `rest:"text" validate:"max=100"`
	}
)

// SharedPapers has papers with permissions of single rows.
func SharedPapers() *rest.Set {
	return rest.NewSet("papers",
		rest.ViewSet[SharedPaper]{Path: "/papers/", Name: "paper", Order: []string{"id"}, Access: permission.By{
			Read:   permission.RowPermission("view_paper", "change_paper"),
			Write:  permission.RowPermission("change_paper"),
			Create: permission.Admin, Delete: permission.All(permission.SignedIn, permission.RowPermission("delete_paper")),
		}, Pages: rest.PageNumber{Size: 10}},
		rest.ViewSet[paperNote]{Path: "/notes/", Order: []string{"id"}, Access: permission.Any(permission.Admin,
			permission.Along("paper", permission.RowPermission("view_paper")))},
		rest.RowPermissions[SharedPaper]{Path: "/paper-permissions/"}, directory.Users(), directory.Groups(),
	).Rule("username", directory.Username()).Access(permission.Admin)
}

// SealedNote is read by everybody unless it is secret.
type SealedNote struct {
	ID     int64                     `rest:"id,readonly"`
	Secret bool                      `rest:"secret" default:"false"`
	Author rest.BelongsTo[auth.User] `rest:"author,readonly,show=username"`
}

// shelf shows a box that not everybody may see.
type shelf struct {
	ID    int64               `rest:"id,readonly"`
	Label string              `rest:"label"`
	Box   rest.BelongsTo[box] `rest:"box,optional,ondelete=null"`
}

type box struct {
	ID    int64                     `rest:"id,readonly"`
	Name  string                    `rest:"name"`
	Owner rest.BelongsTo[auth.User] `rest:"owner,readonly"`
}

// shelvesRows show boxes that only their owners see.
func shelvesRows() []rest.Resource {
	return []rest.Resource{
		rest.ViewSet[shelf]{Path: "/shelves/", Access: permission.Anyone},
		rest.ViewSet[box]{
			Path: "/boxes/", Access: permission.Owner,
			Owner: rest.Field(func(b *box) *rest.BelongsTo[auth.User] { return &b.Owner }),
		},
	}
}

// given is seen by its holder.
type given struct {
	ID     int64                     `rest:"id,readonly"`
	Holder rest.BelongsTo[auth.User] `rest:"holder,show=username"`
	Note   string                    `rest:"note" default:""`
}

// Gifts go to other holders, out of sight of who gives them.
func Gifts() *rest.Set {
	give := func(_ *rest.Call, p *given, _ rest.None) (*given, error) {
		p.Holder = rest.BelongsTo[auth.User]{ID: 3}
		return p, nil
	}
	return rest.NewSet("parcels", rest.ViewSet[given]{
		Path: "/parcels/", Name: "parcel", Access: permission.By{Read: permission.Me("holder"), Write: permission.SignedIn},
		Extra: []rest.Action{rest.OnRecord("give", give), rest.OnRecord("send", give, rest.Allow(permission.SignedIn))},
	})
}

type (
	// Barge has members, of whom its captains may change it, its members and its chores.
	Barge struct {
		ID    int64                    `rest:"id,readonly"`
		Name  string                   `rest:"name"`
		Rows  rest.HasMany[CrewMember] `rest:"-"`
		Who   rest.Nested[crewRole]    `rest:"members,of=rows,nested=merge,optional"`
		Tasks rest.HasMany[CrewChore]  `rest:"-"`
		Links rest.Nested[crewTask]    `rest:"chores,of=tasks,nested=link,optional"`
	}
	// CrewMember is a member of a barge, with a role.
	CrewMember struct {
		ID   int64                     `rest:"id,readonly"`
		Crew rest.BelongsTo[Barge]     `rest:"crew,ondelete=cascade"`
		User rest.BelongsTo[auth.User] `rest:"user,show=username"`
		Role string                    `rest:"role" validate:"oneof=captain mate"`
	}
	crewRole struct {
		ID   int64                     `rest:"id,readonly"`
		User rest.BelongsTo[auth.User] `rest:"user,show=username"`
		Role string                    `rest:"role"`
	}
	// CrewChore is a task of a barge.
	CrewChore struct {
		ID   int64                 `rest:"id,readonly"`
		Crew rest.BelongsTo[Barge] `rest:"crew,optional"`
		Text string                `rest:"text"`
	}
	crewTask struct {
		ID int64 `rest:"id,readonly"`
	}
)

// Crews are barges, of which alice and bob are captains in the scenarios.
func Crews() *rest.Set {
	writes := func(path string) permission.Rule {
		captain := permission.Along(path, permission.Me("user"), permission.Is("role", "captain"))
		return permission.By{Read: permission.SignedIn, Write: permission.Because("Only captains may.", permission.Any(permission.Admin, captain))}
	}
	return rest.NewSet("crews",
		rest.ViewSet[auth.User]{Path: "/users/", Actions: rest.ReadOnly, Access: permission.SignedIn},
		rest.ViewSet[Barge]{Path: "/crews/", Access: writes("rows")},
		rest.ViewSet[Barge]{Path: "/boats/", Name: "boat", Access: permission.SignedIn}, // whose members have their rule
		rest.ViewSet[CrewMember]{Path: "/members/", Access: writes("crew.rows"), Bulk: rest.Bulk{Actions: rest.Modify}},
		rest.ViewSet[CrewChore]{Path: "/chores/", Access: writes("crew.rows"), Bulk: rest.Bulk{Actions: rest.Modify}},
	)
}

// billposter has all that rules may ask of other rows: whether one is related, by one and by several steps and under more than
// one condition, how many there are, what only Go knows, and all of it together.
type billposter struct {
	ID     int64                     `rest:"id,readonly"`
	Done   bool                      `rest:"done" default:"false"`
	Wall   rest.BelongsTo[wall]      `rest:"wall,show=name"`
	Author rest.BelongsTo[auth.User] `rest:"author,readonly,show=username"`
}

type wall struct {
	ID      int64                  `rest:"id,readonly"`
	Name    string                 `rest:"name,unique" validate:"max=100"`
	Open    bool                   `rest:"open" default:"true"`
	Keepers rest.HasMany[wallkeep] `rest:"keepers,readonly"`
}

type wallkeep struct {
	ID   int64                     `rest:"id,readonly"`
	Wall rest.BelongsTo[wall]      `rest:"wall,show=name,ondelete=cascade"`
	User rest.BelongsTo[auth.User] `rest:"user,show=username"`
	Role string                    `rest:"role"`
}

// Billposters allow each requester some of the actions of each row.
func Billposters() *rest.Set {
	do := func(_ *rest.Call, p *billposter, _ rest.None) (*billposter, error) { return p, nil }
	keeper := permission.Me("wall.keepers.user")
	editor := permission.Along("wall.keepers", permission.Me("user"), permission.Is("role", "editor"))
	even := permission.RowFunc("even", func(_ permission.Request, row any) bool { return row.(*billposter).ID%2 == 0 })
	action := func(name string, rule permission.Rule) rest.Action { return rest.OnRecord(name, do, rest.Allow(rule)) }
	return rest.NewSet("billposters",
		rest.ViewSet[billposter]{
			Path: "/billposters/", Owner: rest.Field(func(p *billposter) *rest.BelongsTo[auth.User] { return &p.Author }), Pages: rest.LimitOffset{Default: 20},
			Access: permission.By{Read: permission.Any(permission.Is("wall.open", true), keeper, permission.Admin), Write: permission.Any(permission.Owner, editor)},
			Extra: []rest.Action{
				action("keep", keeper), action("edit", editor), action("editors_done", permission.All(editor, permission.Is("done", true))),
				action("not_keep", permission.Not(keeper)), action("open", permission.Is("wall.open", true)),
				action("even_edit", permission.All(even, editor)), action("even", even),
				action("owner_or_keeper", permission.Any(permission.Owner, keeper)), action("staff", permission.Any(permission.Admin, editor)),
			},
			Members: rest.Members{Fields: true},
		},
		rest.ViewSet[wall]{Path: "/walls/"}, rest.ViewSet[wallkeep]{Path: "/wallkeeps/"},
	).Access(permission.Anyone).Requests(rest.RequestRules{AllowByRequester: true})
}

// Duties are of accounts, of which each requester has a badge of their own at /badge/.
type (
	duty struct {
		ID     int64                     `rest:"id,readonly"`
		Doer   rest.BelongsTo[auth.User] `rest:"doer,optional,show=username"`
		Badge  rest.BelongsTo[badge]     `rest:"badge,optional"`
		Nested rest.Nested[badgeRow]     `rest:"nested,of=badge"`
	}
	badge struct {
		ID     int64                     `rest:"id,readonly"`
		Text   string                    `rest:"text"`
		Holder rest.BelongsTo[auth.User] `rest:"holder,readonly,unique"`
	}
	badgeRow struct {
		Text string `rest:"text"`
	}
	badgeCount struct {
		Visible int64 `rest:"visible"`
	}
)

// dutiesRows lead to accounts and badges, of which singletons have some.
func dutiesRows() []rest.Resource {
	count := func(c *rest.Call, _ rest.None) (*badgeCount, error) {
		n, err := rest.Rows[badge](c).Visible().Count()
		return &badgeCount{n}, err
	}
	all := func(c *rest.Call, _ rest.None) ([]*badge, error) { return rest.Rows[badge](c).Order("id").All() }
	others := func(c *rest.Call, _ *badge, _ rest.None) ([]*badge, error) { return all(c, rest.None{}) }
	return []rest.Resource{
		rest.ViewSet[auth.User]{Path: "/users/", Access: permission.Admin},
		rest.ViewSet[auth.User]{Path: "/me/", Singleton: true, Access: permission.SignedIn, Actions: rest.Retrieve},
		rest.ViewSet[badge]{
			Path: "/badge/", Singleton: true, Access: permission.SignedIn, Actions: rest.Retrieve | rest.Create | rest.Modify,
			Owner: rest.Field(func(c *badge) *rest.BelongsTo[auth.User] { return &c.Holder }),
			Extra: []rest.Action{rest.OnRecord("others", others, rest.GET)},
		},
		rest.ViewSet[duty]{Path: "/duties/", Extra: []rest.Action{
			rest.OnList("count", count, rest.GET), rest.OnList("badges", all, rest.GET),
		}},
		rest.Endpoint("/badges/", all, rest.GET),
	}
}

// Guilds have quests, and these clues; who is of the guild sees all of it.
type (
	guild struct {
		ID      int64                      `rest:"id,readonly"`
		Members rest.ManyToMany[auth.User] `rest:"members"`
	}
	quest struct {
		ID    int64                 `rest:"id,readonly"`
		Guild rest.BelongsTo[guild] `rest:"guild,readonly,ondelete=cascade"`
		Title string                `rest:"title"`
	}
	clue struct {
		ID    int64                 `rest:"id,readonly"`
		Quest rest.BelongsTo[quest] `rest:"quest,readonly,ondelete=cascade"`
		Text  string                `rest:"text"`
		Niche rest.BelongsTo[niche] `rest:"niche,optional"`
		Reply rest.BelongsTo[clue]  `rest:"reply_to,optional,ondelete=null"`
	}
	clueRow struct {
		Text string `rest:"text"`
	}
	niche struct {
		ID    int64            `rest:"id,readonly"`
		Clues rest.Count[clue] `rest:"clues"`
	}
	pin struct {
		ID   int64                `rest:"id,readonly"`
		Clue rest.BelongsTo[clue] `rest:"clue"`
		Card rest.Nested[clueRow] `rest:"card,of=clue"`
	}
	clueCount struct {
		Visible int64 `rest:"visible"`
	}
)

// Guilds hide their quests and clues from everybody else.
func Guilds() *rest.Set {
	count := func(c *rest.Call, _ rest.None) (*clueCount, error) {
		n, err := rest.Rows[clue](c).Visible().Count()
		return &clueCount{n}, err
	}
	all := func(c *rest.Call, _ rest.None) ([]*clue, error) { return rest.Rows[clue](c).All() }
	shout := func(_ *rest.Call, c *clue, _ rest.None) (*clue, error) { return c, nil }
	return rest.NewSet("guilds",
		rest.ViewSet[clue]{
			Path: "/quests/{quest}/clues/", RecordPath: "/clues/",
			Extra: []rest.Action{rest.OnRecord("shout", shout, rest.Allow(permission.SignedIn))},
		},
		rest.ViewSet[guild]{Path: "/guilds/", Access: permission.Any(permission.Admin, permission.Me("members"))},
		rest.ViewSet[quest]{Path: "/guilds/{guild}/quests/", RecordPath: "/quests/"},
		rest.ViewSet[niche]{Path: "/niches/", Access: permission.Anyone},
		rest.ViewSet[pin]{Path: "/pins/", Access: permission.Anyone},
		rest.Endpoint("/count/", count, rest.GET), rest.Endpoint("/all/", all, rest.GET),
	).Access(permission.SignedIn)
}

// noteOfUser has a link to an account, of which a singleton is listed first.
type noteOfUser struct {
	ID   int64                     `rest:"id,readonly"`
	User rest.BelongsTo[auth.User] `rest:"user,link"`
}

// keptDiary is kept by an account, whose name is a filter and is searched.
type keptDiary struct {
	ID     int64                     `rest:"id,readonly"`
	Keeper rest.BelongsTo[auth.User] `rest:"keeper,readonly"`
}

// KeptDiaries are found by their keepers, whom only they and administrators see, with the orders of a test.
func KeptDiaries(orders ...string) *rest.Set {
	return rest.NewSet("diaries",
		rest.ViewSet[auth.User]{Path: "/people/", Access: permission.Any(permission.Admin, permission.Me("id")), Actions: rest.ReadOnly},
		rest.ViewSet[keptDiary]{
			Path: "/diaries/", Access: permission.SignedInOrReadOnly, Owner: rest.Field(func(d *keptDiary) *rest.BelongsTo[auth.User] { return &d.Keeper }),
			Filters: []rest.Filter{{Path: "keeper.username", Lookups: "startswith"}}, Search: []string{"keeper.username"}, Ordering: orders,
		})
}

// UserNotes have links to accounts, of which a singleton is listed first.
func UserNotes() *rest.Set {
	return rest.NewSet("links",
		rest.ViewSet[auth.User]{Path: "/me/", Singleton: true, Actions: rest.Retrieve},
		rest.ViewSet[auth.User]{Path: "/users/", Actions: rest.ReadOnly},
		rest.ViewSet[noteOfUser]{Path: "/notes/", Table: "notes"},
	).Access(permission.Anyone)
}
