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
func (hub *Hub) Deliver(ctx context.Context) {
	p := hub.h.Plan.Webhooks
	w := &webhooks{
		h: hub.h, hook: p.Type, delivery: p.Deliveries, hooks: hub.h.Tables[p.Type.Go].Table, queue: hub.h.Tables[p.Deliveries.Go].Table,
		sender: webhook.NewSender(hub.h.Options.Events.Networks), busy: map[int64]bool{}, again: make(chan struct{}, 1), retry: hub.h.Options.Events.Retry,
	}
	defer hub.join()()
	tick := time.NewTicker(min(eventPoll, w.retry))
	defer tick.Stop()
	var sending sync.WaitGroup
	defer sending.Wait()
	failing := false
	for {
		changed := hub.next()
		err := w.enqueueAll(ctx)
		if err == nil {
			err = w.sendDue(ctx, &sending)
		}
		if err != nil && ctx.Err() == nil && !failing {
			hub.h.Options.Logger.Warn("webhooks are sent events later", "error", err)
		}
		failing = err != nil
		select {
		case <-changed:
		case <-w.again:
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// all returns the active webhooks.
func (w *webhooks) all(ctx context.Context) (list []schema.Webhook, err error) {
	active := w.hook.ByWire("active")
	where := predicate.Expr{Op: predicate.OpEq, Name: "active", Index: active.Index, Value: true}
	err = w.hooks.Read(ctx).Select(store.Selection{Where: where, Order: []store.Order{{Field: w.hook.Key}}}, func(rec *schema.Record) error {
		var hook schema.Webhook
		rec.StoreValue(&hook)
		list = append(list, hook)
		return nil
	})
	return list, err
}

// enqueueAll makes deliveries of new events that the account of each webhook may see. A failure of one
// webhook does not affect the others.
func (w *webhooks) enqueueAll(ctx context.Context) error {
	list, err := w.all(ctx)
	failed := []error{err}
	for _, hook := range list {
		for more := true; more && ctx.Err() == nil; {
			if more, err = w.enqueue(ctx, &hook); err != nil {
				failed = append(failed, fmt.Errorf("webhook %d: %w", hook.ID, err))
				break
			}
		}
	}
	return errors.Join(failed...)
}

// enqueue makes deliveries of the next events, and reports whether there may be more. It reads the account
// after the events, so that the account's rights are those at the commit or later ones.
func (w *webhooks) enqueue(ctx context.Context, hook *schema.Webhook) (more bool, err error) {
	next, err := w.h.Routes.Outbox.After(ctx, hook.Position, maxTold)
	if err != nil || len(next) == 0 {
		return false, err
	}
	l, err := w.listener(ctx, hook)
	if err != nil || l == nil {
		return false, err
	}
	events, err := l.tell(ctx, next)
	if err != nil {
		return false, err
	}
	last, now := events[len(events)-1].position, w.h.Options.Now()
	err = w.hooks.Write(ctx, func(tx *store.Tx) error {
		rec := w.hook.Acquire()
		defer rec.Release()
		found, err := tx.Lock(schema.NumberKey(hook.ID), rec)
		position := w.hook.ByColumn("position")
		if err != nil || !found || rec.Column(position.Index) != hook.Position { // another process has made them
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
				made := w.delivery.Acquire()
				made.Assign(&schema.Delivery{Webhook: hook.ID, Account: hook.Account, Event: fmt.Sprint(e.position), Body: string(e.body), State: schema.DeliveryPending, Created: now, NextAt: &now})
				recs = append(recs, made)
			}
		}
		if len(recs) > 0 {
			if _, err := tx.On(w.queue).InsertMany(recs); err != nil {
				return err
			}
		}
		rec.Set(position, last)
		_, err = tx.Update(rec.Key(), rec, []*schema.Field{position})
		return err
	})
	hook.Position = last
	return err == nil, err
}

// listener returns the account of a webhook as a listener; nil if it is deleted or inactive.
func (w *webhooks) listener(ctx context.Context, hook *schema.Webhook) (*listener, error) {
	users := w.h.Tables[reflect.TypeFor[auth.User]()]
	where := predicate.Expr{Op: predicate.OpEq, Name: "id", Index: users.Type.Key.Index, Value: hook.Account}
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
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, w.h.Options.BaseURL+Path, nil)
	if err != nil {
		return nil, err
	}
	l := &listener{x: &request.Exchange{Service: w.h, Context: ctx, R: r, Base: w.h.Options.BaseURL}}
	if vs := w.h.Routes.Versions; vs != nil {
		l.version = vs.Initial
	}
	if len(hook.Resources) > 0 {
		l.only = map[string]bool{}
		for _, name := range hook.Resources {
			l.only[name] = true
		}
	}
	return l, l.as(ctx, who)
}

// sendDue sends the next delivery of each webhook that is neither busy nor waiting for a retry.
func (w *webhooks) sendDue(ctx context.Context, sending *sync.WaitGroup) error {
	list, err := w.all(ctx)
	for _, hook := range list {
		now := w.h.Options.Now()
		if err != nil || ctx.Err() != nil {
			return err
		}
		if hook.RetryAt != nil && now.Before(*hook.RetryAt) || !w.begin(hook.ID) {
			continue
		}
		var delivery *schema.Delivery
		if delivery, err = w.claim(ctx, hook.ID, now); err != nil || delivery == nil {
			w.end(hook.ID)
			continue
		}
		sending.Go(func() {
			status, failure := w.sender.Send(ctx, webhook.Message{URL: hook.URL, Secret: hook.Secret, ID: fmt.Sprintf("evt_%d_%d", hook.ID, delivery.ID), Body: []byte(delivery.Body)}, now)
			err := w.settle(context.WithoutCancel(ctx), hook.ID, delivery, status, failure)
			if err != nil {
				w.h.Options.Logger.Warn("the outcome of a webhook is lost; its message is sent again", "webhook", hook.ID, "error", err)
			}
			w.end(hook.ID)
			select {
			case w.again <- struct{}{}:
			default:
			}
		})
	}
	return err
}

// begin reserves a webhook until end, and reports whether it was free.
func (w *webhooks) begin(id int64) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.busy[id] || len(w.busy) >= sentAtOnce {
		return false
	}
	w.busy[id] = true
	return true
}

