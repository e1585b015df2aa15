// Requesters who may not read or write all members: each group of them has a service with its own plan.

package serve

import (
	"fmt"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
)

// audiences holds the services of a handler by audience. They differ in the plan and in everything compiled
// from it.
type audiences struct {
	*plan.Audiences
	h     *Handler
	pages pageapi.Pages    // pages of the set; nil for none
	least *request.Service // the service of requesters who may read and write no member with a rule

	making sync.Mutex
	made   *lru.Cache[plan.Audience, *request.Service]
}

// maxAudiences is the largest number of cached services beside all and least. The number of audiences is
// the number of combinations of rules that requesters have.
const maxAudiences = 32

// newAudiences makes the service of least permissions, which handles every request until its requester is
// known.
func (h *Handler) newAudiences(pages pageapi.Pages) (err error) {
	if h.all.Plan.Audiences == nil {
		return nil
	}
	s := &audiences{Audiences: h.all.Plan.Audiences, h: h, pages: pages}
	h.audiences, h.all.ServiceOf = s, s.of
	if s.made, err = lru.New[plan.Audience, *request.Service](maxAudiences); err != nil {
		return err
	}
	s.least, err = s.make(plan.Audience{})
	return err
}

// make makes the service of an audience.
func (s *audiences) make(holds plan.Audience) (*request.Service, error) {
	compiled, err := s.Compile(holds)
	if err != nil {
		return nil, err
	}
	made, pages := *s.h.all, s.pages
	made.Plan = compiled
	if pages != nil {
		pages = pages.Of(compiled)
	}
	if err := s.h.compile(&made, pages); err != nil {
		return nil, err
	}
	return &made, nil
}

// of returns the service of a requester.
func (s *audiences) of(who request.Requester) (*request.Service, error) {
	if who.Signed != nil { // a member of the set's code has given the address away
		return s.h.all, nil
	}
	holds := s.Of(who.Request(true))
	switch holds {
	case s.All():
		return s.h.all, nil
	case plan.Audience{}:
		return s.least, nil
	}
	if made, ok := s.made.Get(holds); ok {
		return made, nil
	}
	s.making.Lock()
	defer s.making.Unlock()
	if made, ok := s.made.Get(holds); ok {
		return made, nil
	}
	made, err := s.make(holds)
	if err != nil {
		return nil, fmt.Errorf("plan of an audience: %w", err)
	}
	s.made.Add(holds, made)
	return made, nil
}

// entrance returns the service of requests before their requester is known.
func (h *Handler) entrance() *request.Service {
	if h.audiences == nil {
		return h.all
	}
	return h.audiences.least
}
