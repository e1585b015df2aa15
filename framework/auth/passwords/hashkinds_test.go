// Tests of the kinds of stored hashes.

package passwords

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/resourceful/framework/auth"
)

const sumOf32 = "c3VtIG9mIDMyIGJ5dGVzIHRoYXQgaXMgbm8gaGFzaCE"

func pbkdf2Hash(rounds int) string { return fmt.Sprintf("pbkdf2_sha256$%d$salt$%s=", rounds, sumOf32) }

func argonHashOf(m, t, p int) string {
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$c29tZXNhbHQ$%s", m, t, p, sumOf32)
}

// total is all work of a refusal: each argon2id, and the rounds of pbkdf2.
func total(t *testing.T, k *hashKinds, hash string) string {
	t.Helper()
	d, ok := parseDigest(hash)
	if !ok {
		t.Fatalf("%q is not a hash", hash)
	}
	rounds, works := 0, []string{}
	for _, d := range append(k.rest(d), d) {
		if d.algorithm.additive() {
			rounds += int(d.passes)
		} else {
			works = append(works, fmt.Sprint(d.memory, "×", d.passes, "/", d.lanes))
		}
	}
	slices.Sort(works)
	return fmt.Sprint(strings.Join(works, " "), ", ", rounds, " rounds")
}

// A refusal is the same work for all accounts that there are, whatever hashes they have, and for
// those that there are not.
func TestRefusalWork(t *testing.T) {
	kinds := []string{argonHashOf(19<<10, 2, 1), pbkdf2Hash(260_000), pbkdf2Hash(1_000_000), argonHashOf(64<<10, 3, 4)}
	k := &hashKinds{today: argon2id{}.today(auth.HashCost{}), load: func(context.Context) ([]string, error) { return kinds, nil }}
	if err := k.reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	const want = "19456×2/1 65536×3/4, 1000000 rounds"
	for _, hash := range append(kinds, dummyHash) {
		if got := total(t, k, hash); got != want {
			t.Errorf("%s: the work %s, want %s", hash, got, want)
		}
	}
	// A kind that nobody knew of is done from now on.
	const more = "19456×2/1 65536×3/4 8×1/1, 2000000 rounds"
	total(t, k, pbkdf2Hash(2_000_000))
	total(t, k, argonHashOf(8, 1, 1))
	for _, hash := range append(kinds, dummyHash, pbkdf2Hash(2_000_000), argonHashOf(8, 1, 1)) {
		if got := total(t, k, hash); got != more {
			t.Errorf("%s: the work %s, want %s", hash, got, more)
		}
	}
	// When all imported hashes have been replaced, they cost nothing any more.
	kinds = kinds[:1]
	if err := k.reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, want := total(t, k, dummyHash), "19456×2/1, 0 rounds"; got != want {
		t.Errorf("afterwards: the work %s, want %s", got, want)
	}
	for i := range 100 {
		total(t, k, argonHashOf(8+8*i, 1, 1))
	}
	if n := len(k.rest(k.today)); n > maxKinds {
		t.Errorf("a refusal does the work of %d hashes, want at most %d", n, maxKinds)
	}
}

// What hashes there are is asked again now and then, and nobody waits for it.
func TestHashKindsRefresh(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked, failing := 0, errors.New("no database")
		var err error
		k := &hashKinds{today: argon2id{}.today(auth.HashCost{}), load: func(context.Context) ([]string, error) { asked++; return []string{pbkdf2Hash(10 * asked)}, err }}
		refresh := func(want int) {
			t.Helper()
			for range 3 {
				k.refresh()
				synctest.Wait()
			}
			if asked != want {
				t.Errorf("asked %d times, want %d", asked, want)
			}
		}
		refresh(0) // not before it was asked to
		if err := k.reload(t.Context()); err != nil {
			t.Fatal(err)
		}
		refresh(1)
		time.Sleep(kindsFor)
		refresh(2)
		time.Sleep(kindsFor)
		err = failing
		refresh(3)
		if rounds := k.costs[len(k.costs)-1].passes; rounds != 20 {
			t.Errorf("%d rounds when it could not be asked, want 20 as before", rounds)
		}
		time.Sleep(kindsFor)
		err = nil
		refresh(4)
	})
	k := &hashKinds{today: argon2id{}.today(auth.HashCost{}), load: func(context.Context) ([]string, error) { return nil, errors.New("no database") }}
	if err := k.reload(t.Context()); err == nil {
		t.Error("got no error, want that of the database")
	}
}
