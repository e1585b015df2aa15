// The work beside the requests of a service.

package app

import (
	"context"
	"net"
	"net/netip"
	"sync"

	"example.com/resourceful/framework/background"
	"example.com/resourceful/framework/rest"
)

// background starts the work beside the requests, which goes on until ctx ends: the team's tasks, webhooks, backups,
// sweeps and purges. The returned function waits for their end, for a limited time. base begins links of tasks where no
// base-url does.
func (c *serveCmd) background(ctx context.Context, p *program, s *assembled, base string) (wait func(context.Context)) {
	var running sync.WaitGroup
	running.Go(func() { s.inner.DeliverWebhooks(ctx) })
	if s.files != nil {
		running.Go(func() { c.sweepFiles(ctx, s.inner, p.log()) })
	}
	if s.inner.Purges() {
		running.Go(func() { c.purge(ctx, s.inner, p.log()) })
	}
	if s.backups != nil {
		running.Go(func() { s.backups.Run(ctx) })
	}
	waitForTasks := background.Start(ctx, background.Service{
		Set: s.plan.Name, DB: s.db, Log: p.log(), Tasks: s.tasks, Handler: s.inner, Base: base,
		Call: func(ctx context.Context, task string) *rest.Call {
			return rest.CallOf(s.inner.BackgroundCall(ctx, task, base))
		},
	}, p.own.Background)
	ended := make(chan struct{})
	go func() {
		running.Wait()
		close(ended)
	}()
	return func(limit context.Context) {
		if err := waitForTasks(limit); err != nil {
			p.log().Warn(err.Error())
		}
		select {
		case <-ended:
		case <-limit.Done():
			select {
			case <-ended:
			default:
				p.log().Warn("webhooks, backups, sweeps or purges were cut off")
			}
		}
	}
}

// localBase returns the base of links to a service that only this machine can reach; "" for another one, whose host only its
// settings know.
func localBase(scheme string, at net.Addr) string {
	if addr, err := netip.ParseAddrPort(at.String()); err != nil || !addr.Addr().IsLoopback() {
		return ""
	}
	return scheme + "://" + at.String()
}

// ready returns an error while the service cannot do its work.
func (s *assembled) ready(ctx context.Context) error {
	if err := s.db.Ping(ctx); err != nil {
		return err
	}
	return s.tasks.Ready()
}
