// Package request is what a request brings and may ask for, whatever it is about: its host and path, its
// preferences, and the formats that it may be answered in.
package request
