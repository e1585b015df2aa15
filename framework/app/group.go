// The commands about groups and permissions.

package app

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

type groupCmd struct {
	Add    groupAddCmd    `cmd:"" help:"Make a group."`
	Join   groupJoinCmd   `cmd:"" help:"Make accounts members of a group."`
	Leave  groupLeaveCmd  `cmd:"" help:"Remove accounts from a group."`
	Grant  groupGrantCmd  `cmd:"" help:"Grant permissions to the members of a group."`
	Revoke groupRevokeCmd `cmd:"" help:"Revoke permissions of a group."`
	List   groupListCmd   `cmd:"" help:"List the groups by name, with their members and permissions."`
}

// groupOf is the group of a command.
type groupOf struct {
	Name       string `arg:"" help:"Name of the group."`
	accountsOf `embed:""`
}

// onRow selects the row on which permissions are granted.
type onRow struct {
	On string `placeholder:"ADDRESS" help:"Only on one row, by the path of its record, such as /tickets/5/."`
}

// findRow returns the row; nil for permissions on no particular row.
func (o *onRow) findRow(p *program, compiled *plan.Plan, all *openAccounts) (*accounts.GrantedRow, error) {
	if o.On == "" {
		return nil, nil
	}
	r, at := findRecord(compiled, o.On)
	if r == nil {
		return nil, fmt.Errorf("%q is not a record of configuration %s; write its path, such as /tickets/5/", o.On, compiled.Name)
	}
	t := r.Type
	f := slices.IndexFunc(t.Fields, func(f *schema.Field) bool {
		return f.Relation != nil && f.Relation.Type != nil && schema.PermittedOf(f.Relation.Target) == t.Go
	})
	if f < 0 {
		return nil, fmt.Errorf("rows of %s keep no permissions; give %s a field Permissions rest.HasMany[rest.RowPermission[%[2]s]]", r.Path, t.Go.Name())
	}
	row, found, err := all.grants.FindRow(p.ctx, at)
	if err == nil && !found {
		err = fmt.Errorf("there is no record %s in the database (%s)", o.On, all.where)
	}
	return &accounts.GrantedRow{Table: t.Fields[f].Relation.Type.Table, Key: row}, err
}

// findRecord returns the resource of the record at a path, and the keys of its row; nil for none.
func findRecord(compiled *plan.Plan, path string) (*plan.Resource, *accounts.RecordAt) {
	for _, r := range compiled.Resources {
		if keys := keysIn(r.RecordPattern, path); len(keys) > 0 {
			return r, rowOf(r, keys)
		}
	}
	return nil, nil
}

// keysIn returns the segments of a path at the parameters of a pattern; nil if the path does not match it.
func keysIn(pattern, path string) (keys []string) {
	names, parts := strings.Split(strings.TrimSuffix(pattern, "/"), "/"), strings.Split(strings.TrimSuffix(path, "/"), "/")
	if len(names) != len(parts) {
		return nil
	}
	for i, name := range names {
		switch isKey := strings.HasPrefix(name, "{"); {
		case isKey && parts[i] != "":
			keys = append(keys, parts[i])
		case isKey || name != parts[i]:
			return nil
		}
	}
	return keys
}

// rowOf returns the row of a record from the keys in its path: the last is its own, the others are those of
// its parents.
func rowOf(r *plan.Resource, keys []string) *accounts.RecordAt {
	last := len(keys) - 1
	at := &accounts.RecordAt{Table: r.Type.Table, Column: r.Lookup.Field.Column, Text: keys[last]}
	if r.Parent != nil && last > 0 {
		at.Parent, at.Reference, at.Referred = rowOf(r.Parent.Resource, keys[:last]), r.Parent.Field.Column, r.Parent.Resource.Type.Key.Column
	}
	return at
}

// openGrants opens the accounts of a configuration whose rules use groups or permissions.
func (o *accountsOf) openGrants(p *program) (*openAccounts, *accounts.Grants, error) {
	plan, err := p.plan(o.Config)
	if err != nil {
		return nil, nil, err
	}
	if !plan.Grants {
		return nil, nil, fmt.Errorf("no rule of configuration %s asks for groups or permissions; write permission.Group or permission.Permission in one", plan.Name)
	}
	all, err := o.openAccounts(p, true)
	if err != nil {
		return nil, nil, err
	}
	return all, all.grants, nil
}

// find opens the grants and finds the group.
func (c *groupOf) find(p *program) (*openAccounts, int64, error) {
	all, grants, err := c.openGrants(p)
	if err != nil {
		return nil, 0, err
	}
	id, found, err := grants.GroupByName(p.ctx, c.Name)
	if err == nil && !found {
		err = fmt.Errorf("there is no group named %q in the database (%s); make it with \"%s group add\"", c.Name, all.where, p.own.Name)
	}
	if err != nil {
		all.close()
		return nil, 0, err
	}
	return all, id, nil
}

