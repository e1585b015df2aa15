// The content of a cursor.

package pagination

import (
	"encoding/binary"
	"math"
)

// position is the place of a page: behind or before a row, or, if after is nil, at the beginning or the
// end.
type position struct {
	back  bool
	after []any // the row's values of the order
}

// The first bytes of a position and of each value in it.
const (
	atEnd byte = iota
	atBeginning
	behindRow
	beforeRow
	nullValue
	falseValue
	trueValue
	integerValue // followed by a varint
	floatValue   // followed by 8 bytes
	textValue    // followed by the length, a uvarint, and the bytes
)

// append encodes a position.
func (p position) append(b []byte) []byte {
	switch {
	case p.after == nil && p.back:
		return append(b, atEnd)
	case p.after == nil:
		return append(b, atBeginning)
	case p.back:
		b = append(b, beforeRow)
	default:
		b = append(b, behindRow)
	}
	for _, v := range p.after {
		switch v := v.(type) {
		case bool:
			kind := falseValue
			if v {
				kind = trueValue
			}
			b = append(b, kind)
		case int64:
			b = binary.AppendVarint(append(b, integerValue), v)
		case float64:
			b = binary.BigEndian.AppendUint64(append(b, floatValue), math.Float64bits(v))
		case string:
			b = append(binary.AppendUvarint(append(b, textValue), uint64(len(v))), v...)
		default:
			b = append(b, nullValue)
		}
	}
	return b
}

// readPosition decodes the result of append; anything else is not ok.
func readPosition(b []byte) (p position, ok bool) {
	if len(b) == 0 {
		return p, false
	}
	switch kind := b[0]; kind {
	case atEnd, atBeginning:
		return position{back: kind == atEnd}, len(b) == 1
	case behindRow, beforeRow:
		p.back = kind == beforeRow
	default:
		return p, false
	}
	for b = b[1:]; len(b) > 0; {
		var v any
		if v, b, ok = readValue(b[0], b[1:]); !ok {
			return p, false
		}
		p.after = append(p.after, v)
	}
	return p, p.after != nil
}

// readValue decodes a value of a kind, and returns the rest.
func readValue(kind byte, b []byte) (v any, rest []byte, ok bool) {
	switch kind {
	case nullValue:
		return nil, b, true
	case falseValue, trueValue:
		return kind == trueValue, b, true
	case integerValue:
		n, size := binary.Varint(b)
		return n, b[max(size, 0):], size > 0
	case floatValue:
		if len(b) < 8 {
			return nil, nil, false
		}
		return math.Float64frombits(binary.BigEndian.Uint64(b)), b[8:], true
	case textValue:
		n, size := binary.Uvarint(b)
		if size <= 0 || n > uint64(len(b)-size) {
			return nil, nil, false
		}
		text := b[size:][:n]
		return string(text), b[size+len(text):], true
	}
	return nil, nil, false
}
