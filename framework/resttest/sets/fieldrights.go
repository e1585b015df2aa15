// The world of rights of members: fields that rules hide, and sets without them.

package sets

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type (
	// Hire has members with rules: a salary and a remark that only administrators may know, a grade that only they may
	// write, and a pin that only they may read.
	Hire struct {
		ID     int64                     `rest:"id,readonly"`
		Name   string                    `rest:"name,search,sort,filter=contains"`
		Unit   rest.BelongsTo[squad]     `rest:"unit,filter,ondelete=cascade"`
		Mentor rest.BelongsTo[Hire]      `rest:"mentor,optional,ondelete=null"`
		Salary int64                     `rest:"salary,search==,sort,filter=gte lte" default:"100" validate:"min=1"`
		Grade  string                    `rest:"grade" default:"junior"`
		Remark *string                   `rest:"remark,sort,filter=contains,search" db:"note"`
		Pin    string                    `rest:"pin" default:"0000"`
		Badge  rest.File                 `rest:"badge,optional"`
		Pay    int64                     `rest:"mentor_pay,readonly,path=mentor.salary"`
		By     rest.BelongsTo[auth.User] `rest:"by,readonly,show=username"`
	}
	// squad nests hires, whole and in part.
	squad struct {
		ID    int64                 `rest:"id,readonly"`
		Name  string                `rest:"name"`
		Hires rest.HasMany[Hire]    `rest:"hires,readonly"`
		Staff rest.Nested[hireMore] `rest:"staff,of=hires"`
	}
	// hireMore shows the salary under another name.
	hireMore struct {
		Name string `rest:"name"`
		Pay  int64  `rest:"pay" db:"salary"`
	}

	// HireTwin is a hire as those see it who are no administrators.
	HireTwin struct {
		ID     int64                     `rest:"id,readonly"`
		Name   string                    `rest:"name,search,sort,filter=contains"`
		Unit   rest.BelongsTo[squadTwin] `rest:"unit,filter,ondelete=cascade"`
		Mentor rest.BelongsTo[HireTwin]  `rest:"mentor,optional,ondelete=null"`
		Salary int64                     `rest:"-" db:"salary" default:"100"`
		Grade  string                    `rest:"grade,readonly" default:"junior"`
		Remark *string                   `rest:"-" db:"note"`
		Pin    string                    `rest:"pin,writeonly" default:"0000"`
		By     rest.BelongsTo[auth.User] `rest:"by,readonly,show=username"`
	}
	squadTwin struct {
		ID    int64                     `rest:"id,readonly"`
		Name  string                    `rest:"name"`
		Hires rest.HasMany[HireTwin]    `rest:"hires,readonly"`
		Staff rest.Nested[hireMoreTwin] `rest:"staff,of=hires"`
	}
	hireMoreTwin struct {
		Name string `rest:"name"`
	}
)

// Staff has members that rules hide from some.
func Staff() *rest.Set {
	return rest.NewSet("staff",
		rest.ViewSet[squad]{Path: "/squads/", Members: rest.Members{Fields: true, Records: true, Expand: []rest.Expansion{rest.Expand("hires")}}},
		rest.ViewSet[Hire]{
			Path: "/hires/", Name: "Hire", Table: "hires", Pages: rest.LimitOffset{Default: 20}, Exports: true,
			Owner: rest.Field(func(h *Hire) *rest.BelongsTo[auth.User] { return &h.By }),
			Fields: rest.FieldRules{
				"salary": permission.Admin, "remark": permission.Admin, "badge": permission.Admin,
				"grade": permission.By{Read: permission.Anyone, Write: permission.Admin},
				"pin":   permission.By{Read: permission.Admin, Write: permission.Anyone},
			},
			Filters:  []rest.Filter{{Path: "mentor.salary", Lookups: "gte"}, {Path: "mentor.name"}},
			Search:   []string{"mentor.remark"},
			Ordering: []string{"worth=-salary,name", "mentor.salary", "mentor.name"},
			Members:  rest.Members{Fields: true, Records: true, Expand: []rest.Expansion{rest.Expand("unit"), rest.Expand("mentor")}},
			History:  &rest.History{}, Bulk: rest.Bulk{Actions: rest.Create | rest.Modify},
		},
	).Access(permission.SignedInOrReadOnly).Renderers(media.JSONRenderer{}, media.PageRenderer{}, media.YAMLRenderer{}, csv.Renderer{})
}

