// What the package is for.

// Package laws provides the sets on which the laws of the test kit are tried: each has what some laws look at.
package laws
