// Deliveries of events to webhooks: a queue whose rows are messages.

package events

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/delivery"
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
	// maxDeliveries is the number of failures, over about three days, after which a delivery is dead.
	maxDeliveries = 16
	// FirstRetry is roughly the wait after the first failure; it doubles after each further one.
	FirstRetry = 5 * time.Second
	maxRetry   = 8 * time.Hour
)

// webhooks is the queue of messages to webhooks.
type webhooks struct {
	hub          *Hub
	h            *request.Service
	hooks, queue *store.Table
	sender       *webhook.Sender
	backOff      delivery.BackOff
}

// message is a delivery to a webhook, and its outcome.
type message struct {
	hook    schema.Webhook
	row     schema.Delivery // only its ID before it is claimed
	status  int             // of the answer, 0 for none
	failure error           // nil for a success
}

type item = delivery.Item[*message] // a pointer: queues of pointers share the engine's code

// Deliver sends events to the webhooks of the service until ctx ends. Several processes share the work.
func (hub *Hub) Deliver(ctx context.Context) {
	p, o := hub.h.Plan.Webhooks, &hub.h.Options
	w := &webhooks{
		hub: hub, h: hub.h, hooks: hub.h.Tables[p.Type.Go].Table, queue: hub.h.Tables[p.Deliveries.Go].Table,
		sender: webhook.NewSender(o.Events.Networks), backOff: delivery.BackOff{First: o.Events.Retry, Most: maxRetry},
	}
	defer hub.join()()
	engine := &delivery.Engine[*message]{
		Queue: w, Most: sentAtOnce, Log: o.Logger.With("queue", "webhooks"), Now: o.Now, Poll: min(eventPoll, o.Events.Retry), Changed: hub.next,
	}
	engine.Run(ctx)
}

// active returns the active webhooks among some, or all of them if among is nil.
func (w *webhooks) active(ctx context.Context, among []schema.Key) (list []schema.Webhook, err error) {
	where := predicate.Expr{Op: predicate.OpEq, Name: "active", Index: w.hooks.Type().ByWire("active").Index, Value: true}
	if among != nil {
		where = predicate.And(where, access.AmongKeys(w.hooks.Type(), among))
	}
	return access.Select[schema.Webhook](w.hooks.Read(ctx), where)
}

// Due implements delivery.Queue: it returns the next delivery of each webhook that is neither busy nor waiting for a retry,
// and before it looks at all of them makes deliveries of new events.
func (w *webhooks) Due(ctx context.Context, settled []*item, free func(delivery.Share) bool) (list []*item, err error) {
	var failed error
	if settled == nil {
		failed = w.enqueueAll(ctx)
	}
	hooks, err := w.active(ctx, keysOf(settled, hookKey))
	now, idle, keys := w.h.Options.Now(), map[schema.Key]schema.Webhook{}, []schema.Key(nil)
	for _, hook := range hooks {
		if key := schema.NumberKey(hook.ID); free(shareOf(&hook)) && (hook.RetryAt == nil || !now.Before(*hook.RetryAt)) {
			idle[key], keys = hook, append(keys, key)
		}
	}
	if err != nil || len(keys) == 0 {
		return nil, errors.Join(failed, err)
	}
	t := w.queue.Type()
	err = record.FirstOfEach(ctx, w.queue, t.ByWire("webhook"), keys, w.isDue(now), t.ByWire("next_at"), func(key, row schema.Key) {
		hook := idle[key]
		list = append(list, &item{
			Of: &message{hook: hook, row: schema.Delivery{ID: row.Number()}},
			Shares: []delivery.Share{
				shareOf(&hook), {Name: fmt.Sprint("account ", hook.Account), Most: sentByAccount}, {Name: "host " + hostOf(&hook), Most: sentToHost},
			},
		})
	})
	return list, errors.Join(failed, err)
}

