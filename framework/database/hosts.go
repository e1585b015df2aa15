// Connecting to the primary among several servers.

package database

import (
	"context"
	"database/sql/driver"
	"errors"
	"math/rand/v2"
	"sync/atomic"

	"github.com/lib/pq"
)

// hosts are the servers of one database, from which connections need one of the wanted kind, such as the
// primary. The driver searches too, but always begins with the first server: if its machine is lost, every
// connection would wait for it in vain. Here the last good server comes first.
type hosts struct {
	each []*server
	good atomic.Int64 // index of the first server to try
	// anyOrder spreads connections over all servers; inOrder always begins with the first.
	anyOrder, inOrder bool
}

func newHosts(cfg pq.Config, dial dialer) (*hosts, error) {
	h := &hosts{anyOrder: cfg.LoadBalanceHosts == pq.LoadBalanceHostsRandom}
	kinds := []pq.TargetSessionAttrs{cfg.TargetSessionAttrs}
	if cfg.TargetSessionAttrs == pq.TargetSessionAttrsPreferStandby {
		kinds = []pq.TargetSessionAttrs{pq.TargetSessionAttrsStandby, pq.TargetSessionAttrsAny}
		h.anyOrder, h.inOrder = false, true
	}
	servers := append([]pq.ConfigMultihost{{Host: cfg.Host, Hostaddr: cfg.Hostaddr, Port: cfg.Port}}, cfg.Multi...)
	for _, kind := range kinds {
		for _, s := range servers {
			one := cfg.Clone()
			one.Host, one.Hostaddr, one.Port = s.Host, s.Hostaddr, s.Port
			one.Multi, one.TargetSessionAttrs, one.LoadBalanceHosts = nil, kind, ""
			server, err := newServer(one, dial)
			if err != nil {
				return nil, err
			}
			h.each = append(h.each, server)
		}
	}
	return h, nil
}

var _ driver.Connector = (*hosts)(nil)

func (h *hosts) Connect(ctx context.Context) (driver.Conn, error) {
	n := int64(len(h.each))
	start := h.good.Load()
	if h.anyOrder {
		start = rand.Int64N(n)
	}
	var refusals []error
	for i := range n {
		at := (start + i) % n
		conn, err := h.each[at].connect(ctx)
		if err == nil {
			if !h.inOrder {
				h.good.Store(at)
			}
			return conn, nil
		}
		refusals = append(refusals, err)
		if ctx.Err() != nil {
			break
		}
	}
	return nil, &unreachable{errors.Join(refusals...)}
}

func (h *hosts) Driver() driver.Driver { return &pq.Driver{} }

// unreachable reports that no server could be reached, or none of the wanted kind.
type unreachable struct{ error }

func (u *unreachable) Unwrap() error { return u.error }

// misconfigured reports whether the servers refuse connections for good: the database, the name and
// password, or the wanted parameters are wrong.
func (u *unreachable) misconfigured() bool {
	e, ok := errors.AsType[*pq.Error](u.error)
	if !ok {
		return false
	}
	switch e.Code.Class() {
	case "28", "3D":
		return true
	}
	return false
}
