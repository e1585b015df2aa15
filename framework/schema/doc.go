// Package schema knows one Go struct type and its fields: relations, columns and tables, and
// carries values between the struct, the wire and the database row.
//
// Package structs reads the tags once, before anything is served, and reports every mistake it finds.
// What comes out is immutable: a Type with its Fields. During a request a Record is one struct
// value with a pointer to each field bound in advance, so that nothing is looked up by name:
// rows are scanned through Dests, representations are written by Append, and input becomes
// Changes, which say what was sent and nothing else. Absent, null and zero stay three things.
//
// The package knows neither HTTP nor SQL.
package schema
