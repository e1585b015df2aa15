// Counts of the backups that a service makes.

package observe

import (
	"sync"
	"time"
)

// Backups counts the backups that a service makes of its database.
type Backups struct {
	mu    sync.Mutex
	stats BackupStats
}

// BackupStats are the counts of backups, and the last one that succeeded; it may be of an earlier process.
type BackupStats struct {
	Done, Failed uint64
	Last         time.Time // zero for none
	Duration     time.Duration
	Size         int64 // in bytes
}

// Found notes the backup of an earlier process.
func (b *Backups) Found(at time.Time, size int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stats.Last, b.stats.Size = at, size
}

// Succeed counts a backup.
func (b *Backups) Succeed(at time.Time, took time.Duration, size int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stats.Done++
	b.stats.Last, b.stats.Duration, b.stats.Size = at, took, size
}

// Fail counts a backup that failed.
func (b *Backups) Fail() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stats.Failed++
}

// Stats returns the counts so far.
func (b *Backups) Stats() BackupStats {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.stats
}
