// The account of a token: found or created, and updated from the claims.

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

// account returns the subject's account with its hash. At first sight it creates the account, or finds it
// by name, if that is declared. It returns errRefused if there is none, or if it is inactive. At each
// login, and with each token newer than the last update, it updates the account from the claims, if that is
// declared.
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
		if u, told, found, err = v.find(ctx, who); err != nil { // another request may have been faster
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

// acting returns the context of a token's changes of an account, as for its requests in the audit: with the
// scheme, and with the client that the token was issued to.
func (v *verifier) acting(ctx context.Context, operation string, u *auth.User, c *claims, login bool) context.Context {
	a := auth.ActorOf(auth.Acting(ctx, operation, u, cmp.Or(auth.ActorOf(ctx).Scheme, v.scheme.Name())))
	if !login {
		a.Token = c.client()
	}
	return auth.WithActor(ctx, a)
}

// firstSight links an account to a new subject.
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

// username returns the account name in a token, "" for none and for an invalid one.
func (v *verifier) username(c *claims) string {
	name := c.text(v.names.username)
	if !auth.ValidUsername(name) || utf8.RuneCountInString(name) > 150 {
		return ""
	}
	return name
}

// email returns the email address in a token, "" for none and for an unverified one. The claim
// email_verified is only about the claim email.
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

// update returns the changes of an existing account by a token; nil for none.
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

// groups returns the groups of the account, and those that the provider controls; nil for all.
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

// elsewhere reports whether the token refers to a claim elsewhere (OpenID Connect Core, section 5.6.2):
// some providers do that for long lists.
func (c *claims) elsewhere(name claimName) bool {
	var names map[string]json.RawMessage
	return json.Unmarshal(c.all["_claim_names"], &names) == nil && names[name[0]] != nil
}
