// A test of Conformance for a set with accounts.

package resttest

import (
	"path/filepath"
	"testing"

	"example.com/resourceful/framework/accounts/manage"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/resources/directory"
)

// parcel is a row whose changes are audited.
type parcel struct {
	ID    int64                     `rest:"id,readonly"`
	Label string                    `rest:"label,search,filter" validate:"max=40"`
	Owner rest.BelongsTo[auth.User] `rest:"owner,readonly,show=username,filter"`
}

// office has all that the framework has of accounts: they are rows, and people keep their own; tokens, of two paths, and the audit.
func office() *rest.Set {
	return rest.NewSet("office",
		directory.Users(), directory.Groups(),
		rest.ViewSet[parcel]{
			Path: "/parcels/", Access: permission.All(permission.SignedIn, permission.Owner),
			Owner: rest.Field(func(p *parcel) *rest.BelongsTo[auth.User] { return &p.Owner }),
		},
		rest.Tokens("/tokens/"), rest.ObtainAuthToken("/api-token-auth/"),
		rest.Audit{Path: "/audit/", RefusedLogins: true},
	).
		Include(manage.Endpoints(manage.Options{Mailer: mail.Log{}, Service: "Office"})...).
		Rule("username", directory.Username()).
		Schemes(token.Scheme{}, session.Scheme{}).
		Scopes(rest.Scope{Name: "parcels", Allows: []string{"parcels:read", "parcels:write"}}).
		Access(permission.Admin).Renderers(media.JSONRenderer{}, media.PageRenderer{}, media.YAMLRenderer{})
}

// officeOptions let alice do what takes a password, and let administrators do so to bob.
func officeOptions() []Option {
	return []Option{
		Serving(serve.Options{BaseURL: "http://example.com"}), // links of mails lead there
		Values("/accounts/password-change/", "old_password", `"alice-password"`),
		Values("/accounts/password-change/", "new_password", `"correct-horse"`),
		Values("/accounts/email-change/", "password", `"alice-password"`),
		Values("/accounts/deactivate/", "password", `"alice-password"`),
		Values("/accounts/set-password/", "username", `"bob"`),
		Values("/accounts/set-password/", "new_password", `"correct-horse"`),
		Values("/accounts/set-active/", "username", `"bob"`),
		Values("/api-token-auth/", "username", `"alice"`),
		Values("/api-token-auth/", "password", `"alice-password"`),
		Values("/tokens/", "scopes", `["parcels"]`),
	}
}

// The kit finds nothing wrong with accounts, tokens and the audit, on both databases.
func TestConformanceOfAccounts(t *testing.T) {
	require.Part(t, "kit")
	Conformance(t, office(), append(officeOptions(),
		Folder(filepath.Join("testdata", "access", "office")), Skip("scenarios", "there are no files of them"))...)
}

// officeDefects are about accounts, tokens and the audit.
func officeDefects() []defect {
	const accounts = "/accounts/"
	list := []defect{
		{"a list of accounts", at("GET", "/users/"), nil, nil},
		{"an account that is changed", at("PATCH", `/users/\d+/`), nil, nil},
		{"a group of accounts", at("GET", `/groups/\d+/`), nil, nil},
		{"the audit", at("GET", "/audit/"), nil, nil},
		{"an entry of the audit", at("GET", `/audit/\d+/`), nil, nil},
		{"the audit in another format", at("GET", "/audit/", "yaml"), nil, nil},
		{"what may be done with the audit", at("OPTIONS", "/audit/"), nil, nil},
		{"tokens of another account", at("GET", "/tokens/"), nil, nil},
		{"a token of another account", at("GET", "/tokens/[^/]+/"), nil, nil},
		{"a token of another account that is revoked", at("DELETE", "/tokens/[^/]+/"), nil, nil},
		{"a token that makes others", byToken(at("POST", "/tokens/")), status(403, 201, `{}`), nil},
		{"a token out of scope that makes others", byToken(at("POST", "/tokens/")), nil, nil},
		{"a password that anybody sets", at("POST", accounts+"set-password/"), nil, nil},
		{"an account that anybody deactivates", at("POST", accounts+"set-active/"), nil, nil},
		{"the page of administrators", at("GET", accounts+"set-password/"), nil, nil},
	}
	for i := range list {
		list[i].set = office
	}
	return list
}