type groupAddCmd struct{ groupOf }

// Run makes the group.
func (c *groupAddCmd) Run(p *program) error {
	if c.Name == "" || strings.TrimSpace(c.Name) != c.Name || len(c.Name) > 150 {
		return errors.New("the name of a group has up to 150 characters, without spaces around them")
	}
	all, grants, err := c.openGrants(p)
	if err != nil {
		return err
	}
	defer all.close()
	made, err := grants.CreateGroup(p.acting("group add"), c.Name)
	if err == nil && !made {
		err = fmt.Errorf("there is a group named %q already in the database (%s)", c.Name, all.where)
	}
	if err == nil {
		fmt.Fprintf(p.stderr, "Made group %q.\n", c.Name)
	}
	return err
}

type groupJoinCmd struct {
	groupOf
	Accounts []string `arg:"" help:"Names of accounts."`
}

// Run adds the accounts to the group.
func (c *groupJoinCmd) Run(p *program) error { return c.set(p, "group join", c.Accounts, true) }

type groupLeaveCmd struct {
	groupOf
	Accounts []string `arg:"" help:"Names of accounts."`
}

// Run removes the accounts from the group.
func (c *groupLeaveCmd) Run(p *program) error { return c.set(p, "group leave", c.Accounts, false) }

// set adds accounts to the group or removes them; all of them have to exist.
func (c *groupOf) set(p *program, command string, names []string, member bool) error {
	all, group, err := c.find(p)
	if err != nil {
		return err
	}
	defer all.close()
	ids := make([]int64, len(names))
	for i, name := range names {
		user, found, err := all.UserByName(p.ctx, name)
		if err == nil && !found {
			err = fmt.Errorf("there is no account named %q in the database (%s)", name, all.where)
		}
		if err != nil {
			return err
		}
		ids[i] = user.ID
	}
	return all.grants.SetMembers(p.acting(command), group, ids, member)
}

type groupGrantCmd struct {
	groupOf
	onRow       `embed:""`
	Permissions []string `arg:"" help:"Names of permissions, such as change_ticket."`
}

// Run grants the permissions to the group.
func (c *groupGrantCmd) Run(p *program) error {
	return c.grant(p, "group grant", c.onRow, c.Permissions, true)
}

type groupRevokeCmd struct {
	groupOf
	onRow       `embed:""`
	Permissions []string `arg:"" help:"Names of permissions."`
}

// Run revokes the group's permissions.
func (c *groupRevokeCmd) Run(p *program) error {
	return c.grant(p, "group revoke", c.onRow, c.Permissions, false)
}

// grant grants or revokes permissions of the group.
func (c *groupOf) grant(p *program, command string, on onRow, permissions []string, granted bool) error {
	all, group, err := c.find(p)
	if err != nil {
		return err
	}
	defer all.close()
	return all.grant(p, command, c.Config, on, accounts.Grantee{Group: true, ID: group}, permissions, granted)
}

// grant grants or revokes permissions.
func (a *openAccounts) grant(p *program, command, configuration string, on onRow, to accounts.Grantee, permissions []string, granted bool) error {
	for _, permission := range permissions {
		if permission == "" || strings.TrimSpace(permission) != permission || len(permission) > 150 {
			return fmt.Errorf("permission %q: write up to 150 characters, without spaces around them", permission)
		}
	}
	compiled, err := p.plan(configuration)
	if err != nil {
		return err
	}
	row, err := on.findRow(p, compiled, a)
	switch {
	case err != nil:
		return err
	case row != nil:
		return a.grants.SetRowPermissions(p.acting(command), to, *row, permissions, granted)
	}
	return a.grants.SetPermissions(p.acting(command), to, permissions, granted)
}

type groupListCmd struct{ accountsOf }

// Run lists the groups.
func (c *groupListCmd) Run(p *program) error {
	all, grants, err := c.openGrants(p)
	if err != nil {
		return err
	}
	defer all.close()
	return grants.Each(p.ctx, func(group string, members, permissions []string) error {
		_, err := fmt.Fprintf(p.stdout, "%s\tmembers %s\tpermissions %s\n", group, strings.Join(members, ", "), strings.Join(permissions, ", "))
		return err
	})
}

type userGrantCmd struct {
	account
	onRow       `embed:""`
	Permissions []string `arg:"" help:"Names of permissions, such as change_ticket."`
	Revoke      bool     `help:"Revoke the permissions."`
}

// Run grants the permissions to the account.
func (c *userGrantCmd) Run(p *program) error {
	all, _, err := c.openGrants(p)
	if err != nil {
		return err
	}
	all.close()
	all, user, err := c.find(p)
	if err != nil {
		return err
	}
	defer all.close()
	return all.grant(p, "user grant", c.Config, c.onRow, accounts.Grantee{ID: user.ID}, c.Permissions, !c.Revoke)
}
