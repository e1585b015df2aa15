//go:build !race

package stopwatch

// Race says whether the race detector is on, which makes programs slow and allocates itself.
const Race = false

const slowness = 1
