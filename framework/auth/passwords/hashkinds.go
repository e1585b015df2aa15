// Refusals that take the same time for every kind of hash.

package passwords

import (
	"context"
	"fmt"
	"sync"
	"time"
)

const (
	// kindsFor is how long the known kinds of stored hashes are valid.
	kindsFor = 10 * time.Minute
	// kindsTimeout is the time limit for reloading them in the background.
	kindsTimeout = time.Minute
	// maxKinds is the largest number of kinds whose work refusals do, without the additive ones.
	maxKinds = 8
)

// hashKinds are the kinds of hashes that accounts have. After the first load they always include the
// current kind, and before it the kinds met so far. A refusal does the work of all kinds, whichever the
// account has, so that its time does not reveal which accounts exist, or which were imported. A fixed
// waiting time would reveal that on a busy machine, and even a slot held for longer reveals it to other
// requests.
type hashKinds struct {
	load  func(context.Context) ([]string, error) // nil for none
	today digest                                  // without salt and sum

	mu      sync.Mutex
	costs   []digest // without salt and sum; one of each additive algorithm, with the most passes
	loaded  time.Time
	loading bool
}

func (k *hashKinds) reload(ctx context.Context) error {
	if k.load == nil {
		return nil
	}
	hashes, err := k.load(ctx)
	if err != nil {
		return fmt.Errorf("find the kinds of password hashes: %w", err)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.costs, k.loaded = []digest{k.today}, time.Now()
	for _, hash := range hashes {
		if d, ok := parseDigest(hash); ok {
			k.note(d)
		}
	}
	return nil
}

// note adds the kind of a hash.
func (k *hashKinds) note(d digest) {
	for i := range k.costs {
		other := &k.costs[i]
		if d.algorithm.additive() && other.algorithm == d.algorithm {
			other.passes = max(other.passes, d.passes)
			return
		}
		if sameCost(*other, d) {
			return
		}
	}
	if d.algorithm.additive() || len(k.costs) < maxKinds {
		k.costs = append(k.costs, d.cost())
	}
}

// rest returns the work that a refusal has to do in addition to a comparison.
func (k *hashKinds) rest(compared digest) (rest []digest) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.note(compared)
	for _, d := range k.costs {
		if d.algorithm.additive() && d.algorithm == compared.algorithm {
			if d.passes -= compared.passes; d.passes > 0 {
				rest = append(rest, d)
			}
		} else if !sameCost(d, compared) {
			rest = append(rest, d)
		}
	}
	return rest
}

// work does the rest of the work of a refusal.
func (k *hashKinds) work(compared digest, password string) {
	for _, d := range k.rest(compared) {
		d.salt = []byte("some fixed salt")
		d.compute(password, sumLen)
	}
}

// refresh reloads old kinds in the background. After a failure the old ones stay for another period.
func (k *hashKinds) refresh() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.loaded.IsZero() || k.loading || time.Since(k.loaded) < kindsFor {
		return
	}
	k.loading = true
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), kindsTimeout)
		defer cancel()
		err := k.reload(ctx)
		k.mu.Lock()
		defer k.mu.Unlock()
		k.loading = false
		if err != nil {
			k.loaded = time.Now()
		}
	}()
}
