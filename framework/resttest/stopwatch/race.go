//go:build race

// The stopwatch with the race detector.

package stopwatch

// Race reports whether the race detector is on, which makes programs slow and allocates itself.
const Race = true

const slowness = 5