// StaffTwin is Staff without the hidden members.
func StaffTwin() *rest.Set {
	return rest.NewSet("staff",
		rest.ViewSet[squadTwin]{Path: "/squads/", Name: "squad", Table: "squads", Members: rest.Members{Fields: true, Records: true, Expand: []rest.Expansion{rest.Expand("hires")}}},
		rest.ViewSet[HireTwin]{
			Path: "/hires/", Name: "Hire", Table: "hires", Pages: rest.LimitOffset{Default: 20}, Exports: true,
			Owner:    rest.Field(func(h *HireTwin) *rest.BelongsTo[auth.User] { return &h.By }),
			Filters:  []rest.Filter{{Path: "mentor.name"}},
			Ordering: []string{"mentor.name"},
			Members:  rest.Members{Fields: true, Records: true, Expand: []rest.Expansion{rest.Expand("unit"), rest.Expand("mentor")}},
			History:  &rest.History{}, Bulk: rest.Bulk{Actions: rest.Create | rest.Modify},
		},
	).Access(permission.SignedInOrReadOnly).Renderers(media.JSONRenderer{}, media.PageRenderer{}, media.YAMLRenderer{}, csv.Renderer{})
}

// cargo has members that only some requesters give or change.
type cargo struct {
	ID     int64                     `rest:"id,readonly"`
	Name   string                    `rest:"name"`
	Weight int64                     `rest:"weight" default:"1"` // given by editors, once
	Route  string                    `rest:"route" default:"x"`  // changed by editors, and given by nobody
	Price  int64                     `rest:"price" default:"5"`  // of editors, and ignored of others
	Depot  rest.BelongsTo[squad]     `rest:"depot,optional,ondelete=null"`
	Crew   rest.ManyToMany[squad]    `rest:"crew,optional"`
	By     rest.BelongsTo[auth.User] `rest:"by,readonly,show=username"`
}

// Cargoes have members that a rule of their row hides.
func Cargoes() *rest.Set {
	strict := permission.By{Read: permission.Anyone, Write: permission.OrInvalid(permission.Admin)}
	return rest.NewSet("parcels", rest.ViewSet[squad]{Path: "/squads/"}, rest.ViewSet[Hire]{Path: "/hires/", Table: "hires", Actions: rest.ReadOnly}, rest.ViewSet[cargo]{
		Path: "/parcels/", Owner: rest.Field(func(p *cargo) *rest.BelongsTo[auth.User] { return &p.By }), Bulk: rest.Bulk{Actions: rest.Modify},
		Fields: rest.FieldRules{
			"weight": permission.By{Read: permission.Anyone, Write: permission.OrInvalid(permission.Nobody), Create: permission.OrInvalid(permission.Admin)},
			"route":  permission.By{Read: permission.Anyone, Write: permission.OrInvalid(permission.Nobody), Change: permission.Admin},
			"price":  permission.By{Read: permission.Anyone, Write: permission.Admin},
			"depot":  strict, "crew": strict,
		},
	}).Access(permission.SignedInOrReadOnly)
}

type (
	pupil struct {
		ID     int64   `rest:"id,readonly"`
		Name   string  `rest:"name"`
		Remark *string `rest:"remark,optional" db:"note"`
	}
	pupilNames struct {
		Text string `rest:"text"`
	}
)

// Pupils are ordered by a member that only administrators read.
func Pupils() *rest.Set {
	return rest.NewSet("pupils", rest.ViewSet[pupil]{
		Path: "/pupils/", Fields: rest.FieldRules{"remark": permission.Admin},
		Extra: []rest.Action{rest.OnList("best", func(call *rest.Call, _ rest.None) (out pupilNames, err error) {
			list, err := rest.Rows[pupil](call).Order("-remark nulls last").All()
			for _, p := range list {
				out.Text += p.Name + " "
			}
			return out, err
		}, rest.GET)},
	}).Access(permission.Anyone)
}
