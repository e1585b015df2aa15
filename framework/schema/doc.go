// Package schema models one Go struct type and its fields: relations, columns and tables. It transfers
// values between the struct, the wire and the database row.
//
// Package structs parses the tags once, before anything is served, and reports every mistake. The result, a
// Type with its Fields, is immutable. During a request a Record is one struct value with a bound pointer to
// each field, so that nothing is looked up by name. Rows are scanned through Dests, representations are
// written by Append, and input becomes Changes, one for each sent field. Absent, null and zero stay
// distinct.
//
// The package does not depend on HTTP or SQL.
package schema
