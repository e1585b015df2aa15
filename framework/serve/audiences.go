// Requesters who may not read or write all members: each is answered by the handler of a plan of theirs.

package serve

import (
	"fmt"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
)

// audiences are the handlers of a service by who is answered. They differ in the plan and in what is made of it.
type audiences struct {
	*plan.Audiences
	all   *Handler
	least *Handler // of those who may read and write nothing that has a rule

	making sync.Mutex
	made   *lru.Cache[plan.Audience, *Handler]
}

// maxAudiences is how many handlers are kept beside those of everything and of nothing. A service has as many audiences as
// there are combinations of its rules that requesters really have.
const maxAudiences = 32

// newAudiences makes the handler of those who may do least, which answers every request until it is known who asks.
func newAudiences(all *Handler) error {
	if all.plan.Audiences == nil {
		return nil
	}
	all.routes.audiences = &audiences{Audiences: all.plan.Audiences, all: all}
	var err error
	if all.routes.audiences.made, err = lru.New[plan.Audience, *Handler](maxAudiences); err != nil {
		return err
	}
	all.routes.audiences.least, err = all.routes.audiences.make(plan.Audience{})
	return err
}

// make makes the handler of an audience.
func (s *audiences) make(holds plan.Audience) (*Handler, error) {
	compiled, err := s.Compile(holds)
	if err != nil {
		return nil, err
	}
	h := *s.all
	h.plan = compiled
	if h.options.Pages != nil {
		h.options.Pages = h.options.Pages.Of(compiled)
	}
	if err := h.compileRows(); err != nil {
		return nil, err
	}
	return &h, nil
}

// of is the handler of a requester.
func (s *audiences) of(who requester) (*Handler, error) {
	holds := s.Of(who.request(true))
	switch holds {
	case s.All():
		return s.all, nil
	case plan.Audience{}:
		return s.least, nil
	}
	if h, ok := s.made.Get(holds); ok {
		return h, nil
	}
	s.making.Lock()
	defer s.making.Unlock()
	if h, ok := s.made.Get(holds); ok {
		return h, nil
	}
	h, err := s.make(holds)
	if err != nil {
		return nil, fmt.Errorf("plan of an audience: %w", err)
	}
	s.made.Add(holds, h)
	return h, nil
}

// entrance is the handler of requests of which it is not known who asks.
func (h *Handler) entrance() *Handler {
	if h.routes.audiences == nil {
		return h
	}
	return h.routes.audiences.least
}

// joinAudience goes on with the handler of the requester, whose routes have the same paths.
func (x *exchange) joinAudience(a *admission) error {
	if x.h.routes.audiences == nil {
		return nil
	}
	h, err := x.h.routes.audiences.of(a.requester)
	if err != nil || h == x.h {
		return err
	}
	path := x.r.URL.Path
	if a.suffix != "" {
		path, _ = media.SplitSuffix(path)
	}
	t, found := h.routes.find(path)
	if !found {
		return NotFound()
	}
	t.suffix = a.suffix
	if a.version != nil {
		t.version = h.routes.versions.counterpart(a.version, x.h.routes.versions)
		t.enterVersion()
	}
	x.h, a.target = h, t
	return nil
}

// findGrants reads the groups and permissions of an account, where rules ask for them.
func (x *exchange) findGrants(who *auth.Credentials) (err error) {
	if x.h.routes.grants != nil {
		who.Groups, who.Permissions, err = x.h.routes.grants.Of(x.ctx, who.User.ID)
	}
	return err
}
