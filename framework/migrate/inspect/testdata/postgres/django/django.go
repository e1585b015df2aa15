// Package django declares resources over the tables of a schema for tests.
//
// The service never changes these tables, only their rows. The file was written once, by the command inspect: edit it.
package django

import (
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Set is all resources. Only administrators may read and write them: give each view set the rule in Access that is right for it.
func Set() *rest.Set {
	return rest.NewSet("django",
		AuthGroups(),
		AuthGroupPermissions(),
		AuthPermissions(),
		AuthUsers(),
		AuthUserGroups(),
		AuthUserUserPermissions(),
		DjangoAdminLogs(),
		DjangoContentTypes(),
		DjangoMigrations(),
		DjangoSessions(),
	)
}

// AuthGroup is a row of the table auth_group.
type AuthGroup struct {
	ID   int32  `rest:"id,readonly"`
	Name string `rest:"name,unique,filter" validate:"max=150"`
}

// AuthGroups is the view set of the table auth_group.
func AuthGroups() rest.Resource {
	return rest.ViewSet[AuthGroup]{
		Path:      "/auth-groups/",
		Table:     "auth_group",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// AuthGroupPermission is a row of the table auth_group_permissions.
type AuthGroupPermission struct {
	ID         int64                          `rest:"id,readonly"`
	Group      rest.BelongsTo[AuthGroup]      `rest:"group,filter"`
	Permission rest.BelongsTo[AuthPermission] `rest:"permission,filter"`
}

// AuthGroupPermissions is the view set of the table auth_group_permissions.
func AuthGroupPermissions() rest.Resource {
	return rest.ViewSet[AuthGroupPermission]{
		Path:      "/auth-group-permissions/",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
		Indexes: []rest.Index{
			{Fields: []string{"group", "permission"}, Unique: true},
		},
	}
}

// AuthPermission is a row of the table auth_permission.
type AuthPermission struct {
	ID          int32                             `rest:"id,readonly"`
	Name        string                            `rest:"name" validate:"max=255"`
	ContentType rest.BelongsTo[DjangoContentType] `rest:"content_type,filter"`
	Codename    string                            `rest:"codename" validate:"max=100"`
}

// AuthPermissions is the view set of the table auth_permission.
func AuthPermissions() rest.Resource {
	return rest.ViewSet[AuthPermission]{
		Path:      "/auth-permissions/",
		Table:     "auth_permission",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
		Indexes: []rest.Index{
			{Fields: []string{"content_type", "codename"}, Unique: true},
		},
	}
}

// AuthUser is a row of the table auth_user.
type AuthUser struct {
	ID int32 `rest:"id,readonly"`
	// password character varying(128) NOT NULL: left out, because it seems to be a secret.
	LastLogin   *time.Time `rest:"last_login,optional"`
	IsSuperuser bool       `rest:"is_superuser"`
	Username    string     `rest:"username,unique,filter" validate:"max=150"`
	FirstName   string     `rest:"first_name" validate:"max=150"`
	LastName    string     `rest:"last_name" validate:"max=150"`
	Email       string     `rest:"email" validate:"max=254"`
	IsStaff     bool       `rest:"is_staff"`
	IsActive    bool       `rest:"is_active"`
	DateJoined  time.Time  `rest:"date_joined"`
}

// AuthUsers is the view set of the table auth_user.
// Without Create, because a row needs a value of the column password, which has no field.
func AuthUsers() rest.Resource {
	return rest.ViewSet[AuthUser]{
		Path:      "/auth-users/",
		Table:     "auth_user",
		Unmanaged: true,
		Actions:   rest.ReadOnly | rest.Replace | rest.Modify | rest.Destroy,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// AuthUserGroup is a row of the table auth_user_groups.
type AuthUserGroup struct {
	ID    int64                     `rest:"id,readonly"`
	User  rest.BelongsTo[AuthUser]  `rest:"user,filter"`
	Group rest.BelongsTo[AuthGroup] `rest:"group,filter"`
}

// AuthUserGroups is the view set of the table auth_user_groups.
func AuthUserGroups() rest.Resource {
	return rest.ViewSet[AuthUserGroup]{
		Path:      "/auth-user-groups/",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
		Indexes: []rest.Index{
			{Fields: []string{"user", "group"}, Unique: true},
		},
	}
}

// AuthUserUserPermission is a row of the table auth_user_user_permissions.
type AuthUserUserPermission struct {
	ID         int64                          `rest:"id,readonly"`
	User       rest.BelongsTo[AuthUser]       `rest:"user,filter"`
	Permission rest.BelongsTo[AuthPermission] `rest:"permission,filter"`
}

// AuthUserUserPermissions is the view set of the table auth_user_user_permissions.
func AuthUserUserPermissions() rest.Resource {
	return rest.ViewSet[AuthUserUserPermission]{
		Path:      "/auth-user-user-permissions/",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
		Indexes: []rest.Index{
			{Fields: []string{"user", "permission"}, Unique: true},
		},
	}
}

// DjangoAdminLog is a row of the table django_admin_log.
type DjangoAdminLog struct {
	ID            int32                             `rest:"id,readonly"`
	ActionTime    time.Time                         `rest:"action_time"`
	ObjectID      *string                           `rest:"object_id,optional"`
	ObjectRepr    string                            `rest:"object_repr" validate:"max=200"`
	ActionFlag    int16                             `rest:"action_flag" validate:"min=0"`
	ChangeMessage string                            `rest:"change_message"`
	ContentType   rest.BelongsTo[DjangoContentType] `rest:"content_type,optional,filter"`
	User          rest.BelongsTo[AuthUser]          `rest:"user,filter"`
}

// DjangoAdminLogs is the view set of the table django_admin_log.
func DjangoAdminLogs() rest.Resource {
	return rest.ViewSet[DjangoAdminLog]{
		Path:      "/django-admin-logs/",
		Table:     "django_admin_log",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// DjangoContentType is a row of the table django_content_type.
type DjangoContentType struct {
	ID       int32  `rest:"id,readonly"`
	AppLabel string `rest:"app_label,filter" validate:"max=100"`
	Model    string `rest:"model" validate:"max=100"`
}

// DjangoContentTypes is the view set of the table django_content_type.
func DjangoContentTypes() rest.Resource {
	return rest.ViewSet[DjangoContentType]{
		Path:      "/django-content-types/",
		Table:     "django_content_type",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
		Indexes: []rest.Index{
			{Fields: []string{"app_label", "model"}, Unique: true},
		},
	}
}

// DjangoMigration is a row of the table django_migrations.
type DjangoMigration struct {
	ID      int64     `rest:"id,readonly"`
	App     string    `rest:"app" validate:"max=255"`
	Name    string    `rest:"name" validate:"max=255"`
	Applied time.Time `rest:"applied"`
}

// DjangoMigrations is the view set of the table django_migrations.
func DjangoMigrations() rest.Resource {
	return rest.ViewSet[DjangoMigration]{
		Path:      "/django-migrations/",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// DjangoSession is a row of the table django_session.
type DjangoSession struct {
	ID          string    `rest:"session_key" validate:"max=40"`
	SessionData string    `rest:"session_data"`
	ExpireDate  time.Time `rest:"expire_date,sort,filter=gte lte"`
}

// DjangoSessions is the view set of the table django_session.
func DjangoSessions() rest.Resource {
	return rest.ViewSet[DjangoSession]{
		Path:      "/django-sessions/",
		Table:     "django_session",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"session_key"},
		Pages:     rest.PageNumber{Size: 20},
	}
}
