// What a database knows of its connections.

package database

import "database/sql"

// Stats are what a DB knows of itself at one moment.
type Stats struct {
	// Pools are the connections by what they are for: "read" and "write", or "all" where the same
	// ones do both, and "replica".
	Pools map[string]sql.DBStats
	// Retried is how often a transaction was run again because of others, since Open.
	Retried uint64
	// Replica is how many reads a replica has answered, and Passed how many that might have gone
	// there the database answered instead.
	Replica, Passed uint64
}

// Stats returns the present numbers.
func (db *DB) Stats() Stats {
	s := Stats{Pools: map[string]sql.DBStats{}, Retried: db.retried.Load()}
	if r := db.replica; r != nil {
		s.Pools["replica"], s.Replica, s.Passed = r.pool.Stats(), r.reads.Load(), r.passed.Load()
	}
	if db.read == db.write {
		s.Pools["all"] = db.write.Stats()
		return s
	}
	s.Pools["read"], s.Pools["write"] = db.read.Stats(), db.write.Stats()
	return s
}
