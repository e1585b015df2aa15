// Refusals that take as long whatever hash an account has.

package passwords

import (
	"context"
	"fmt"
	"sync"
	"time"
)

const (
	// kindsFor is how long the known kinds of stored hashes are believed.
	kindsFor = 10 * time.Minute
	// kindsTimeout is for the question about them that no request waits for.
	kindsTimeout = time.Minute
	// maxKinds bounds the kinds of hashes whose work refusals do, those excepted that are additive.
	maxKinds = 8
)

// hashKinds are the kinds of hashes that accounts have; once they were asked for, today's is always
// among them, and until then those that were met are known. A refusal does
// the work of all of them, whichever the account has, so that its time does not tell which accounts
// there are, nor which of them came from elsewhere. Waiting for a fixed time instead would tell as
// soon as the machine is busy, and a place taken for longer tells even those who do not ask.
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

// note makes a hash one of those whose work is done.
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

// rest is the work that a refusal still has to do when a password was compared with a hash.
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

// refresh asks anew where the last answer is old. Nobody waits for it, and that it fails means only
// that the old answer stays for as long again.
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
