// Rates of requests: how many are allowed in a time.

package traffic

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

// Rate is the number of requests in any period of a length.
type Rate struct {
	Requests int64
	Per      time.Duration
}

// String returns the rate in words: "20 in 1m0s".
func (r Rate) String() string { return fmt.Sprintf("%d in %v", r.Requests, r.Per) }

// RateCounter counts requests under keys.
type RateCounter interface {
	// Take counts a request under several keys, unless it would exceed a rate of one of them: then it
	// counts under none. Equal keys have equal rates. It returns the states of the rates of each key
	// afterwards.
	Take(ctx context.Context, now time.Time, under []RateKey) ([][]RateState, error)
}

// RateKey is a key that a request counts under, with its cost.
type RateKey struct {
	Key   string
	Cost  int64
	Rates []Rate
	// Counted is the cost that was already counted for the request, at a moment: Cost replaces it. A Cost
	// of 0 removes it.
	Counted   int64
	CountedAt time.Time
}

// counted returns the part of a rate that the request has already used.
func (k *RateKey) counted(at int64, rate Rate, l RateLog) int64 {
	if k.Counted == 0 || at-k.CountedAt.UnixNano() >= int64(rate.Per) {
		return 0
	}
	return min(k.Counted, rate.Requests, l.sum())
}

// RateState is the remainder of a rate.
type RateState struct {
	Wait      time.Duration // time until the request is allowed; 0 if it is now
	Remaining int64
	Reset     time.Duration // time until the whole rate is available again
}

// exactMoments is the largest rate whose requests are kept with their exact times. For a larger rate,
// requests share slices of its period, at the last time in each: the rate is never exceeded, and a client
// waits at most one slice longer.
const exactMoments = 256

// rateKeys is the largest number of keys in a process. Beyond it the oldest are forgotten.
const rateKeys = 16_384

// Rates counts the requests of one process, in memory.
type Rates struct {
	mu   sync.Mutex
	logs *lru.Cache[string, []RateLog]
}

// NewRates returns a counter for one process.
func NewRates() *Rates {
	logs, err := lru.New[string, []RateLog](rateKeys)
	if err != nil { // only for a size below 1
		panic(err)
	}
	return &Rates{logs: logs}
}

// Take implements RateCounter.
func (r *Rates) Take(_ context.Context, now time.Time, under []RateKey) ([][]RateState, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	logs := make([][]RateLog, len(under))
	for i, k := range under {
		var ok bool
		if logs[i], ok = r.logs.Get(k.Key); !ok {
			logs[i] = make([]RateLog, len(k.Rates))
			r.logs.Add(k.Key, logs[i])
		}
	}
	return TakeRates(logs, now.UnixNano(), under), nil
}

// RateLog holds the requests in the period of a rate, the oldest first. The zero value is empty.
type RateLog []taken

// taken is a cost at a time.
type taken struct{ at, cost int64 } // at in nanoseconds

// TakeRates counts a request in the log of each rate of each key, unless one of them lacks room. Every
// RateCounter uses it, wherever it keeps the logs.
func TakeRates(logs [][]RateLog, at int64, under []RateKey) [][]RateState {
	room := true
	states := make([][]RateState, len(under))
	for i, k := range under {
		states[i] = make([]RateState, len(k.Rates))
		for j, rate := range k.Rates {
			l := logs[i][j].since(at - int64(rate.Per))
			logs[i][j], states[i][j].Wait = l, l.wait(at, k.Cost, k.counted(at, rate, l), rate)
			room = room && states[i][j].Wait == 0
		}
	}
	for i, k := range under {
		for j, rate := range k.Rates {
			if room {
				l := logs[i][j]
				logs[i][j] = l.giveBack(k.counted(at, rate, l)).add(at, k.Cost, rate)
			}
			l, state := logs[i][j], &states[i][j]
			state.Remaining = rate.Requests - l.sum()
			if n := len(l); n > 0 {
				state.Reset = time.Duration(l[n-1].at + int64(rate.Per) - at)
			}
		}
	}
	return states
}

// AppendRateLogs appends the logs of a key in the encoding for storage.
func AppendRateLogs(b []byte, logs []RateLog) []byte {
	for _, l := range logs {
		b = binary.AppendUvarint(b, uint64(len(l)))
		before := int64(0)
		for _, t := range l {
			b = binary.AppendVarint(binary.AppendVarint(b, t.at-before), t.cost)
			before = t.at
		}
	}
	return b
}

// ReadRateLogs decodes n logs of a key. For invalid bytes it returns empty logs.
func ReadRateLogs(b []byte, n int) []RateLog {
	logs := make([]RateLog, n)
	for i := range logs {
		size, read := binary.Uvarint(b)
		if read <= 0 || size > uint64(len(b)) {
			return make([]RateLog, n)
		}
		b = b[read:]
		at := int64(0)
		for range size {
			delta, first := binary.Varint(b)
			cost, second := binary.Varint(b[max(first, 0):])
			if first <= 0 || second <= 0 || cost < 0 {
				return make([]RateLog, n)
			}
			b, at = b[first+second:], at+delta
			logs[i] = append(logs[i], taken{at, cost})
		}
	}
	return logs
}

// since returns the log without entries at or before a moment.
func (l RateLog) since(moment int64) RateLog {
	i := slices.IndexFunc(l, func(t taken) bool { return t.at > moment })
	if i < 0 {
		return l[:0]
	}
	return slices.Delete(l, 0, i)
}

func (l RateLog) sum() (sum int64) {
	for _, t := range l {
		sum += t.cost
	}
	return sum
}

// wait returns the time until enough of the log expires for a request, beside its own earlier cost.
func (l RateLog) wait(at, cost, counted int64, rate Rate) time.Duration {
	over := l.sum() - counted + min(cost, rate.Requests) - rate.Requests
	for _, t := range l {
		if over <= 0 {
			break
		}
		if over -= t.cost; over <= 0 {
			return time.Duration(t.at + int64(rate.Per) - at)
		}
	}
	return 0
}

// giveBack removes the cost of a request from the latest entries.
func (l RateLog) giveBack(cost int64) RateLog {
	for len(l) > 0 && cost > 0 {
		last := &l[len(l)-1]
		part := min(cost, last.cost)
		last.cost, cost = last.cost-part, cost-part
		if last.cost > 0 {
			break
		}
		l = l[:len(l)-1]
	}
	return l
}

// add counts a request. A request that costs more than the rate takes all of it.
func (l RateLog) add(at, cost int64, rate Rate) RateLog {
	if cost = min(cost, rate.Requests); cost == 0 {
		return l
	}
	if len(l) == 0 {
		return append(l, taken{at, cost})
	}
	last := &l[len(l)-1]
	at = max(at, last.at) // the clock may go back
	if slice := max(1, int64(rate.Per)/exactMoments); rate.Requests > exactMoments && last.at/slice == at/slice {
		last.at, last.cost = at, last.cost+cost
		return l
	}
	return append(l, taken{at, cost})
}
