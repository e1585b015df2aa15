// Counting allocations.

package stopwatch

import (
	"math"
	"runtime"
)

// Allocated returns the objects and the bytes that a function allocates: the least of several runs, since some find a
// pool empty. With Race it also allocates for the race detector.
func Allocated(run func()) (objects, size uint64) {
	objects, size = math.MaxUint64, math.MaxUint64
	var before, after runtime.MemStats
	for range 20 {
		runtime.ReadMemStats(&before)
		run()
		runtime.ReadMemStats(&after)
		objects, size = min(objects, after.Mallocs-before.Mallocs), min(size, after.TotalAlloc-before.TotalAlloc)
	}
	return objects, size
}
