// Tests that play the scenarios.

package resttest_test

import (
	"fmt"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/serve/pageapi"
	"example.com/resourceful/resources/snippets"
)

// pages are the HTML pages of the service.
func pages(authenticator *auth.Authenticator) pageapi.Pages {
	p, err := browse.New(authenticator, rest.Theme{})
	if err != nil {
		panic(err) // the templates are our own
	}
	return p
}

func TestSnippets(t *testing.T) {
	resttest.Run(t, "../../testdata/snippets/*.txtar", resttest.Config{Set: sets.Snippets, Pages: pages})
}

// Some rules need other settings, or other accounts, than the usual ones.

func TestSnippetsLimits(t *testing.T) {
	limits := serve.Limits{Limits: media.Limits{Body: 250, Depth: 4, Fields: 3, Aliases: 2}}
	resttest.Run(t, "../../testdata/snippets/limits/*.txtar", resttest.Config{
		Set: sets.Snippets, Pages: pages, Options: serve.Options{Limits: limits},
	})
}

func TestSnippetsAccounts(t *testing.T) {
	accounts := []resttest.Account{
		{Name: "carl", Password: "a:b:c"},
		{Name: "zoë", Password: "pässwörd"},
		{Name: "space", Password: " pass word "},
	}
	resttest.Run(t, "../../testdata/snippets/accounts/*.txtar", resttest.Config{Set: sets.Snippets, Pages: pages, Accounts: accounts})
}

func TestDirectory(t *testing.T) {
	resttest.Run(t, "../../testdata/directory/*.txtar", resttest.Config{Set: sets.Directory, Pages: pages})
}

func TestDeclarations(t *testing.T) {
	for _, set := range sets.All() {
		resttest.Declarations(t, set)
	}
}

func TestDirectoryMany(t *testing.T) {
	accounts := []resttest.Account{{Name: "admin", Password: "admin-password", Admin: true}}
	for i := 2; i <= 25; i++ {
		accounts = append(accounts, resttest.Account{Name: fmt.Sprintf("user%02d", i)})
	}
	resttest.Run(t, "../../testdata/directory/many/*.txtar", resttest.Config{Set: sets.Directory, Pages: pages, Accounts: accounts})
}

// member is an account as administrators may delete it.
type member struct {
	ID       int64  `rest:"id,readonly"`
	Username string `rest:"username,unique" validate:"max=100"`
}

// One database may hold several configurations; they share the accounts.
func TestShared(t *testing.T) {
	set := func() *rest.Set {
		members := rest.ViewSet[member]{
			Path: "/accounts/", Table: "users", Access: permission.Admin,
			Actions: rest.List | rest.Retrieve | rest.Destroy,
		}
		return rest.NewSet("shared", snippets.Snippets(), members).
			Rule("lexer", snippets.Lexers()).
			Rule("style", snippets.Styles())
	}
	resttest.Run(t, "../../testdata/shared/*.txtar", resttest.Config{Set: set})
}
