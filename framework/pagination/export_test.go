package pagination

// AppendPosition writes what a cursor holds.
func AppendPosition(back bool, after []any) []byte { return position{back, after}.append(nil) }

// ReadPosition reads it again.
func ReadPosition(b []byte) (back bool, after []any, ok bool) {
	p, ok := readPosition(b)
	return p.back, p.after, ok
}
