// Package request is what a request brings and may ask for, whatever it is about: its query, its path below the
// service's, and the formats that it may be answered in.
package request
