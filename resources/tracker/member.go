package tracker

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

// Member is an account with a role in a project.
type Member struct {
	ID      int64                     `rest:"id,readonly"`
	User    rest.BelongsTo[auth.User] `rest:"username,createonly,show=username,ondelete=cascade" db:"user_id"`
	Role    string                    `rest:"role" validate:"oneof=viewer editor owner"`
	Project rest.BelongsTo[Project]   `rest:"-,ondelete=cascade"`
}

// MemberBrief is a member within the project.
type MemberBrief struct {
	User rest.BelongsTo[auth.User] `rest:"username,show=username" db:"user_id"`
	Role string                    `rest:"role"`
}

// Members are below their project, for its owners to change.
func Members() rest.Resource {
	return rest.ViewSet[Member]{
		Path:          "/projects/{project}/members/",
		Description:   "Members of a project. Each project has an owner.",
		Access:        permission.By{Read: seenAt("project."), Write: ownedAt("project.")},
		LookupPattern: "[0-9]+",
		Order:         []string{"username"},
		Indexes:       []rest.Index{{Fields: []string{"project", "username"}, Unique: true}},
		LimitChoices:  []rest.LimitChoices{{Field: "username", To: predicate.Eq("active", true)}}, // who cannot log in is nobody
		Serializer: rest.Serializer[Member]{
			BeforeUpdate: func(call *rest.Call, m *Member) error {
				var said problem.Fields
				if last, err := isLastOwner(call, m); err != nil || !last || m.Role == owner {
					return err
				}
				said.Add("role", needsOwner)
				return said.Err()
			},
			BeforeDelete: func(call *rest.Call, m *Member) error {
				if last, err := isLastOwner(call, m); err != nil || !last {
					return err
				}
				return problem.New(problem.Conflict, needsOwner)
			},
		},
	}
}

const needsOwner = "A project needs an owner."

// isLastOwner reports whether a member was the only owner of the project. Until the end of the
// transaction nobody else takes or gives such a role there.
func isLastOwner(call *rest.Call, m *Member) (bool, error) {
	if rest.Before[Member](call).Role != owner {
		return false, nil
	}
	if _, err := rest.Rows[Project](call).Lock(m.Project.ID); err != nil {
		return false, err
	}
	n, err := rest.Rows[Member](call).Count(predicate.Eq("project", m.Project.ID), predicate.Eq("role", owner))
	return n == 1, err
}
