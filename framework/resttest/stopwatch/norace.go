//go:build !race

// The stopwatch without the race detector.

package stopwatch

// Race reports whether the race detector is on, which makes programs slow and allocates itself.
const Race = false

const slowness = 1
