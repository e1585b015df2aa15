// The commands about tokens.

package app

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/plan"
)

type userTokenCmd struct {
	account
	Label   string `name:"name" required:"" placeholder:"LABEL" help:"What the token is for, such as laptop: a name that no other live token of the account has."`
	Scopes  string `placeholder:"SCOPES" help:"What the token is limited to, separated by commas, such as tickets:read,tickets:close. Default: all that the account may do."`
	Expires string `default:"90d" placeholder:"TIME" help:"After which the token is refused, such as 90d or 12h, or never (90d)."`
}

// Run makes a token. It prints only the token on standard output, so that scripts can read it.
func (c *userTokenCmd) Run(p *program) error {
	scopes, lifetime, err := c.check(p)
	if err != nil {
		return err
	}
	all, user, err := c.find(p)
	if err != nil {
		return err
	}
	defer all.close()
	if !user.Active {
		return fmt.Errorf("account %q is inactive; its tokens would be refused", c.Name)
	}
	secret, t := token.New()
	t.Account, t.Name, t.Scopes, t.Created = user.ID, c.Label, scopes, time.Now()
	expiry := "does not expire"
	if lifetime > 0 {
		t.Expires = t.Created.Add(lifetime)
		expiry = "expires " + moment(t.Expires)
	}
	err = all.tokens.Create(p.acting("user token"), t)
	if errors.Is(err, auth.ErrTokens) {
		return fmt.Errorf("account %q has %d tokens; revoke some", c.Name, auth.MaxTokens)
	}
	if errors.Is(err, auth.ErrTokenName) {
		return fmt.Errorf("account %q has a token named %q already; revoke it with \"%s user tokens\", or write another name", c.Name, c.Label, p.own.Name)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(p.stderr, "Made token %q of account %q; it %s. It is shown this once:\n", c.Label, c.Name, expiry)
	_, err = fmt.Fprintln(p.stdout, secret)
	return err
}

// check refuses an invalid token, and returns its scopes, nil for no limit, and its lifetime, 0 for ever.
func (c *userTokenCmd) check(p *program) (scopes []string, lifetime time.Duration, err error) {
	plan, err := p.plan(c.Config)
	if err != nil {
		return nil, 0, err
	}
	if !takesTokens(plan) {
		return nil, 0, fmt.Errorf("configuration %s takes no tokens; list token.Scheme{} in the Schemes of its set", plan.Name)
	}
	if !auth.ValidTokenName(c.Label) {
		return nil, 0, fmt.Errorf("name %q: write up to 100 characters in one line", c.Label)
	}
	for scope := range strings.FieldsFuncSeq(c.Scopes, func(r rune) bool { return r == ',' || r == ' ' }) {
		if !slices.Contains(plan.Scopes, scope) {
			return nil, 0, fmt.Errorf("scopes: there is no %q; write some of %s", scope, strings.Join(plan.Scopes, ", "))
		}
		scopes = append(scopes, scope)
	}
	lifetime, err = readLifetime(c.Expires)
	return scopes, lifetime, err
}

func takesTokens(plan *plan.Plan) bool {
	return slices.ContainsFunc(plan.Schemes, func(s auth.Scheme) bool { return s.Name() == token.Scheme{}.Name() })
}

// readLifetime parses a duration, with a unit for days: 90d. "never" is 0.
func readLifetime(text string) (time.Duration, error) {
	if text == "never" {
		return 0, nil
	}
	lifetime, err := time.ParseDuration(text)
	if days, is := strings.CutSuffix(text, "d"); is {
		var n int64
		n, err = strconv.ParseInt(days, 10, 32)
		lifetime = time.Duration(n) * 24 * time.Hour
		if n > maxDays {
			err = errors.New("too long")
		}
	}
	if err != nil || lifetime <= 0 {
		return 0, fmt.Errorf("expires: %q is not a duration; write 90d, 12h or never", text)
	}
	return lifetime, nil
}

// maxDays is a hundred years, within the range of time.Duration.
const maxDays = 36_500

type userTokensCmd struct {
	account
	Revoke    string `placeholder:"LABEL" xor:"revoke" help:"Revoke the token of this name."`
	RevokeAll bool   `xor:"revoke" help:"Revoke them all."`
}

// Run lists the tokens of the account, or revokes some.
func (c *userTokensCmd) Run(p *program) error {
	all, user, err := c.find(p)
	if err != nil {
		return err
	}
	defer all.close()
	switch {
	case c.RevokeAll:
		n, err := all.tokens.RevokeAll(p.acting("user tokens"), user.ID, time.Now())
		if err != nil {
			return err
		}
		fmt.Fprintf(p.stdout, "Revoked the tokens of account %q: %d.\n", c.Name, n)
		return nil
	case c.Revoke != "":
		done, err := all.tokens.Revoke(p.acting("user tokens"), user.ID, c.Revoke, time.Now())
		if err != nil {
			return err
		}
		if !done {
			return fmt.Errorf("account %q has no token named %q that is not revoked", c.Name, c.Revoke)
		}
		fmt.Fprintf(p.stdout, "Revoked token %q of account %q.\n", c.Revoke, c.Name)
		return nil
	}
	list, err := all.tokens.List(p.ctx, user.ID)
	if err != nil {
		return err
	}
	table := newTable(p, "NAME", "BEGINS WITH", "SCOPES", "CREATED", "EXPIRES", "LAST USED", "REVOKED")
	for _, t := range list {
		if err := table.row(t.Name, t.Prefix, scopesOf(t), moment(t.Created), momentOr(t.Expires, "never"), momentOr(t.LastUsed, "never"), momentOr(t.Revoked, "no")); err != nil {
			return err
		}
	}
	return table.end()
}

// scopesOf returns the scopes of a token in words.
func scopesOf(t auth.Token) string {
	if t.Scopes == nil {
		return "all"
	}
	return strings.Join(t.Scopes, ",")
}

// momentOr returns a time in words, or none if it is zero.
func momentOr(t time.Time, none string) string {
	if t.IsZero() {
		return none
	}
	return moment(t)
}
