package main

import (
	"fmt"
	"unicode/utf8"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/store"
)

type userCmd struct {
	Add      userAddCmd      `cmd:"" help:"Add an account. Its password is asked for at the terminal, or read from standard input."`
	Password userPasswordCmd `cmd:"" help:"Change the password of an account. Its sessions end."`
}

// account is what both commands are about.
type account struct {
	Name        string `arg:"" help:"Name of the account."`
	PasswordEnv string `placeholder:"VAR" help:"Take the password from this environment variable."`
	Config      string `enum:"${configurations}" default:"${configuration}" placeholder:"CONFIGURATION" help:"One of ${configurations}, for its database. Default: ${configuration}."`
	database    `embed:""`
}

// open opens the accounts; close is to be called afterwards.
func (a *account) open(p *program) (accounts *store.Accounts, closeDB func() error, err error) {
	plan, err := p.plan(a.Config)
	if err != nil {
		return nil, nil, err
	}
	db, err := p.open(plan, a.database, store.Options{})
	if err != nil {
		return nil, nil, err
	}
	return db.Accounts(), db.Close, nil
}

type userAddCmd struct {
	account
	Email    string `placeholder:"ADDRESS" help:"Email address."`
	Admin    bool   `help:"Make the account an administrator."`
	Inactive bool   `help:"Make an account that cannot log in."`
}

// Run adds the account.
func (c *userAddCmd) Run(p *program) error {
	if err := c.check(); err != nil {
		return err
	}
	password, err := p.readPassword(c.PasswordEnv)
	if err != nil {
		return err
	}
	accounts, closeDB, err := c.open(p)
	if err != nil {
		return err
	}
	defer closeDB()
	hash, err := new(auth.Passwords).Hash(p.ctx, password)
	if err != nil {
		return err
	}
	_, err = accounts.Create(p.ctx, auth.User{
		Username: c.Name, Email: c.Email, Password: hash, Active: !c.Inactive, Admin: c.Admin,
	})
	if refusal := problem.As(err); refusal != nil && refusal.Fields.Get("username") != nil {
		return fmt.Errorf("there is an account named %q already", c.Name)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "Added account %q.\n", c.Name)
	return nil
}

// check applies the rules that an account made through the API would have to pass.
func (c *userAddCmd) check() error {
	switch {
	case !auth.ValidUsername(c.Name):
		return fmt.Errorf("name %q: a name has only letters, digits and @ . + - _", c.Name)
	case utf8.RuneCountInString(c.Name) > 150:
		return fmt.Errorf("name %s…: a name has no more than 150 characters", string([]rune(c.Name)[:20]))
	case c.Email != "" && (!auth.ValidEmail(c.Email) || utf8.RuneCountInString(c.Email) > 254):
		return fmt.Errorf("email %q is no email address", c.Email)
	}
	return nil
}

type userPasswordCmd struct {
	account
}

// Run changes the password.
func (c *userPasswordCmd) Run(p *program) error {
	accounts, closeDB, err := c.open(p)
	if err != nil {
		return err
	}
	defer closeDB()
	user, found, err := accounts.UserByName(p.ctx, c.Name)
	if err != nil {
		return err
	}
	if !found {
		return fmt.Errorf("there is no account named %q", c.Name)
	}
	password, err := p.readPassword(c.PasswordEnv)
	if err != nil {
		return err
	}
	hash, err := new(auth.Passwords).Hash(p.ctx, password)
	if err != nil {
		return err
	}
	if err := accounts.SetPassword(p.ctx, user.ID, hash); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "Changed the password of account %q.\n", c.Name)
	return nil
}
