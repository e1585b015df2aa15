// The comment of the package.

// Package notation reads and writes texts, numbers and trees as JSON and Python write them: exact, and with
// the order of the members of objects. It also finds texts that no database can store.
package notation
