// Statistics of a database.

package database

import "database/sql"

// Stats are the statistics of a DB at one moment.
type Stats struct {
	// Pools are the connections by use: "read" and "write", or "all" for both, and "replica".
	Pools map[string]sql.DBStats
	// Retried is the number of repeated transactions since Open.
	Retried uint64
	// Replica is the number of reads that a replica has answered, and Passed the number that the database
	// answered instead.
	Replica, Passed uint64
}

// Stats returns the current statistics.
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
