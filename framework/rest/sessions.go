// Sessions of the requester.

package rest

import (
	"slices"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/source"
)

// shownSession is a session in a response to its owner.
type shownSession struct {
	ID      string    `rest:"id"`
	Started time.Time `rest:"started"`
	Expires time.Time `rest:"expires"`
	Current bool      `rest:"current"`
}

// endedSessions is the response about the end of all sessions.
type endedSessions struct {
	Detail string `rest:"detail"`
}

// sessions are the endpoints of Sessions.
type sessions struct{ endpoints []*declaration.Action }

func (s sessions) declare() *declaration.ViewSet { return &declaration.ViewSet{Endpoints: s.endpoints} }

const aboutEnding = "Logs you out in every browser, here too. Your tokens remain."

// Sessions are the sessions of the requester, at a path such as "/sessions/":
//
//	rest.NewSet("tracker", rest.Sessions("/sessions/"), …).Schemes(session.Scheme{}, basic.Scheme{})
//
// GET lists the live ones with their start and end, the newest first; current marks that of the request.
// DELETE of "/sessions/{id}/" ends one, and POST to "/sessions/end/" all, that of the request included. The
// pages have a form for each, and the account menu leads there. A client that uses a token, or whose
// credentials are limited, ends none. The sessions of other accounts do not exist: 404.
func Sessions(path string) Resource {
	record, end := path+"{id}/", path+"end/"
	list := Endpoint(path, func(c *Call, _ None) ([]shownSession, error) {
		all, err := c.call.Sessions().List()
		shown := make([]shownSession, 0, len(all))
		for i := range slices.Backward(all) {
			shown = append(shown, shownSessionOf(c, &all[i]))
		}
		return shown, err
	}, GET, Allow(permission.SignedIn), InAccountMenu("Sessions"), Describe("Where you are logged in. End a session that you do not recognize, and change your password."))
	retrieve := Endpoint(record, func(c *Call, _ None) (shownSession, error) {
		all, err := c.call.Sessions().List()
		for i := range all {
			if err == nil && all[i].ID == c.call.Param() {
				return shownSessionOf(c, &all[i]), nil
			}
		}
		return shownSession{}, orNotFound(err)
	}, GET, Allow(permission.SignedIn), Describe("A session of your account."))
	endOne := Endpoint(record, func(c *Call, _ None) (None, error) {
		done, err := c.call.Sessions().End(c.call.Param())
		if done && err == nil {
			return None{}, nil
		}
		return None{}, orNotFound(err)
	}, DELETE, Allow(permission.SignedIn), NonAtomic(), Describe("Ends the session: its browser is logged out."))
	about := Endpoint(end, func(*Call, None) (endedSessions, error) {
		return endedSessions{aboutEnding}, nil
	}, GET, Allow(permission.SignedIn), Card(), InAccountMenu("Log out everywhere"), Describe(aboutEnding))
	endAll := Endpoint(end, func(c *Call, _ None) (endedSessions, error) {
		return endedSessions{"You are logged out everywhere."}, c.call.Sessions().EndAll()
	}, Allow(permission.SignedIn), NonAtomic(), Card(), Describe(aboutEnding))
	s := sessions{}
	for _, e := range []struct {
		Resource
		title string
	}{{list, "Sessions"}, {retrieve, "Session"}, {endOne, "End session"}, {about, "Log out everywhere"}, {endAll, "Log out everywhere"}} {
		a := e.Resource.(endpoint).action
		a.Sessions, a.Param, a.Title, a.At = true, a.Path == record, e.title, source.CallerOf(1)
		s.endpoints = append(s.endpoints, &a)
	}
	return s
}

func shownSessionOf(c *Call, s *auth.AccountSession) shownSession {
	return shownSession{ID: s.ID, Started: s.Started, Expires: s.Expires, Current: s.ID == c.Credentials().Session}
}