func (w *webhooks) end(id int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.busy, id)
}

// claim reserves the next delivery of a webhook for this process; nil for none.
func (w *webhooks) claim(ctx context.Context, id int64, now time.Time) (delivery *schema.Delivery, err error) {
	is := func(name string, value any) predicate.Expr {
		return predicate.Expr{Op: predicate.OpEq, Name: name, Index: w.delivery.ByWire(name).Index, Value: value}
	}
	next := w.delivery.ByWire("next_at")
	due := predicate.And(is("webhook", id), is("state", schema.DeliveryPending), predicate.Expr{Op: predicate.OpLte, Name: "next_at", Index: next.Index, Value: next.Arg(now)})
	found, key := false, schema.Key{}
	err = w.queue.Read(ctx).Select(store.Selection{Where: due, Order: []store.Order{{Field: w.delivery.Key}}, Limit: 1}, func(rec *schema.Record) error {
		found, key = true, rec.Key()
		return nil
	})
	if err != nil || !found {
		return nil, err
	}
	err = w.change(ctx, key, func(row *schema.Delivery) bool {
		if row.State != schema.DeliveryPending || row.NextAt == nil || row.NextAt.After(now) {
			delivery = nil // another process has claimed it
			return false
		}
		until := now.Add(claimed)
		row.Attempts++
		row.NextAt = &until
		copied := *row
		delivery = &copied
		return true
	})
	return delivery, err
}

// change updates a delivery if fn returns true.
func (w *webhooks) change(ctx context.Context, key schema.Key, fn func(*schema.Delivery) bool) error {
	return w.queue.Write(ctx, func(tx *store.Tx) error {
		rec := w.delivery.Acquire()
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
		_, err = tx.Update(key, rec, w.delivery.Columns())
		return err
	})
}

// settle stores the result of a delivery, in it and in its webhook.
func (w *webhooks) settle(ctx context.Context, id int64, delivery *schema.Delivery, status int, failure error) error {
	now := w.h.Options.Now()
	err := w.hooks.Write(ctx, func(tx *store.Tx) error {
		rec := w.hook.Acquire()
		defer rec.Release()
		found, err := tx.Lock(schema.NumberKey(id), rec)
		if err != nil || !found {
			return err
		}
		var hook schema.Webhook
		rec.StoreValue(&hook)
		if failure == nil && hook.Failures == 0 {
			return nil
		}
		hook.Failures, hook.RetryAt = hook.Failures+1, nil
		if failure == nil {
			hook.Failures = 0
		} else {
			at := now.Add(w.backOff(hook.Failures))
			hook.RetryAt = &at
		}
		if status == http.StatusGone {
			hook.Active = false // 410 ends the webhook, as in Standard Webhooks
		}
		rec.Assign(&hook)
		_, err = tx.Update(rec.Key(), rec, []*schema.Field{w.hook.ByWire("failures"), w.hook.ByWire("retry_at"), w.hook.ByWire("active")})
		return err
	})
	if err != nil {
		return err
	}
	return w.change(ctx, schema.NumberKey(delivery.ID), func(row *schema.Delivery) bool {
		row.Status, row.Error, row.NextAt = status, "", nil
		switch {
		case failure == nil:
			row.State = schema.DeliveryDelivered
		case row.Attempts >= maxDeliveries:
			row.State, row.Error = schema.DeliveryDead, failure.Error()
		default:
			at := now.Add(w.backOff(row.Attempts))
			row.NextAt, row.Error = &at, failure.Error()
		}
		return true
	})
}

// backOff returns the wait after a number of failures. It doubles with each, and part of it is random, so
// that deliveries that failed together do not retry together.
func (w *webhooks) backOff(failures int) time.Duration {
	wait := min(w.retry<<min(failures-1, 30), maxRetry)
	if wait <= 0 {
		wait = maxRetry
	}
	return wait/2 + rand.N(wait/2+1)
}
