// The table of second factors.

package accounts

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

const factorResource = "SecondFactor"

const (
	recoveryCodes = 10
	// freeTries is the number of wrong codes in a row before the next has to wait: for firstWait, and twice as long after
	// each further one, up to longestWait. Then a guesser has about one chance in 3,500 in a day.
	freeTries              = 5
	firstWait, longestWait = 30 * time.Second, 15 * time.Minute
	// toConfirm is how long a secret may be confirmed.
	toConfirm = 10 * time.Minute
)

// factorColumns are the columns of a factor, in the order of factor.
var factorColumns = [...]string{"secret", "begun", "confirmed", "last_step", "failures", "next_try", "recovery"}

// factor is the second factor of an account: see schema.SecondFactor.
type factor struct {
	secret, recovery                              string
	begun, confirmed, lastStep, failures, nextTry int64
}

func (f *factor) dests() []any {
	return []any{&f.secret, &f.begun, &f.confirmed, &f.lastStep, &f.failures, &f.nextTry, &f.recovery}
}

// SecondFactors stores the second factors of accounts in the table second_factors.
type SecondFactors struct {
	auth.Factor

	users                            *Users
	tokens                           *Tokens
	audit                            *Audit
	now                              func() time.Time
	find, begin, lock, store, remove *database.Statement
}

var _ auth.SecondFactors = (*SecondFactors)(nil)

// NewSecondFactors returns the second factors in a database whose plan has their table. The accounts and the tokens are those
// whose sessions and tokens end, with their audits. now is the clock; nil for time.Now.
func NewSecondFactors(db *database.DB, of auth.Factor, users *Users, tokens *Tokens, now func() time.Time) *SecondFactors {
	d, whose := db.Dialect(), goqu.L("? = ?", goqu.C("account_id"), arg)
	columns, changes := make([]any, len(factorColumns)), goqu.Record{}
	for i, name := range factorColumns {
		columns[i], changes[name] = name, arg
	}
	table := d.Update(schema.SecondFactorTable).Prepared(true)
	if now == nil {
		now = time.Now
	}
	return &SecondFactors{
		Factor: of, users: users, tokens: tokens, audit: users.audit, now: now,
		find: must(database.Build(d.From(schema.SecondFactorTable).Prepared(true).Select(columns...).Where(whose), 1)),
		begin: must(database.Build(d.Insert(schema.SecondFactorTable).Prepared(true).Cols("account_id", "secret").Vals([]any{arg, arg}).
			OnConflict(goqu.DoNothing()), 2)),
		lock:   must(database.Build(table.Set(goqu.Record{"failures": goqu.C("failures")}).Where(whose).Returning(columns...), 1)),
		store:  must(database.Build(table.Set(changes).Where(whose), len(changes)+1)),
		remove: must(database.Build(d.Delete(schema.SecondFactorTable).Prepared(true).Where(whose), 1)),
	}
}

// Enrolment implements auth.SecondFactors.
func (s *SecondFactors) Enrolment(ctx context.Context, account int64) (auth.Enrolment, error) {
	var f factor
	found, err := s.users.reads.Row(ctx, s.find, f.dests(), account)
	if err != nil || !found || f.confirmed == 0 {
		return auth.Enrolment{}, wrap(err, "find the second factor of account %d", account)
	}
	return auth.Enrolment{Confirmed: time.UnixMilli(f.confirmed).UTC(), Recovery: len(strings.Fields(f.recovery))}, nil
}

// Begin implements auth.SecondFactors.
func (s *SecondFactors) Begin(ctx context.Context, account int64) (secret string, err error) {
	if secret, err = s.NewSecret(); err != nil {
		return "", wrap(err, "make a secret")
	}
	err = s.users.users.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.Session().Exec(ctx, s.begin, account, secret); err != nil {
			return err
		}
		return s.changeIn(ctx, tx, account, func(_ *store.Tx, f *factor) (bool, error) {
			if f.confirmed != 0 {
				return false, auth.ErrEnrolled
			}
			*f = factor{secret: secret, begun: s.now().UnixMilli()}
			return true, nil
		})
	})
	return secret, wrap(err, "store a secret of account %d", account)
}

// Confirm implements auth.SecondFactors.
func (s *SecondFactors) Confirm(ctx context.Context, account int64, code string) (recovery []string, err error) {
	var waits time.Duration
	err = s.change(ctx, account, func(tx *store.Tx, f *factor) (bool, error) {
		now := s.now()
		if recovery, waits = nil, f.waits(now); f.confirmed != 0 {
			return false, auth.ErrEnrolled
		}
		if age := now.Sub(time.UnixMilli(f.begun)); waits > 0 || age < 0 || age > toConfirm {
			return false, nil
		}
		step, ok := s.Step(f.secret, code, now)
		if f.note(ok, now); !ok {
			return true, nil
		}
		recovery = f.recover()
		f.confirmed, f.lastStep = now.UnixMilli(), step
		if err := s.audit.write(ctx, tx.Session(), schema.Created, factorResource, schema.NumberKey(account).String()); err != nil {
			return false, err
		}
		if err := s.users.endSessions(ctx, tx, account); err != nil {
			return false, err
		}
		_, err := s.audit.end(ctx, tx.Session(), tokenResource, s.tokens.revokeAll, now.UnixMilli(), account)
		return true, err
	})
	if err == nil && waits > 0 {
		err = problem.Wait(waits)
	}
	return recovery, err
}

