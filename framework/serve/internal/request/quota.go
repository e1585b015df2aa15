// The bytes that one account may store in a day.

package request

import (
	"strconv"
	"time"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/traffic"
)

// day is the period of quotas.
const day = 24 * time.Hour

// quota is a limit for the bytes that one account, or one address without an account, stores in a day. Each process
// counts in memory.
type quota struct {
	name  string
	limit int64
	// past is the text of the refusal, with the limit.
	past string
}

func uploadQuota(x *Exchange) quota {
	return quota{"uploads", x.Service.Options.Limits.DayUploads, "An account may upload %d bytes of files in a day. Please try again later."}
}

func recordQuota(x *Exchange) quota {
	return quota{"records", x.Service.Options.Limits.DayRecords, "The changes of an account may take %d bytes of history and events in a day. Please try again later."}
}

// take counts bytes, and returns the number that is left. It counts nothing if they exceed the quota: that is a 507.
func (q quota) take(x *Exchange, a *Admission, bytes int64) (left int64, err error) {
	if bytes > q.limit {
		return 0, q.errPast(day)
	}
	key := "day\x00" + q.name + "\x00address " + x.ClientAddress().String()
	if u := a.Requester.User; u != nil {
		key = "day\x00" + q.name + "\x00account " + strconv.FormatInt(u.ID, 10)
	}
	under := []traffic.RateKey{{Key: key, Cost: bytes, Rates: []traffic.Rate{{Requests: q.limit, Per: day}}}}
	states, err := x.Service.Budgets.quotas.Take(x.Context, x.Service.Options.Now(), under)
	if err != nil {
		return 0, err
	}
	state := states[0][0]
	if state.Wait > 0 {
		return 0, q.errPast(state.Wait)
	}
	return state.Remaining, nil
}

// errPast returns the refusal of bytes that exceed the quota.
func (q quota) errPast(wait time.Duration) error {
	refusal := problem.New(problem.Full, q.past, q.limit)
	refusal.Wait = max(wait, time.Minute)
	return refusal
}

// ChargeRecords counts the bytes of histories and events that a transaction of the request keeps.
func (x *Exchange) ChargeRecords(a *Admission, bytes int64) error {
	_, err := recordQuota(x).take(x, a, bytes)
	return err
}
