// Making deliveries: the events for each webhook, as its account may see them.

package events

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

const (
	// maxEnqueued and enqueuedBytes are roughly the limits of one transaction that makes deliveries.
	maxEnqueued   = 500
	enqueuedBytes = 4 << 20
)

// enqueued are the messages for a webhook of the events after its position.
type enqueued struct {
	hook   *schema.Webhook
	last   int64
	bodies []toldEvent
}

// enqueueAll makes deliveries of new events that the account of each webhook may see. A failure for one
// account does not affect the others.
func (w *webhooks) enqueueAll(ctx context.Context) error {
	list, err := w.active(ctx, nil)
	last := w.hub.position()
	behind := func(hook *schema.Webhook) bool { return hook.Position < last }
	hooks := map[int64][]*schema.Webhook{} // by account
	for i := range list {
		if behind(&list[i]) {
			hooks[list[i].Account] = append(hooks[list[i].Account], &list[i])
		}
	}
	if err != nil || len(hooks) == 0 {
		return err
	}
	active, err := w.accounts(ctx, slices.Collect(maps.Keys(hooks)))
	failed := []error{err}
	for len(active) > 0 && ctx.Err() == nil {
		at := map[int64]map[int64][]*schema.Webhook{} // by position and account
		for account := range active {
			for _, hook := range hooks[account] {
				if behind(hook) {
					if at[hook.Position] == nil {
						at[hook.Position] = map[int64][]*schema.Webhook{}
					}
					at[hook.Position][account] = append(at[hook.Position][account], hook)
				}
			}
		}
		if len(at) == 0 {
			break
		}
		for _, position := range slices.Sorted(maps.Keys(at)) {
			lost, err := w.enqueue(ctx, position, at[position])
			if err != nil {
				failed = append(failed, err)
			}
			for _, account := range lost {
				delete(active, account)
			}
		}
	}
	return errors.Join(failed...)
}

// enqueue makes deliveries of the next events after a position, for webhooks by their accounts. It returns the accounts
// that get none. It reads the accounts after the events, so that their rights are those at the commit or later ones.
func (w *webhooks) enqueue(ctx context.Context, position int64, hooks map[int64][]*schema.Webhook) (lost []int64, err error) {
	ids := slices.Sorted(maps.Keys(hooks))
	next, err := w.h.Routes.Outbox.After(ctx, position, maxTold)
	if err != nil || len(next) == 0 {
		return ids, err
	}
	accounts, err := w.accounts(ctx, ids)
	if err != nil {
		return ids, err
	}
	shared, failed := &sharedRows{}, []error(nil)
	var batch []enqueued
	rows, bytes := 0, 0
	flush := func() error {
		err := w.store(ctx, batch)
		batch, rows, bytes = nil, 0, 0
		return err
	}
	for _, id := range ids {
		var told []enqueued
		who := accounts[id]
		if who != nil {
			if told, err = w.tell(ctx, who, hooks[id], next, shared); err != nil {
				failed = append(failed, fmt.Errorf("webhooks of account %d: %w", id, err))
			}
		}
		if who == nil || err != nil {
			lost = append(lost, id)
			continue
		}
		for _, e := range told {
			batch = append(batch, e)
			rows += len(e.bodies)
			for _, m := range e.bodies {
				bytes += len(m.body)
			}
			if rows >= maxEnqueued || bytes >= enqueuedBytes {
				if err := flush(); err != nil {
					return ids, errors.Join(append(failed, err)...)
				}
			}
		}
	}
	if err := flush(); err != nil {
		return ids, errors.Join(append(failed, err)...)
	}
	return lost, errors.Join(failed...)
}

// accounts returns the active accounts among some, by their keys.
func (w *webhooks) accounts(ctx context.Context, ids []int64) (map[int64]*auth.Credentials, error) {
	users := w.h.Tables[reflect.TypeFor[auth.User]()]
	var keys []schema.Key
	for _, id := range ids {
		keys = append(keys, schema.NumberKey(id))
	}
	list, err := access.Select[auth.User](users.Read(ctx), access.AmongKeys(users.Type, keys))
	active := map[int64]*auth.Credentials{}
	for _, user := range list {
		if user.Active {
			user.Password = ""
			active[user.ID] = &auth.Credentials{Scheme: "webhook", User: user}
		}
	}
	return active, err
}

// tell returns the messages for the webhooks of an account, which all have the same position.
func (w *webhooks) tell(ctx context.Context, who *auth.Credentials, hooks []*schema.Webhook, next []schema.Event, shared *sharedRows) (list []enqueued, err error) {
	l, err := w.listener(ctx, who, hooks)
	if err != nil {
		return nil, err
	}
	l.shared = shared
	events, err := l.tell(ctx, next)
	if err != nil {
		return nil, err
	}
	for _, hook := range hooks {
		e := enqueued{hook: hook, last: events[len(events)-1].position}
		for i, event := range events {
			if event.body != nil && (len(hook.Resources) == 0 || slices.Contains(hook.Resources, l.watched(next[i].Table).Name)) {
				e.bodies = append(e.bodies, event)
			}
		}
		list = append(list, e)
	}
	return list, nil
}

// listener returns an account as a listener to the events of some webhooks.
func (w *webhooks) listener(ctx context.Context, who *auth.Credentials, hooks []*schema.Webhook) (*listener, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, w.h.Options.BaseURL+Path, nil)
	if err != nil {
		return nil, err
	}
	l := &listener{x: &request.Exchange{Service: w.h, Context: ctx, R: r, Base: w.h.Options.BaseURL}, only: map[string]bool{}}
	if vs := w.h.Routes.Versions; vs != nil {
		l.version = vs.Initial
	}
	for _, hook := range hooks {
		for _, name := range hook.Resources {
			l.only[name] = true
		}
	}
	if slices.ContainsFunc(hooks, func(hook *schema.Webhook) bool { return len(hook.Resources) == 0 }) {
		l.only = nil
	}
	return l, l.as(ctx, who)
}

// store stores the deliveries of a batch, and the new positions of its webhooks. It leaves out webhooks for which another
// process has made them.
func (w *webhooks) store(ctx context.Context, batch []enqueued) error {
	if len(batch) == 0 {
		return nil
	}
	now, of := w.h.Options.Now(), map[int64]enqueued{}
	var keys []schema.Key
	for _, e := range batch {
		of[e.hook.ID], keys = e, append(keys, schema.NumberKey(e.hook.ID))
	}
	err := w.hooks.Write(ctx, func(tx *store.Tx) error {
		var recs []*schema.Record
		defer func() {
			for _, rec := range recs {
				rec.Release()
			}
		}()
		err := access.Change(tx, w.hooks, keys, predicate.Constant(true), []string{"position"}, func(hook *schema.Webhook) bool {
			e := of[hook.ID]
			if hook.Position != e.hook.Position {
				return false
			}
			hook.Position = e.last
			for _, m := range e.bodies {
				rec := w.queue.Type().Acquire()
				rec.Assign(&schema.Delivery{Webhook: hook.ID, Account: hook.Account, Event: fmt.Sprint(m.position), Body: string(m.body), State: schema.DeliveryPending, Created: now, NextAt: &now})
				recs = append(recs, rec)
			}
			return true
		})
		if err == nil && len(recs) > 0 {
			_, err = tx.On(w.queue).InsertMany(recs)
		}
		return err
	})
	if err == nil {
		for _, e := range batch {
			e.hook.Position = e.last
		}
	}
	return err
}
