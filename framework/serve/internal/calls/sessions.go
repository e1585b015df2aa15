// The sessions of the requester, for the code of rest.Sessions.

package calls

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

// callSessions implements plan.Sessions for the requester of a call.
type callSessions struct{ *Call }

// Sessions implements plan.Call.
func (c *Call) Sessions() plan.Sessions {
	if c.credentials == nil {
		return nil
	}
	return callSessions{c}
}

// List implements plan.Sessions.
func (c callSessions) List() ([]auth.AccountSession, error) {
	return c.service.Auth.Sessions().Sessions(c.Ctx, c.credentials.User.ID)
}

// End implements plan.Sessions.
func (c callSessions) End(id string) (done bool, err error) {
	if err := c.managed(); err != nil {
		return false, err
	}
	done, err = c.service.Auth.Sessions().EndSession(c.Acting(), c.credentials.User.ID, id)
	if done && err == nil && id == c.credentials.Session {
		err = c.forgetCookie()
	}
	return done, err
}

// EndAll implements plan.Sessions.
func (c callSessions) EndAll() error {
	if err := c.managed(); err != nil {
		return err
	}
	if err := c.service.Auth.Sessions().EndSessions(c.Acting(), c.credentials.User.ID); err != nil {
		return err
	}
	return c.forgetCookie()
}

// managed refuses requesters who use a token, so that a stolen token does not log its owner out.
func (c callSessions) managed() error {
	if c.credentials.Token != "" || c.credentials.Scopes != nil {
		return problem.New(problem.Forbidden, "A token ends no sessions. Log in, or send a username and a password.")
	}
	return nil
}

// forgetCookie clears the cookie of a session of the request, which has ended.
func (c callSessions) forgetCookie() error {
	if c.credentials.Session == "" {
		return nil
	}
	return c.service.Auth.Logout(c.origin.exchange.W, c.origin.exchange.R)
}

var _ plan.Sessions = callSessions{}
