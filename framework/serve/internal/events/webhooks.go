// Deliveries of events to webhooks.

package events

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"reflect"
	"sync"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
	"example.com/resourceful/framework/webhook"
)

const (
	// sentAtOnce is the largest number of concurrent deliveries; each webhook has at most one.
	sentAtOnce = 16
	// claimed is how long a delivery belongs to the process that sends it: longer than sending takes.
	claimed = time.Minute
	// maxDeliveries is the number of failures, over about three days, after which a delivery is dead.
	maxDeliveries = 16
	// FirstRetry is roughly the wait after the first failure; it doubles after each further one.
	FirstRetry = 5 * time.Second
	maxRetry   = 8 * time.Hour
)

// webhooks delivers events to webhooks.
type webhooks struct {
	h              *request.Service
	hooks, queue   *store.Table
	hook, delivery *schema.Type
	sender         *webhook.Sender
	again          chan struct{} // a delivery has ended
	retry          time.Duration

	mu   sync.Mutex
	busy map[int64]bool // webhooks with a delivery in progress
}

// Deliver sends events to the webhooks of the service until ctx ends. Several processes share the work.
func (b *Hub) Deliver(ctx context.Context) {
	p := b.h.Plan.Webhooks
	d := &webhooks{
		h: b.h, hook: p.Type, delivery: p.Deliveries, hooks: b.h.Tables[p.Type.Go].Table, queue: b.h.Tables[p.Deliveries.Go].Table,
		sender: webhook.NewSender(b.h.Options.Events.Networks), busy: map[int64]bool{}, again: make(chan struct{}, 1), retry: b.h.Options.Events.Retry,
	}
	defer b.join()()
	tick := time.NewTicker(min(eventPoll, d.retry))
	defer tick.Stop()
	var sending sync.WaitGroup
	defer sending.Wait()
	failing := false
	for {
		changed := b.next()
		err := d.enqueueAll(ctx)
		if err == nil {
			err = d.sendDue(ctx, &sending)
		}
		if err != nil && ctx.Err() == nil && !failing {
			b.h.Options.Logger.Warn("webhooks are sent events later", "error", err)
		}
		failing = err != nil
		select {
		case <-changed:
		case <-d.again:
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// all returns the active webhooks.
func (d *webhooks) all(ctx context.Context) (list []schema.Webhook, err error) {
	active := d.hook.ByWire("active")
	where := predicate.Expr{Op: predicate.OpEq, Name: "active", Index: active.Index, Value: true}
	err = d.hooks.Read(ctx).Select(store.Selection{Where: where, Order: []store.Order{{Field: d.hook.Key}}}, func(rec *schema.Record) error {
		var w schema.Webhook
		rec.StoreValue(&w)
		list = append(list, w)
		return nil
	})
	return list, err
}

// enqueueAll makes deliveries of new events that the account of each webhook may see. A failure of one
// webhook does not affect the others.
func (d *webhooks) enqueueAll(ctx context.Context) error {
	list, err := d.all(ctx)
	failed := []error{err}
	for _, w := range list {
		for more := true; more && ctx.Err() == nil; {
			if more, err = d.enqueue(ctx, &w); err != nil {
				failed = append(failed, fmt.Errorf("webhook %d: %w", w.ID, err))
				break
			}
		}
	}
	return errors.Join(failed...)
}

// enqueue makes deliveries of the next events, and reports whether there may be more. It reads the account
// after the events, so that the account's rights are those at the commit or later ones.
func (d *webhooks) enqueue(ctx context.Context, w *schema.Webhook) (more bool, err error) {
	next, err := d.h.Routes.Outbox.After(ctx, w.Position, maxTold)
	if err != nil || len(next) == 0 {
		return false, err
	}
	l, err := d.listener(ctx, w)
	if err != nil || l == nil {
		return false, err
	}
	events, err := l.tell(ctx, next)
	if err != nil {
		return false, err
	}
	last, now := events[len(events)-1].position, d.h.Options.Now()
	err = d.hooks.Write(ctx, func(tx *store.Tx) error {
		rec := d.hook.Acquire()
		defer rec.Release()
		found, err := tx.Lock(schema.NumberKey(w.ID), rec)
		position := d.hook.ByColumn("position")
		if err != nil || !found || rec.Column(position.Index) != w.Position { // another process has made them
			return err
		}
		var recs []*schema.Record
		defer func() {
			for _, rec := range recs {
				rec.Release()
			}
		}()
		for _, e := range events {
			if e.body != nil {
				made := d.delivery.Acquire()
				made.Assign(&schema.Delivery{Webhook: w.ID, Account: w.Account, Event: fmt.Sprint(e.position), Body: string(e.body), State: schema.DeliveryPending, Created: now, NextAt: &now})
				recs = append(recs, made)
			}
		}
		if len(recs) > 0 {
			if _, err := tx.On(d.queue).InsertMany(recs); err != nil {
				return err
			}
		}
		rec.Set(position, last)
		_, err = tx.Update(rec.Key(), rec, []*schema.Field{position})
		return err
	})
	w.Position = last
	return err == nil, err
}

// listener returns the account of a webhook as a listener; nil if it is deleted or inactive.
func (d *webhooks) listener(ctx context.Context, w *schema.Webhook) (*listener, error) {
	users := d.h.Tables[reflect.TypeFor[auth.User]()]
	where := predicate.Expr{Op: predicate.OpEq, Name: "id", Index: users.Type.Key.Index, Value: w.Account}
	var who *auth.Credentials
	err := users.Read(ctx).Select(store.Selection{Where: where}, func(rec *schema.Record) error {
		who = &auth.Credentials{Scheme: "webhook"}
		rec.StoreValue(&who.User)
		who.User.Password = ""
		return nil
	})
	if err != nil || who == nil || !who.User.Active {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, d.h.Options.BaseURL+Path, nil)
	if err != nil {
		return nil, err
	}
	l := &listener{x: &request.Exchange{Service: d.h, Context: ctx, R: r, Base: d.h.Options.BaseURL}}
	if vs := d.h.Routes.Versions; vs != nil {
		l.version = vs.Initial
	}
	if len(w.Resources) > 0 {
		l.only = map[string]bool{}
		for _, name := range w.Resources {
			l.only[name] = true
		}
	}
	return l, l.as(ctx, who)
}

// sendDue sends the next delivery of each webhook that is neither busy nor waiting for a retry.
func (d *webhooks) sendDue(ctx context.Context, sending *sync.WaitGroup) error {
	list, err := d.all(ctx)
	for _, w := range list {
		now := d.h.Options.Now()
		if err != nil || ctx.Err() != nil {
			return err
		}
		if w.RetryAt != nil && now.Before(*w.RetryAt) || !d.begin(w.ID) {
			continue
		}
		var m *schema.Delivery
		if m, err = d.claim(ctx, w.ID, now); err != nil || m == nil {
			d.end(w.ID)
			continue
		}
		sending.Go(func() {
			status, failure := d.sender.Send(ctx, webhook.Message{URL: w.URL, Secret: w.Secret, ID: fmt.Sprintf("evt_%d_%d", w.ID, m.ID), Body: []byte(m.Body)}, now)
			err := d.settle(context.WithoutCancel(ctx), w.ID, m, status, failure)
			if err != nil {
				d.h.Options.Logger.Warn("the outcome of a webhook is lost; its message is sent again", "webhook", w.ID, "error", err)
			}
			d.end(w.ID)
			select {
			case d.again <- struct{}{}:
			default:
			}
		})
	}
	return err
}

// begin reserves a webhook until end, and reports whether it was free.
func (d *webhooks) begin(id int64) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.busy[id] || len(d.busy) >= sentAtOnce {
		return false
	}
	d.busy[id] = true
	return true
}

func (d *webhooks) end(id int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.busy, id)
}

// claim reserves the next delivery of a webhook for this process; nil for none.
func (d *webhooks) claim(ctx context.Context, id int64, now time.Time) (m *schema.Delivery, err error) {
	is := func(name string, value any) predicate.Expr {
		return predicate.Expr{Op: predicate.OpEq, Name: name, Index: d.delivery.ByWire(name).Index, Value: value}
	}
	next := d.delivery.ByWire("next_at")
	due := predicate.And(is("webhook", id), is("state", schema.DeliveryPending), predicate.Expr{Op: predicate.OpLte, Name: "next_at", Index: next.Index, Value: next.Arg(now)})
	found, key := false, schema.Key{}
	err = d.queue.Read(ctx).Select(store.Selection{Where: due, Order: []store.Order{{Field: d.delivery.Key}}, Limit: 1}, func(rec *schema.Record) error {
		found, key = true, rec.Key()
		return nil
	})
	if err != nil || !found {
		return nil, err
	}
	err = d.change(ctx, key, func(row *schema.Delivery) bool {
		if row.State != schema.DeliveryPending || row.NextAt == nil || row.NextAt.After(now) {
			m = nil // another process has claimed it
			return false
		}
		until := now.Add(claimed)
		row.Attempts++
		row.NextAt = &until
		copied := *row
		m = &copied
		return true
	})
	return m, err
}

// change updates a delivery if fn returns true.
func (d *webhooks) change(ctx context.Context, key schema.Key, fn func(*schema.Delivery) bool) error {
	return d.queue.Write(ctx, func(tx *store.Tx) error {
		rec := d.delivery.Acquire()
		defer rec.Release()
		found, err := tx.Lock(key, rec)
		if err != nil || !found {
			return err
		}
		var row schema.Delivery
		if rec.StoreValue(&row); !fn(&row) {
			return nil
		}
		rec.Assign(&row)
		_, err = tx.Update(key, rec, d.delivery.Columns())
		return err
	})
}

// settle stores the result of a delivery, in it and in its webhook.
func (d *webhooks) settle(ctx context.Context, id int64, m *schema.Delivery, status int, failure error) error {
	now := d.h.Options.Now()
	err := d.hooks.Write(ctx, func(tx *store.Tx) error {
		rec := d.hook.Acquire()
		defer rec.Release()
		found, err := tx.Lock(schema.NumberKey(id), rec)
		if err != nil || !found {
			return err
		}
		var w schema.Webhook
		rec.StoreValue(&w)
		if failure == nil && w.Failures == 0 {
			return nil
		}
		w.Failures, w.RetryAt = w.Failures+1, nil
		if failure == nil {
			w.Failures = 0
		} else {
			at := now.Add(d.backOff(w.Failures))
			w.RetryAt = &at
		}
		if status == http.StatusGone {
			w.Active = false // 410 ends the webhook, as in Standard Webhooks
		}
		rec.Assign(&w)
		_, err = tx.Update(rec.Key(), rec, []*schema.Field{d.hook.ByWire("failures"), d.hook.ByWire("retry_at"), d.hook.ByWire("active")})
		return err
	})
	if err != nil {
		return err
	}
	return d.change(ctx, schema.NumberKey(m.ID), func(row *schema.Delivery) bool {
		row.Status, row.Error, row.NextAt = status, "", nil
		switch {
		case failure == nil:
			row.State = schema.DeliveryDelivered
		case row.Attempts >= maxDeliveries:
			row.State, row.Error = schema.DeliveryDead, failure.Error()
		default:
			at := now.Add(d.backOff(row.Attempts))
			row.NextAt, row.Error = &at, failure.Error()
		}
		return true
	})
}

// backOff returns the wait after a number of failures. It doubles with each, and part of it is random, so
// that deliveries that failed together do not retry together.
func (d *webhooks) backOff(failures int) time.Duration {
	wait := min(d.retry<<min(failures-1, 30), maxRetry)
	if wait <= 0 {
		wait = maxRetry
	}
	return wait/2 + rand.N(wait/2+1)
}
