// Deliveries of events to webhooks: what is due, and its results.

package events

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
	"example.com/resourceful/framework/store/record"
	"example.com/resourceful/framework/webhook"
)

const (
	// sentAtOnce is the largest number of concurrent deliveries; each webhook has at most one. sentByAccount and
	// sentToHost leave places for others: slow receivers may hold a place for as long as webhook.Timeout.
	sentAtOnce    = 64
	sentByAccount = 4
	sentToHost    = 8
	// claimed is how long a delivery belongs to the process that sends it: longer than sending takes.
	claimed = time.Minute
	// maxDeliveries is the number of failures, over about three days, after which a delivery is dead.
	maxDeliveries = 16
	// FirstRetry is roughly the wait after the first failure; it doubles after each further one.
	FirstRetry = 5 * time.Second
	maxRetry   = 8 * time.Hour
	// settleWait is how long the first of some results waits for others, to be stored with them.
	settleWait = 5 * time.Millisecond
)

// webhooks delivers events to webhooks. Only one goroutine uses it, beside those that send.
type webhooks struct {
	hub            *Hub
	h              *request.Service
	hooks, queue   *store.Table
	hook, delivery *schema.Type
	sender         *webhook.Sender
	retry          time.Duration

	due     []due // those found together in the order of their waits
	places  places
	results chan result
}

// due is a webhook with the key of its next delivery.
type due struct {
	hook     schema.Webhook
	delivery schema.Key
}

// result is the outcome of one delivery.
type result struct {
	hook     schema.Webhook
	delivery int64
	status   int   // of the answer, 0 for none
	failure  error // nil for a success
}

// places counts the deliveries in progress.
type places struct {
	hooks    map[int64]bool
	accounts map[int64]int
	hosts    map[string]int
}

// take reserves a place for a webhook, and reports whether there is one.
func (p *places) take(hook *schema.Webhook) bool {
	host := hostOf(hook)
	if len(p.hooks) >= sentAtOnce || p.hooks[hook.ID] || p.accounts[hook.Account] >= sentByAccount || p.hosts[host] >= sentToHost {
		return false
	}
	p.hooks[hook.ID] = true
	p.accounts[hook.Account]++
	p.hosts[host]++
	return true
}

// leave ends the reservation of take.
func (p *places) leave(hook *schema.Webhook) {
	delete(p.hooks, hook.ID)
	release(p.accounts, hook.Account)
	release(p.hosts, hostOf(hook))
}

func release[K comparable](counts map[K]int, key K) {
	if counts[key]--; counts[key] == 0 {
		delete(counts, key)
	}
}

