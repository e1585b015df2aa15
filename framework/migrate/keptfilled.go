// Columns that triggers keep filled while two versions of a program run, as the steps of migrate lint make them.

package migrate

import (
	"context"
	"strings"
)

// isKeptFilled reports whether triggers of the form that migrate lint prints write a column of a table in each row that is created or changed, and no row has a
// null there. Such a column may stay without NOT NULL until no version runs that leaves it out.
func (m *migration) isKeptFilled(ctx context.Context, table, column string) (is bool, err error) {
	query := `SELECT replace(replace(sql, char(10), ' '), char(9), ' ') FROM sqlite_schema WHERE type = 'trigger' AND lower(tbl_name) = lower($1)`
	if m.postgres() {
		query = `SELECT prosrc FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
			WHERE tgrelid = to_regclass(quote_ident(current_schema()) || '.' || quote_ident($1)) AND NOT tgisinternal AND tgenabled IN ('O', 'A') AND tgtype & 23 = 23 AND tgqual IS NULL AND tgattr = ''`
	}
	var created, changed bool
	err = m.each(ctx, query, []any{table}, func(scan scanner) error {
		var text string
		err := scan(&text)
		if m.postgres() {
			in := "NEW." + quote(column)
			writes := strings.Contains(text, in+" := coalesce("+in+", ") || strings.Contains(text, "IF TG_OP = 'INSERT' AND NEW.") && strings.Contains(text, in+" := ")
			created, changed = created || writes, changed || writes
			return err
		}
		head, body, _ := strings.Cut(text, " BEGIN ")
		pair := strings.Contains(body, quote(column)+" = iif(") || strings.Contains(body, quote(column)+" = coalesce(new."+quote(column)+", ")
		filled := strings.HasSuffix(head, " WHEN new."+quote(column)+" IS NULL") && strings.Contains(body, " SET "+quote(column)+" = ")
		writes := strings.Contains(body, "UPDATE "+quote(table)+" SET ") && (pair || filled)
		created = created || writes && strings.Contains(head, " AFTER INSERT ON ")
		changed = changed || writes && strings.Contains(head, " AFTER UPDATE OF ") && strings.Contains(head, quote(column))
		return err
	})
	if err != nil || !created || !changed {
		return false, err
	}
	err = m.tx.QueryRowContext(ctx, "SELECT NOT EXISTS (SELECT 1 FROM "+quote(table)+" WHERE "+quote(column)+" IS NULL)").Scan(&is)
	return is, err
}
