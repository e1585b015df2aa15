// The commands about accounts.

package app

import (
	"context"
	"fmt"
	"strconv"
	"unicode/utf8"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/passwords"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/problem"
)

type userCmd struct {
	Add        userAddCmd        `cmd:"" help:"Add an account. Its password is asked for at the terminal, or read from standard input."`
	Password   userPasswordCmd   `cmd:"" help:"Change the password of an account. Its sessions end; its tokens stay."`
	Deactivate userDeactivateCmd `cmd:"" help:"Keep an account from logging in. Its sessions end for good, and its tokens are refused."`
	Activate   userActivateCmd   `cmd:"" help:"Let an account log in again."`
	List       userListCmd       `cmd:"" help:"List the accounts by name, with the number of their live sessions."`
	Sessions   userSessionsCmd   `cmd:"" help:"List the live sessions of an account, or end them."`
	Grant      userGrantCmd      `cmd:"" help:"Grant permissions to an account, or revoke them."`
	Token      userTokenCmd      `cmd:"" help:"Make a token for programs that act as an account. It is printed once."`
	Tokens     userTokensCmd     `cmd:"" help:"List the tokens of an account, or revoke them."`
	Factor     userFactorCmd     `cmd:"" name:"second-factor" help:"Show the second factor of an account, or remove it."`
}

// accountsOf is the database of a command about accounts.
type accountsOf struct {
	Config        string `enum:"${configurations}" default:"${configuration}" placeholder:"CONFIGURATION" help:"One of ${configurations}, for its database. Default: ${configuration}."`
	databaseFlags `embed:""`
}

// openAccounts holds the accounts of an open database.
type openAccounts struct {
	*accounts.Users
	tokens  *accounts.Tokens
	grants  *accounts.Grants
	factors *accounts.SecondFactors // nil for a set without
	policy  auth.PasswordPolicy
	where   string // name of the database
	close   func() error
}

// openAccounts opens the accounts; the caller closes them. Unless create is true, it creates no file.
func (o *accountsOf) openAccounts(p *program, create bool) (*openAccounts, error) {
	plan, err := p.plan(o.Config)
	if err != nil {
		return nil, err
	}
	address, err := o.address(plan.Name)
	if err != nil {
		return nil, err
	}
	if !create && isMissingFile(address) {
		return nil, fmt.Errorf("there is no database %s; name another with --database, or make this one with \"%s user add\"", address, p.own.Name)
	}
	db, err := p.open(plan, o.databaseFlags, database.Options{})
	if err != nil {
		return nil, err
	}
	audit := accounts.NewAudit(db, plan.Audit.Entries(), nil)
	all := &openAccounts{Users: accounts.NewUsers(db).Audited(audit), tokens: accounts.NewTokens(db).Audited(audit), grants: accounts.NewGrants(db).Audited(audit), policy: plan.PasswordPolicy, where: describe(db.Dialect().Name, address), close: db.Close}
	if f := plan.SecondFactor; f != nil {
		all.factors = accounts.NewSecondFactors(db, f.Factor, all.Users, all.tokens, nil)
	}
	return all, nil
}

// acting returns the context for a command's changes of accounts, for the audit. It has no user.
func (p *program) acting(command string) context.Context {
	return auth.WithActor(p.ctx, auth.Actor{Scheme: commandScheme, Operation: command})
}

// commandScheme is the scheme of commands, in events and in the audit.
const commandScheme = "command"

// account is the account of a command.
type account struct {
	Name       string `arg:"" help:"Name of the account."`
	accountsOf `embed:""`
}

// find opens the accounts and finds one by name.
func (a *account) find(p *program) (*openAccounts, auth.User, error) {
	all, err := a.openAccounts(p, false)
	if err != nil {
		return nil, auth.User{}, err
	}
	user, found, err := all.UserByName(p.ctx, a.Name)
	if err == nil && !found {
		err = fmt.Errorf("there is no account named %q in the database (%s)", a.Name, all.where)
	}
	if err != nil {
		all.close()
		return nil, auth.User{}, err
	}
	return all, user, nil
}

