// What a team's code reaches outside of its rows: transactions, passwords, sessions, addresses, mail.

package calls

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

var (
	errAtomic      = errors.New("Atomic begins a transaction outside of others; give the operation rest.NonAtomic()")
	errHashWithin  = errors.New("a password is hashed outside of transactions; give the operation rest.NonAtomic()")
	errRenewWithin = errors.New("a session is renewed after the transaction; call RenewSession behind Atomic")
)

// Transacting lets the code of an operation without a transaction begin some with Atomic.
func (c *Call) Transacting(x *request.Exchange, a *request.Admission) {
	c.origin.transact = func(do func(*store.Tx) error) error {
		return store.Write(x.Context, x.Service.DB, func(tx *store.Tx) error {
			tx = Record(x, a, tx, schema.Key{}, nil)
			if err := do(tx); err != nil {
				return err
			}
			return tx.WriteHistory()
		})
	}
}

// Atomic implements plan.Call.
func (c *Call) Atomic(do func() error) error {
	if c.origin.transact == nil || c.Tx != nil {
		return errAtomic
	}
	before := c.After
	err := c.origin.transact(func(tx *store.Tx) error {
		c.Begin(tx)
		if err := do(); err != nil {
			return err
		}
		return c.Statements.Failed
	})
	done, gone := c.After.Done, c.After.RemovedFiles
	c.Begin(nil)
	c.After = before
	if err == nil {
		c.After.Done = append(c.After.Done, done...)
		if gone != nil {
			c.After.Done = append(c.After.Done, func(ctx context.Context) error { return RemoveFilesUnlessNamed(ctx, c.service, gone) })
		}
	}
	if c.origin.exchange == nil {
		c.runsAfterCommit()
	}
	return err
}

// CheckPassword implements plan.Call.
func (c *Call) CheckPassword(username, password string) (*auth.User, error) {
	if c.Tx != nil {
		return nil, errHashWithin
	}
	if c.origin.exchange == nil {
		return nil, errNoRequest
	}
	return c.service.Auth.CheckPassword(c.Ctx, c.origin.exchange.R, username, password)
}

// JudgePassword implements plan.Call.
func (c *Call) JudgePassword(password string, of *auth.User) []string {
	return c.service.Auth.JudgePassword(password, of)
}

// HashPassword implements plan.Call.
func (c *Call) HashPassword(password string) (string, error) {
	if c.Tx != nil {
		return "", errHashWithin
	}
	return c.service.Auth.HashPassword(c.Ctx, password)
}

// RenewSession implements plan.Call.
func (c *Call) RenewSession(u *auth.User) error {
	if c.Tx != nil {
		return errRenewWithin
	}
	if c.origin.exchange == nil {
		return errNoRequest
	}
	return c.service.Auth.Renew(c.origin.exchange.W, c.origin.exchange.R.WithContext(c.Acting()), c.credentials, u)
}

// Address implements plan.Call.
func (c *Call) Address(path string) (string, error) {
	if c.origin.base == "" || c.service.Site.Hosts == nil && c.service.Options.BaseURL == "" && !isLocal(c.origin.base) {
		c.service.Options.Logger.WarnContext(c.Ctx, "a link needs base-url or allowed-hosts, since a client could name any host", "operation", c.operation.Name, "path", path)
		return "", problem.New(problem.Unavailable, "The service does not know its address, and so it makes no links. Its operator sets base-url.")
	}
	return c.origin.base + path, nil
}

// SignedAddress implements plan.Call. An error in a computed member, which has none, is one of the request.
func (c *Call) SignedAddress(path string, file field.File, lifetime time.Duration) (string, error) {
	address, err := c.signedAddress(path, file, lifetime)
	if err != nil && c.origin.computes && c.Statements.Failed == nil {
		c.Statements.Failed = err
	}
	return address, err
}

func (c *Call) signedAddress(path string, file field.File, lifetime time.Duration) (address string, err error) {
	u, err := url.Parse(path)
	if err != nil || u.EscapedPath() != path || !c.service.Routes.HasFile(u.Path) {
		return "", fmt.Errorf("no record has a file at %q; write the path of its content, such as /letters/7/scan/", path)
	}
	if lifetime < time.Minute || lifetime > maxSigned {
		return "", fmt.Errorf("a signed address for %s; write a lifetime from a minute to a week", lifetime)
	}
	key := c.service.Options.Keys.Address()
	if len(key) == 0 {
		return "", errors.New("the key of signed addresses is not loaded")
	}
	if file.Key == "" {
		return "", nil
	}
	if address = c.origin.base + path; !c.origin.computes {
		if address, err = c.Address(path); err != nil {
			return "", err
		}
	}
	step := int64(lifetime / time.Second / 2)
	ends := (c.Now().Add(lifetime).Unix() + step - 1) / step * step // the same in several responses, which are equal then
	return address + "?" + request.SignedParam + "=" + request.Sign(key, u.Path, file.Key, time.Unix(ends, 0)), nil
}

// maxSigned is the longest lifetime of a signed address.
const maxSigned = 7 * 24 * time.Hour

// isLocal reports whether the host of an address is this machine.
func isLocal(base string) bool {
	u, err := url.Parse(base)
	return err == nil && auth.IsLocal(u.Hostname())
}

// Languages implements plan.Call.
func (c *Call) Languages() *problem.Languages { return c.service.Plan.Languages }

// Mailer implements plan.Call.
func (c *Call) Mailer() mail.Mailer { return c.service.Options.Mailer }

// WebhookNetworks implements plan.Call.
func (c *Call) WebhookNetworks() []netip.Prefix { return c.service.Options.Events.Networks }

// SecondFactors implements plan.Call.
func (c *Call) SecondFactors() auth.SecondFactors {
	of := c.service.Auth.SecondFactors()
	if of == nil {
		return nil
	}
	return callFactors{of, c}
}

// callFactors reports the codes of a request that are wrong, and notes that its credentials have the factor.
type callFactors struct {
	auth.SecondFactors
	call *Call
}

// Confirm implements auth.SecondFactors.
func (c callFactors) Confirm(ctx context.Context, account int64, code string) ([]string, error) {
	recovery, err := c.SecondFactors.Confirm(ctx, account, code)
	return recovery, c.tried(account, recovery != nil, err)
}

// Verify implements auth.SecondFactors.
func (c callFactors) Verify(ctx context.Context, account int64, code string) (bool, error) {
	right, err := c.SecondFactors.Verify(ctx, account, code)
	return right, c.tried(account, right, err)
}

func (c callFactors) tried(account int64, right bool, err error) error {
	_, throttled := auth.Waits(err)
	switch {
	case c.call.credentials == nil || c.call.origin.exchange == nil || c.call.credentials.User.ID != account:
	case right && err == nil:
		proved := *c.call.credentials
		proved.SecondFactor = true
		c.call.credentials = &proved
	case err == nil || throttled:
		c.call.service.Auth.Report(c.call.Ctx, c.call.origin.exchange.R, auth.RefusedCode(c.call.credentials.Scheme, &c.call.credentials.User, err))
	}
	return err
}

// Acting implements plan.Call.
func (c *Call) Acting() context.Context {
	who := auth.Actor{Operation: c.operation.Name}
	if c.origin.exchange != nil {
		who.Client, who.Request = c.service.Auth.FullAddr(c.origin.exchange.R), c.origin.exchange.W.Header().Get(auth.RequestHeader)
	}
	if as := c.credentials; as != nil {
		who = who.By(&as.User, as.Scheme)
		who.Token = as.Token
	}
	return auth.WithActor(c.Ctx, who)
}
