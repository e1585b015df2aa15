// The statements of migrations that fail unless a query finds nothing.

package conditions

// guarded is the table of guards, which takes no other number than 0.
const guarded = `"must_be_none"`

const (
	// Guard begins a guard: a query of one number follows, and the migration fails unless that is 0.
	Guard = `INSERT INTO ` + guarded + ` `
	// BeginGuards precedes the first guard of a migration.
	BeginGuards = `CREATE TEMP TABLE ` + guarded + ` ("broken" INTEGER CHECK ("broken" = 0))`
	// EndGuards follows the last one.
	EndGuards = `DROP TABLE ` + guarded
)