// hostOf returns the host that a webhook sends to, without its port and in one spelling.
func hostOf(hook *schema.Webhook) string {
	u, err := url.Parse(hook.URL)
	if err != nil {
		return ""
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if address, err := netip.ParseAddr(host); err == nil {
		return address.Unmap().WithZone("").String()
	}
	return host
}

// Deliver sends events to the webhooks of the service until ctx ends. Several processes share the work.
func (hub *Hub) Deliver(ctx context.Context) {
	p := hub.h.Plan.Webhooks
	w := &webhooks{
		hub: hub, h: hub.h, hook: p.Type, delivery: p.Deliveries, hooks: hub.h.Tables[p.Type.Go].Table, queue: hub.h.Tables[p.Deliveries.Go].Table,
		sender: webhook.NewSender(hub.h.Options.Events.Networks), retry: hub.h.Options.Events.Retry,
		places: places{map[int64]bool{}, map[int64]int{}, map[string]int{}}, results: make(chan result, sentAtOnce),
	}
	defer hub.join()()
	tick := time.NewTicker(min(eventPoll, w.retry))
	defer tick.Stop()
	defer func() {
		for len(w.places.hooks) > 0 {
			w.settle(context.WithoutCancel(ctx), <-w.results)
		}
	}()
	failing, changed := false, hub.next()
	var settled []schema.Key // webhooks with new results; nil to look at all webhooks
	for {
		var err error
		if settled == nil {
			err = w.enqueueAll(ctx)
		}
		if err = errors.Join(err, w.sendDue(ctx, settled)); err != nil && ctx.Err() == nil && !failing {
			hub.h.Options.Logger.Warn("webhooks are sent events later", "error", err)
		}
		failing, settled = err != nil, nil
		select {
		case <-changed:
			changed = hub.next()
		case r := <-w.results:
			settled = w.settle(context.WithoutCancel(ctx), w.more(r)...)
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// more returns a result with those that come in a moment, so that one transaction stores them.
func (w *webhooks) more(results ...result) []result {
	late := time.NewTimer(settleWait)
	defer late.Stop()
	for len(results) < len(w.places.hooks) {
		select {
		case r := <-w.results:
			results = append(results, r)
		case <-late.C:
			return results
		}
	}
	return results
}

// active returns the active webhooks among some keys, or all of them if among is nil.
func (w *webhooks) active(ctx context.Context, among []schema.Key) (list []schema.Webhook, err error) {
	where := predicate.Expr{Op: predicate.OpEq, Name: "active", Index: w.hook.ByWire("active").Index, Value: true}
	if among != nil {
		where = predicate.And(where, access.AmongKeys(w.hook, among))
	}
	return selectAll[schema.Webhook](w.hooks.Read(ctx), where)
}

// selectAll returns the rows that meet a condition, in the order of their keys.
func selectAll[T any](rows store.Rows, where predicate.Expr) (list []T, err error) {
	err = rows.Select(store.Selection{Where: where, Order: []store.Order{{Field: rows.Type().Key}}}, func(rec *schema.Record) error {
		var row T
		rec.StoreValue(&row)
		list = append(list, row)
		return nil
	})
	return list, err
}

// sendDue sends the next delivery of each webhook for which there is a place. It asks the database for those of the
// webhooks that have settled one, or for all if settled is nil.
func (w *webhooks) sendDue(ctx context.Context, settled []schema.Key) error {
	now := w.h.Options.Now()
	if settled == nil {
		w.due = nil
	}
	found, err := w.findDue(ctx, now, settled)
	if err != nil {
		return err
	}
	w.due = append(w.due, found...)
	var next []due
	w.due = slices.DeleteFunc(w.due, func(d due) bool {
		if w.places.take(&d.hook) {
			next = append(next, d)
			return true
		}
		return false
	})
	deliveries, err := w.claim(ctx, next, now)
	for _, d := range next {
		delivery, found := deliveries[d.hook.ID]
		if !found {
			w.places.leave(&d.hook)
			continue
		}
		go func() {
			message := webhook.Message{URL: d.hook.URL, Secret: d.hook.Secret, ID: fmt.Sprintf("evt_%d_%d", d.hook.ID, delivery.ID), Body: []byte(delivery.Body)}
			status, failure := w.sender.Send(ctx, message, now)
			w.results <- result{d.hook, delivery.ID, status, failure}
		}()
	}
	return err
}

// findDue returns the webhooks among some, as in active, with a due delivery that are neither busy nor waiting for a
// retry.
func (w *webhooks) findDue(ctx context.Context, now time.Time, among []schema.Key) (list []due, err error) {
	hooks, err := w.active(ctx, among)
	free, keys := map[schema.Key]schema.Webhook{}, []schema.Key(nil)
	for _, hook := range hooks {
		if key := schema.NumberKey(hook.ID); !w.places.hooks[hook.ID] && (hook.RetryAt == nil || !now.Before(*hook.RetryAt)) {
			free[key], keys = hook, append(keys, key)
		}
	}
	if err != nil || len(keys) == 0 {
		return nil, err
	}
	err = record.FirstOfEach(ctx, w.queue, w.delivery.ByWire("webhook"), keys, w.isDue(now), w.delivery.ByWire("next_at"), func(hook, delivery schema.Key) {
		list = append(list, due{free[hook], delivery})
	})
	return list, err
}

// isDue is the condition that a delivery is to be sent.
func (w *webhooks) isDue(now time.Time) predicate.Expr {
	state, next := w.delivery.ByWire("state"), w.delivery.ByWire("next_at")
	return predicate.And(
		predicate.Expr{Op: predicate.OpEq, Name: "state", Index: state.Index, Value: schema.DeliveryPending},
		predicate.Expr{Op: predicate.OpLte, Name: "next_at", Index: next.Index, Value: next.Arg(now)})
}

// claim reserves deliveries for this process, and returns those that no other one has claimed, by webhook.
func (w *webhooks) claim(ctx context.Context, list []due, now time.Time) (claims map[int64]schema.Delivery, err error) {
	var keys []schema.Key
	for _, d := range list {
		keys = append(keys, d.delivery)
	}
	if len(keys) == 0 {
		return nil, nil
	}
	err = w.queue.Write(ctx, func(tx *store.Tx) error {
		claims = map[int64]schema.Delivery{}
		return change(tx, w.queue, keys, w.isDue(now), []string{"attempts", "next_at"}, func(row *schema.Delivery) {
			until := now.Add(claimed)
			row.Attempts++
			row.NextAt = &until
			claims[row.Webhook] = *row
		})
	})
	if err != nil {
		return nil, err
	}
	return claims, nil
}

// change locks rows, and changes some fields of those that meet a condition.
func change[T any](tx *store.Tx, of *store.Table, keys []schema.Key, where predicate.Expr, names []string, fn func(*T)) error {
	tx = tx.On(of)
	if err := tx.LockMany(keys); err != nil {
		return err
	}
	t := of.Type()
	rows, err := selectAll[T](of.ReadIn(tx.Context(), tx), predicate.And(where, access.AmongKeys(t, keys)))
	if err != nil || len(rows) == 0 {
		return err
	}
	var changed []schema.Key
	var recs []*schema.Record
	for i := range rows {
		fn(&rows[i])
		rec := t.Acquire()
		defer rec.Release()
		rec.Assign(&rows[i])
		recs, changed = append(recs, rec), append(changed, rec.Key())
	}
	var fields []*schema.Field
	for _, name := range names {
		fields = append(fields, t.ByColumn(name))
	}
	return tx.UpdateMany(changed, recs, fields)
}

// settle stores the results of deliveries, in them and in their webhooks, gives their places to others, and returns the
// keys of the webhooks.
func (w *webhooks) settle(ctx context.Context, results ...result) (hooks []schema.Key) {
	now := w.h.Options.Now()
	ofHook, ofDelivery := map[int64]result{}, map[int64]result{}
	var deliveries []schema.Key
	for _, r := range results {
		w.places.leave(&r.hook)
		ofHook[r.hook.ID], ofDelivery[r.delivery] = r, r
		hooks, deliveries = append(hooks, schema.NumberKey(r.hook.ID)), append(deliveries, schema.NumberKey(r.delivery))
	}
	err := w.hooks.Write(ctx, func(tx *store.Tx) error {
		err := change(tx, w.hooks, hooks, predicate.Constant(true), []string{"failures", "retry_at", "active"}, func(hook *schema.Webhook) {
			r := ofHook[hook.ID]
			hook.Failures, hook.RetryAt = w.failed(hook.Failures, r, now)
			hook.Active = hook.Active && r.status != http.StatusGone // 410 ends the webhook, as in Standard Webhooks
		})
		if err != nil {
			return err
		}
		return change(tx, w.queue, deliveries, predicate.Constant(true), []string{"state", "status", "error", "next_at"}, func(row *schema.Delivery) {
			r := ofDelivery[row.ID]
			row.Status, row.Error, row.NextAt = r.status, "", nil
			switch {
			case r.failure == nil:
				row.State = schema.DeliveryDelivered
			case row.Attempts >= maxDeliveries:
				row.State, row.Error = schema.DeliveryDead, r.failure.Error()
			default:
				at := now.Add(w.backOff(row.Attempts))
				row.NextAt, row.Error = &at, r.failure.Error()
			}
		})
	})
	if err != nil {
		w.h.Options.Logger.Warn("the outcomes of webhooks are lost; their messages are sent again", "webhooks", len(results), "error", err)
	}
	return hooks
}

// failed returns the failures of a webhook after a result, and the time before which nothing is sent.
func (w *webhooks) failed(before int, r result, now time.Time) (failures int, retry *time.Time) {
	if r.failure == nil {
		return 0, nil
	}
	at := now.Add(w.backOff(before + 1))
	return before + 1, &at
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
