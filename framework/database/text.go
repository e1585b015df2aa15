package database

import (
	"strings"
	"unicode/utf8"
)

// TimeLayout is how times are given to both databases and kept in SQLite, where text of one
// width sorts as time does.
const TimeLayout = "2006-01-02T15:04:05.000000Z"

// IsText reports whether a text may be an argument: PostgreSQL takes neither NUL nor broken UTF-8
// and would answer with an error. No stored text has either.
func IsText(s string) bool { return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 }
