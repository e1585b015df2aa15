// The values of all rows, by which states of a database are compared.

package years

import (
	"cmp"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"hash"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
)

// columns has a digest of the values of each column, by its table and name, such as "works.title".
type columns map[string]string

// columnLine is a line of a catalog about a column of the model, without those that the database computes.
var columnLine = regexp.MustCompile(`(?m)^column (works|books|writers|topics|book_topics)\.(\w+) `)

// valuesOf returns the digests of all columns of the model. The values are in the order of the keys.
func valuesOf(t testing.TB, db *database.DB) columns {
	t.Helper()
	names := map[string][]string{}
	for _, m := range columnLine.FindAllStringSubmatch(catalog(t, db), -1) {
		names[m[1]] = append(names[m[1]], m[2])
	}
	all := columns{}
	for table, of := range names {
		maps.Copy(all, digests(t, db, table, of))
	}
	return all
}

// digest returns the digest of an expression for all rows of a table with an id.
func digest(t testing.TB, db *database.DB, table, expression string) string {
	t.Helper()
	return digests(t, db, table, []string{"id", expression})[table+"."+expression]
}

// digests returns the digest of each expression for all rows of a table, in the order of the rows' keys.
func digests(t testing.TB, db *database.DB, table string, expressions []string) columns {
	t.Helper()
	order := "id"
	if !slices.Contains(expressions, order) {
		order = strings.Join(expressions, ", ") // of two keys
	}
	sums, values := make([]hash.Hash, len(expressions)), make([]sql.NullString, len(expressions))
	into := make([]any, len(expressions))
	for i := range sums {
		sums[i], into[i] = sha256.New(), &values[i]
	}
	query := "SELECT " + strings.Join(expressions, ", ") + " FROM " + table + " ORDER BY " + order
	err := db.Write(t.Context(), func(s database.Session) error {
		rows, err := s.Tx().QueryContext(t.Context(), query)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			if err := rows.Scan(into...); err != nil {
				return err
			}
			for i, v := range values {
				fmt.Fprintf(sums[i], "%t %d %s\n", v.Valid, len(v.String), v.String)
			}
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	found := columns{}
	for i, e := range expressions {
		found[table+"."+e] = hex.EncodeToString(sums[i].Sum(nil))
	}
	return found
}

// former returns the name before a release of a column that the release has.
func (r Release) former(column string) string {
	table, name, _ := strings.Cut(column, ".")
	for _, renames := range []map[string]string{r.Renames, r.Tagged} {
		name = cmp.Or(renames[column], name)
	}
	return cmp.Or(r.Renames[table], table) + "." + name
}

// expressed returns the digests of expressions, which are for the columns of the table that they are of.
func expressed(t testing.TB, db *database.DB, of map[string]string, table func(column string) string) columns {
	t.Helper()
	all := columns{}
	for column, expression := range of {
		all[column] = digest(t, db, table(column), expression)
	}
	return all
}

// tableOf returns the table of a column.
func tableOf(column string) string {
	table, _, _ := strings.Cut(column, ".")
	return table
}

// forward checks that the migrations of a release have left each value as it was, but for the changes that the release names,
// whose digests were computed before.
func (r Release) forward(t testing.TB, before, after, changed columns) {
	t.Helper()
	found := map[string]bool{}
	for column, got := range after {
		was := r.former(column)
		want, is := before[was]
		if !is {
			continue // it is new
		}
		found[was] = true
		if is := changed[column]; is != "" {
			if want == is {
				t.Errorf("%s: it says that it changes the values of %s, and does not", r.Name, column)
			}
			want = is
		}
		if got != want {
			t.Errorf("%s: the values of %s are not those of %s before", r.Name, column, was)
		}
	}
	for column := range before {
		if found[column] == slices.Contains(r.Gone, column) {
			t.Errorf("%s: column %s: got found %t, and it is to be gone: %t", r.Name, column, found[column], !found[column])
		}
	}
}

// back checks that the way back from a release has restored each value of the time before it, but for those that the release
// names, whose digests were computed before, and for those that a later release has lost, which stay as they are. It
// returns the columns that are not restored.
func (r Release) back(t testing.TB, was, later, now, changed columns, lost map[string]bool) map[string]bool {
	t.Helper()
	remain := map[string]bool{}
	stays := map[string]string{}
	for column, digest := range later {
		if lost[column] {
			stays[r.former(column)] = digest
		}
	}
	for column, got := range now {
		want := was[column]
		if digest, is := stays[column]; is {
			want, remain[column] = digest, true
		}
		if digest, is := changed[column]; is {
			if want == digest && !remain[column] {
				t.Errorf("back from %s: it says that %s is not restored, and it is", r.Name, column)
			}
			want, remain[column] = digest, true
		}
		if got != want {
			t.Errorf("back from %s: the values of %s are not restored", r.Name, column)
		}
	}
	if len(now) != len(was) {
		t.Errorf("back from %s: there are %d columns, want %d", r.Name, len(now), len(was))
	}
	return remain
}
