// Package field knows the kinds of values that a field can hold: text, integer, number, boolean,
// timestamp, date, uuid, decimal, duration, and those that a program brings along.
//
// A [Kind] is a value, and one file: how a Go type is recognized, what a client sends and reads,
// what a column holds in either database, how a default is written, what a form asks with, which
// rules fit. A [Spec] is a kind with the parameters of one field; it reads what clients send and
// tries the rules of the field's validate tag on it. A [Slot] is one field of one struct value.
//
// The package knows neither HTTP nor SQL statements, and nothing of relations.
package field
