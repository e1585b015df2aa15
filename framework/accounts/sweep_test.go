// A test of the removal of expired rows.

package accounts_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
)

// However much has expired, a client's write removes no more than some of it, and those that come
// next go on until nothing of it is left. What has not expired stays.
func TestSweep(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db)
		ctx, now := t.Context(), time.Now()
		sessions, attempts, responses := accounts.NewSessions(db), accounts.NewAttempts(db), accounts.NewResponses(db)
		n := 0
		for table, write := range map[string]func() error{
			"sessions (token_hash, data, expires)": func() error {
				return sessions.Save(ctx, fmt.Sprint("live", n), auth.Session{Expires: now.Add(time.Hour)})
			},
			"idempotency_keys (key, data, expires)": func() error {
				return db.Write(ctx, func(tx database.Session) error {
					_, err := responses.ReserveKey(ctx, tx, fmt.Sprint("live", n), now.Add(time.Hour))
					return err
				})
			},
			"login_attempts (key, expires)": func() error {
				_, err := attempts.Extend(ctx, now, time.Hour, []auth.Extension{{Key: fmt.Sprint("live", n), By: time.Hour}})
				return err
			},
		} {
			name, data := table[:strings.IndexByte(table, ' ')], ""
			if strings.Contains(table, "data") {
				data = "CAST('' AS " + map[string]string{"sqlite": "blob", "postgres": "bytea"}[db.Dialect().Name] + "),"
			}
			databasetest.Exec(t, db, fmt.Sprintf(`INSERT INTO %s WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
				SELECT 'old' || i, %s i FROM n`, table, data))
			for _, want := range []int64{1501, 502, 3, 4} {
				n++
				equal(t, "write to "+name, write(), nil)
				equal(t, "rows of "+name, databasetest.Number(t, db, "SELECT count(*) FROM "+name), want)
			}
			equal(t, "live rows of "+name, databasetest.Number(t, db, "SELECT count(*) FROM "+name+" WHERE expires > 2500"), int64(4))
		}
	})
}
