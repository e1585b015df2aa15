//go:build !race

package stopwatch

const slowness = 1
