// The account of a token: found or made, and kept in step with the claims.

package oidc

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"unicode/utf8"

	"example.com/resourceful/framework/auth"
)

// account is the account of the subject with its hash, made or found by its name at first sight where that is declared.
// It is errRefused where there is none, and for an inactive one. With a token that is newer than what the provider has told
// before, and at each login, the account is brought in step with the claims where that is declared.
func (v *verifier) account(ctx context.Context, c *claims, login bool) (auth.User, error) {
	who := auth.Identity{Issuer: v.scheme.Issuer, Subject: c.subject}
	u, told, found, err := v.find(ctx, who)
	if err != nil {
		return u, err
	}
	first := !found && (v.scheme.Create || v.scheme.LinkExisting)
	if first {
		if err := v.firstSight(ctx, c, who, login); err != nil {
			return u, err
		}
		if u, told, found, err = v.find(ctx, who); err != nil { // another request may have been first
			return u, err
		}
	}
	if !found || !u.Active {
		return u, errRefused
	}
	update := v.update(c)
	if update == nil || !(first || login || update.At > told) {
		return u, nil
	}
	if done, err := v.Identities.Update(v.acting(ctx, auth.ProvisionOperation, &u, c, login), who, u.ID, *update); err != nil || !done {
		return u, err
	}
	u, _, found, err = v.find(ctx, who)
	if err == nil && (!found || !u.Active) {
		err = errRefused
	}
	return u, err
}

func (v *verifier) find(ctx context.Context, who auth.Identity) (auth.User, int64, bool, error) {
	u, told, found, err := v.Identities.UserByIdentity(ctx, who)
	if err != nil {
		err = fmt.Errorf("find an account by its identity: %w", err)
	}
	return u, told, found, err
}

// acting is the context of what a token does with an account, as its requests are in the audit: by the scheme as the set calls it,
// and with the client that a program has sent the token for.
func (v *verifier) acting(ctx context.Context, operation string, u *auth.User, c *claims, login bool) context.Context {
	a := auth.ActorOf(auth.Acting(ctx, operation, u, cmp.Or(auth.ActorOf(ctx).Scheme, v.scheme.Name())))
	if !login {
		a.Token = c.client()
	}
	return auth.WithActor(ctx, a)
}

// firstSight links an account to a subject that has none.
func (v *verifier) firstSight(ctx context.Context, c *claims, who auth.Identity, login bool) error {
	name := v.username(c)
	if name == "" {
		return errRefused
	}
	if v.scheme.LinkExisting {
		u, found, err := v.Accounts.UserByName(ctx, name)
		if err != nil {
			return fmt.Errorf("find an account by its name: %w", err)
		}
		if found {
			_, err = v.Identities.Link(v.acting(ctx, auth.LinkOperation, &u, c, login), who, u.ID)
			return err
		}
	}
	if !v.scheme.Create {
		return errRefused
	}
	u := auth.User{Username: name, Email: v.email(c), Active: true}
	_, _, err := v.Identities.CreateLinked(v.acting(ctx, auth.ProvisionOperation, &u, c, login), who, u)
	return err
}

// username is the name that a token gives an account, "" for none that an account may have.
func (v *verifier) username(c *claims) string {
	name := c.text(v.names.username)
	if !auth.ValidUsername(name) || utf8.RuneCountInString(name) > 150 {
		return ""
	}
	return name
}

// email is the address that a token gives an account, "" for none, and for one that the provider has not
// verified. The claim email_verified is only about the claim email.
func (v *verifier) email(c *claims) string {
	email := c.text(v.names.email)
	if !auth.ValidEmail(email) || utf8.RuneCountInString(email) > 254 {
		return ""
	}
	verified := v.scheme.VerifiedEmail
	if said, told := c.all["email_verified"]; told && slices.Equal(v.names.email, claimName{"email"}) {
		verified = string(said) == "true" || string(said) == `"true"`
	}
	if !verified {
		return ""
	}
	return email
}

// update is what a token changes of an account that is there; nil for nothing.
func (v *verifier) update(c *claims) *auth.IdentityUpdate {
	if !v.scheme.Update && v.names.groups == nil {
		return nil
	}
	var update auth.IdentityUpdate
	if at := c.time("iat"); !math.IsNaN(at) {
		update.At = int64(max(at, 0))
	}
	if v.scheme.Update {
		update.Username, update.Email = v.username(c), v.email(c)
	}
	if v.names.groups != nil && !c.elsewhere(v.names.groups) && !(v.scheme.KeepGroups && v.names.groups.find(c.all) == nil) {
		update.Groups, update.Managed = v.groups(c)
	}
	return &update
}

// groups are those of the account, and those that the provider decides on; nil for all.
func (v *verifier) groups(c *claims) (names, managed []string) {
	list, _ := c.list(v.names.groups, func(s string) []string { return []string{s} })
	names = []string{}
	for _, name := range list {
		if v.scheme.GroupNames != nil {
			name = v.scheme.GroupNames[name]
		}
		if name != "" && fits(name) {
			names = append(names, name)
		}
	}
	if v.scheme.GroupNames != nil {
		managed = slices.AppendSeq([]string{}, maps.Values(v.scheme.GroupNames))
	}
	return names, managed
}

// elsewhere reports whether the provider says where a claim may be asked for, in its place (OpenID Connect Core, section
// 5.6.2): some do with lists that are too long for a token.
func (c *claims) elsewhere(name claimName) bool {
	var names map[string]json.RawMessage
	return json.Unmarshal(c.all["_claim_names"], &names) == nil && names[name[0]] != nil
}