type userAddCmd struct {
	account
	PasswordEnv string `placeholder:"VAR" help:"Take the password from this environment variable."`
	Email       string `placeholder:"ADDRESS" help:"Email address."`
	Admin       bool   `help:"Make the account an administrator."`
	Inactive    bool   `help:"Make an account that cannot log in."`
}

// Run adds the account.
func (c *userAddCmd) Run(p *program) error {
	if err := c.check(); err != nil {
		return err
	}
	plan, err := p.plan(c.Config)
	if err != nil {
		return err
	}
	password, err := p.readPassword(c.PasswordEnv, &auth.User{Username: c.Name, Email: c.Email}, plan.PasswordPolicy)
	if err != nil {
		return err
	}
	all, err := c.openAccounts(p, true)
	if err != nil {
		return err
	}
	defer all.close()
	if err := c.checkTaken(p, all); err != nil {
		return err
	}
	hash, err := new(passwords.Hasher).Hash(p.ctx, password)
	if err != nil {
		return err
	}
	_, err = all.Create(p.acting("user add"), auth.User{
		Username: c.Name, Email: c.Email, Password: hash, Active: !c.Inactive, Admin: c.Admin,
	})
	if refusal := problem.As(err); refusal != nil && refusal.Fields.Get("username") != nil {
		return c.taken(all, c.Name)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "Added account %q.\n", c.Name)
	return nil
}

// check applies the API's rules for new accounts.
func (c *userAddCmd) check() error {
	switch {
	case !auth.ValidUsername(c.Name):
		return fmt.Errorf("name %q: a name has only letters, digits and @ . + - _", c.Name)
	case utf8.RuneCountInString(c.Name) > 150:
		return fmt.Errorf("name %s…: a name has no more than 150 characters", string([]rune(c.Name)[:20]))
	case c.Email != "" && (!auth.ValidEmail(c.Email) || utf8.RuneCountInString(c.Email) > 254):
		return fmt.Errorf("email %q is not an email address", c.Email)
	}
	return nil
}

// checkTaken refuses a name that people would confuse with an existing one. The API accepts such names: by
// the directory's contract letter case counts, and nothing is normalised.
func (c *userAddCmd) checkTaken(p *program, all *openAccounts) error {
	similar, err := all.Similar(p.ctx, c.Name, auth.FoldUsername)
	if err != nil || similar == "" {
		return err
	}
	return c.taken(all, similar)
}

func (c *userAddCmd) taken(all *openAccounts, name string) error {
	if name == c.Name {
		return fmt.Errorf("there is an account named %q already in the database (%s)", name, all.where)
	}
	return fmt.Errorf("there is an account named %q already in the database (%s), from which %q differs only in letter case or in forms of the same letters", name, all.where, c.Name)
}

type userPasswordCmd struct {
	account
	PasswordEnv string `placeholder:"VAR" help:"Take the password from this environment variable."`
}

// Run changes the password.
func (c *userPasswordCmd) Run(p *program) error {
	all, user, err := c.find(p)
	if err != nil {
		return err
	}
	defer all.close()
	password, err := p.readPassword(c.PasswordEnv, &user, all.policy)
	if err != nil {
		return err
	}
	hash, err := new(passwords.Hasher).Hash(p.ctx, password)
	if err != nil {
		return err
	}
	if err := all.SetPassword(p.acting("user password"), user.ID, hash); err != nil {
		return err
	}
	p.log().Info("password changed", "event", auth.PasswordChangedEvent.String(), "scheme", commandScheme, "user", user.ID, "username", user.Username)
	fmt.Fprintf(p.stdout, "Changed the password of account %q.\n", c.Name)
	return nil
}

type userDeactivateCmd struct{ account }