// Verify implements auth.SecondFactors. The row is locked meanwhile: of equal codes at the same time one is right, and of
// guesses at the same time each is counted.
func (s *SecondFactors) Verify(ctx context.Context, account int64, code string) (right bool, err error) {
	var waits time.Duration
	err = s.change(ctx, account, func(_ *store.Tx, f *factor) (bool, error) {
		now := s.now()
		if right, waits = false, f.waits(now); f.confirmed == 0 || waits > 0 {
			return false, nil
		}
		right = f.use(s.Factor, code, now)
		f.note(right, now)
		return true, nil
	})
	if err == nil && waits > 0 {
		err = problem.Wait(waits)
	}
	return right && err == nil, err
}

// waits is the time until another code is tried. The clock may have been set back since the last one.
func (f *factor) waits(now time.Time) time.Duration {
	return min(time.UnixMilli(f.nextTry).Sub(now), longestWait)
}

// note counts a code that was tried.
func (f *factor) note(right bool, now time.Time) {
	if right {
		f.failures, f.nextTry = 0, 0
	} else if f.failures++; f.failures >= freeTries {
		f.nextTry = now.Add(min(longestWait, firstWait<<min(f.failures-freeTries, 10))).UnixMilli()
	}
}

// use reports whether a code is right, and notes its use.
func (f *factor) use(of auth.Factor, code string, now time.Time) bool {
	if step, ok := of.Step(f.secret, code, now); ok {
		if step <= f.lastStep {
			return false
		}
		f.lastStep = step
		return true
	}
	left := strings.Fields(f.recovery)
	i := slices.Index(left, f.recoveryHash(code))
	if i < 0 {
		return false
	}
	f.recovery = strings.Join(slices.Delete(left, i, i+1), " ")
	return true
}

// Recover implements auth.SecondFactors.
func (s *SecondFactors) Recover(ctx context.Context, account int64) (recovery []string, err error) {
	err = s.change(ctx, account, func(tx *store.Tx, f *factor) (bool, error) {
		if recovery = nil; f.confirmed == 0 {
			return false, nil
		}
		recovery = f.recover()
		return true, s.audit.write(ctx, tx.Session(), schema.Updated, factorResource, schema.NumberKey(account).String())
	})
	return recovery, err
}

// Remove implements auth.SecondFactors.
func (s *SecondFactors) Remove(ctx context.Context, account int64) (done bool, err error) {
	err = s.change(ctx, account, func(tx *store.Tx, f *factor) (bool, error) {
		if done = f.confirmed != 0; done {
			if err := s.audit.write(ctx, tx.Session(), schema.Removed, factorResource, schema.NumberKey(account).String()); err != nil {
				return false, err
			}
		}
		_, err := tx.Session().Exec(ctx, s.remove, account)
		return false, err
	})
	return done && err == nil, err
}

// change locks the factor of an account, and stores what fn changes if it returns true. Without one it does nothing.
func (s *SecondFactors) change(ctx context.Context, account int64, fn func(*store.Tx, *factor) (bool, error)) error {
	err := s.users.users.Write(ctx, func(tx *store.Tx) error { return s.changeIn(ctx, tx, account, fn) })
	return wrap(err, "change the second factor of account %d", account)
}

func (s *SecondFactors) changeIn(ctx context.Context, tx *store.Tx, account int64, fn func(*store.Tx, *factor) (bool, error)) error {
	var f factor
	found, err := tx.Session().Row(ctx, s.lock, f.dests(), account)
	if err != nil || !found {
		return err
	}
	if changed, err := fn(tx, &f); err != nil || !changed {
		return err
	}
	// In the order of the names, as the statement has them.
	_, err = tx.Session().Exec(ctx, s.store, f.begun, f.confirmed, f.failures, f.lastStep, f.nextTry, f.recovery, f.secret, account)
	return err
}

// recover makes new recovery codes, of 80 random bits each.
func (f *factor) recover() (codes []string) {
	var hashes []string
	for range recoveryCodes {
		text := strings.ToLower(rand.Text()[:16])
		code := strings.Join([]string{text[:4], text[4:8], text[8:12], text[12:]}, "-")
		codes, hashes = append(codes, code), append(hashes, f.recoveryHash(code))
	}
	f.recovery = strings.Join(hashes, " ")
	return codes
}

// recoveryHash returns the hash of a recovery code, as it is typed. The secret keeps equal codes of accounts apart.
func (f *factor) recoveryHash(code string) string {
	code = strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(code))
	sum := sha256.Sum256(fmt.Appendf(nil, "recovery\x00%s\x00%s", f.secret, code))
	return hex.EncodeToString(sum[:16])
}