// shareOf returns the share of a webhook, which is sent one message at a time.
func shareOf(hook *schema.Webhook) delivery.Share {
	return delivery.Share{Name: fmt.Sprint("webhook ", hook.ID), Most: 1}
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

// keysOf returns keys of some items, nil for none.
func keysOf(list []*item, key func(*message) int64) (keys []schema.Key) {
	for _, i := range list {
		keys = append(keys, schema.NumberKey(key(i.Of)))
	}
	return keys
}

func hookKey(m *message) int64 { return m.hook.ID }

func rowKey(m *message) int64 { return m.row.ID }

// isPending is the condition that a delivery is neither delivered nor dead.
func (w *webhooks) isPending() predicate.Expr {
	return predicate.Expr{Op: predicate.OpEq, Name: "state", Index: w.queue.Type().ByWire("state").Index, Value: schema.DeliveryPending}
}

// isDue is the condition that a delivery is to be sent.
func (w *webhooks) isDue(now time.Time) predicate.Expr {
	next := w.queue.Type().ByWire("next_at")
	return predicate.And(w.isPending(), predicate.Expr{Op: predicate.OpLte, Name: "next_at", Index: next.Index, Value: next.Arg(now)})
}

// change changes the deliveries among some items that meet a condition.
func (w *webhooks) change(tx *store.Tx, list []*item, where predicate.Expr, names []string, fn func(*item, *schema.Delivery) bool) error {
	of := map[int64]*item{}
	for _, i := range list {
		of[i.Of.row.ID] = i
	}
	return access.Change(tx, w.queue, keysOf(list, rowKey), where, names, func(row *schema.Delivery) bool { return fn(of[row.ID], row) })
}

// Claim implements delivery.Queue. What has no attempts left has killed each of the processes that sent it: the outcome of
// an attempt that fails is stored.
func (w *webhooks) Claim(ctx context.Context, list []*item, now time.Time) (claimed []*item, err error) {
	err = w.queue.Write(ctx, func(tx *store.Tx) error {
		claimed = nil
		return w.change(tx, list, w.isDue(now), []string{"attempts", "next_at", "state", "error"}, func(i *item, row *schema.Delivery) bool {
			if row.Attempts >= maxDeliveries {
				row.State, row.NextAt, row.Error = schema.DeliveryDead, nil, "the service ended while it sent the message"
				return true
			}
			row.Attempts++
			row.NextAt = &i.Until
			i.Of.row = *row
			claimed = append(claimed, i)
			return true
		})
	})
	return claimed, err
}

// Work implements delivery.Queue.
func (w *webhooks) Work(ctx context.Context, m *message) *message {
	sent := webhook.Message{URL: m.hook.URL, Secret: m.hook.Secret, ID: fmt.Sprintf("evt_%d_%d", m.hook.ID, m.row.ID), Body: []byte(m.row.Body)}
	status, failure := w.sender.Send(ctx, sent, w.h.Options.Now())
	return &message{m.hook, m.row, status, failure}
}

// Extend implements delivery.Queue.
func (w *webhooks) Extend(ctx context.Context, list []*item, until time.Time) (still []*item, err error) {
	err = w.queue.Write(ctx, func(tx *store.Tx) error {
		still = nil
		return w.change(tx, list, w.isPending(), []string{"next_at"}, func(i *item, row *schema.Delivery) bool {
			if !owns(i, row) {
				return false
			}
			row.NextAt, still = &until, append(still, i)
			return true
		})
	})
	return still, err
}

// owns reports whether the lease of an item is the stored one.
func owns(i *item, row *schema.Delivery) bool { return row.NextAt != nil && row.NextAt.Equal(i.Until) }

// Settle implements delivery.Queue. It stores the outcomes in deliveries and in their webhooks, which it locks first, as
// deleting a webhook does.
func (w *webhooks) Settle(ctx context.Context, list []*item, now time.Time) error {
	return w.hooks.Write(ctx, func(tx *store.Tx) error {
		if err := tx.LockMany(keysOf(list, hookKey)); err != nil {
			return err
		}
		settled, hooks := map[int64]*message{}, []schema.Key(nil)
		err := w.change(tx, list, w.isPending(), []string{"state", "attempts", "status", "error", "next_at"}, func(i *item, row *schema.Delivery) bool {
			m := i.Of
			switch {
			case !owns(i, row):
				return false
			case m.failure != nil && m.status == 0 && i.Interrupted: // another process sends it
				row.Attempts, row.NextAt = max(row.Attempts-1, 0), &now
				return true
			case m.failure == nil:
				row.State, row.Error, row.NextAt = schema.DeliveryDelivered, "", nil
			case row.Attempts >= maxDeliveries:
				row.State, row.Error, row.NextAt = schema.DeliveryDead, m.failure.Error(), nil
			default:
				at := now.Add(w.backOff.After(row.Attempts))
				row.Error, row.NextAt = m.failure.Error(), &at
			}
			row.Status = m.status
			settled[m.hook.ID], hooks = m, append(hooks, schema.NumberKey(m.hook.ID))
			return true
		})
		if err != nil || len(hooks) == 0 {
			return err
		}
		return access.Change(tx, w.hooks, hooks, predicate.Constant(true), []string{"failures", "retry_at", "active"}, func(hook *schema.Webhook) bool {
			hook.Failures, hook.RetryAt = w.failed(hook.Failures, settled[hook.ID], now)
			hook.Active = hook.Active && settled[hook.ID].status != http.StatusGone // 410 ends the webhook, as in Standard Webhooks
			return true
		})
	})
}

// failed returns the failures of a webhook after an outcome, and the time before which nothing is sent.
func (w *webhooks) failed(before int, m *message, now time.Time) (failures int, retry *time.Time) {
	if m.failure == nil {
		return 0, nil
	}
	at := now.Add(w.backOff.After(before + 1))
	return before + 1, &at
}