// Run deactivates the account. It ends its sessions even if it was already inactive.
func (c *userDeactivateCmd) Run(p *program) error {
	all, user, err := c.find(p)
	if err != nil {
		return err
	}
	defer all.close()
	if err := all.SetActive(p.acting("user deactivate"), user.ID, false); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "Deactivated account %q. Its sessions have ended.\n", c.Name)
	return nil
}

type userActivateCmd struct{ account }

// Run activates the account. An active account keeps its sessions.
func (c *userActivateCmd) Run(p *program) error {
	all, user, err := c.find(p)
	if err != nil {
		return err
	}
	defer all.close()
	if user.Active {
		fmt.Fprintf(p.stdout, "Account %q is active.\n", c.Name)
		return nil
	}
	if err := all.SetActive(p.acting("user activate"), user.ID, true); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "Activated account %q.\n", c.Name)
	return nil
}

type userListCmd struct {
	Admin    bool `help:"Only administrators."`
	Inactive bool `help:"Only accounts that cannot log in because they are inactive."`
	accountsOf
}

// Run lists the accounts.
func (c *userListCmd) Run(p *program) error {
	all, err := c.openAccounts(p, false)
	if err != nil {
		return err
	}
	defer all.close()
	table := newTable(p, "ID", "NAME", "EMAIL", "ADMIN", "ACTIVE", "CREATED", "SESSIONS")
	err = all.Each(p.ctx, func(u auth.User, sessions int64) error {
		if c.Admin && !u.Admin || c.Inactive && u.Active {
			return nil
		}
		return table.row(strconv.FormatInt(u.ID, 10), u.Username, u.Email, yesNo(u.Admin), yesNo(u.Active), moment(u.Created), strconv.FormatInt(sessions, 10))
	})
	if err != nil {
		return err
	}
	return table.end()
}

type userSessionsCmd struct {
	account
	End bool `help:"End them all, for good."`
}

// Run lists the sessions of the account, or ends them.
func (c *userSessionsCmd) Run(p *program) error {
	all, user, err := c.find(p)
	if err != nil {
		return err
	}
	defer all.close()
	if c.End {
		if err := all.EndSessions(p.acting("user sessions"), user.ID); err != nil {
			return err
		}
		fmt.Fprintf(p.stdout, "Ended the sessions of account %q.\n", c.Name)
		return nil
	}
	sessions, err := all.Sessions(p.ctx, user.ID)
	if err != nil {
		return err
	}
	table := newTable(p, "STARTED", "EXPIRES")
	for _, s := range sessions {
		if err := table.row(moment(s.Started), moment(s.Expires)); err != nil {
			return err
		}
	}
	return table.end()
}

type userFactorCmd struct {
	account
	Remove bool `help:"Remove it, for people who have lost their app and their recovery codes. The password is enough then."`
}

// Run shows the second factor of the account, or removes it.
func (c *userFactorCmd) Run(p *program) error {
	all, user, err := c.find(p)
	if err != nil {
		return err
	}
	defer all.close()
	if all.factors == nil {
		return fmt.Errorf("no account of %s can have a second factor; list rest.SecondFactor in its set", c.Config)
	}
	e, err := all.factors.Enrolment(p.ctx, user.ID)
	switch {
	case err != nil:
		return err
	case e.Confirmed.IsZero():
		_, err = fmt.Fprintf(p.stdout, "Account %q has no second factor.\n", c.Name)
	case c.Remove:
		if _, err = all.factors.Remove(p.acting("user second-factor"), user.ID); err == nil {
			_, err = fmt.Fprintf(p.stdout, "Removed the second factor of account %q.\n", c.Name)
		}
	default:
		_, err = fmt.Fprintf(p.stdout, "Account %q has a second factor since %s, and %d recovery codes are left.\n", c.Name, moment(e.Confirmed), e.Recovery)
	}
	return err
}
