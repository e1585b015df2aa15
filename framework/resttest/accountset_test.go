// A test of Conformance for a set with accounts.

package resttest

import (
	"path/filepath"
	"testing"

	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/sets/laws"
	"example.com/resourceful/framework/serve"
)

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
	Conformance(t, laws.Office(), append(officeOptions(),
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
		list[i].set = laws.Office
	}
	return list
}
