// Package field models the kinds of field values: text, integer, number, boolean, timestamp, date, uuid,
// decimal, duration, and a program's own.
//
// A [Kind] is a value, and one file: its Go types, its form on the wire, its columns in both databases, its
// defaults, its inputs in forms, and its rules. A [Spec] is a kind with the parameters of one field; it
// parses values from clients and checks the rules of the field's validate tag. A [Slot] is one field of one
// struct value.
//
// The package does not depend on HTTP, SQL statements or relations.
package field
