// Envelopes of records and rows, in responses and in bodies.

package request

import (
	"strings"

	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

// Frame returns the object around the rows of a list: the resource's, or otherwise. page is nil for a list
// without pages.
func (res *Resource) Frame(page *plan.Page, otherwise media.Frame) media.Frame {
	if res.Envelope != nil {
		if f := res.Envelope.Frame(page); f.Name != "" {
			return f
		}
	}
	return otherwise
}

// EncloseRows puts rows, compact JSON with commas between them, into their frame. It returns the whole, and
// its rows as a list.
func (res *Resource) EncloseRows(rows []byte, frame media.Frame, n int64) (encoded, list []byte) {
	if of, is := res.Envelope.(plan.ItemEnvelope); is {
		list = append(append(append(make([]byte, 0, len(rows)+2), '['), rows...), ']')
		rows = appendItems(rows[:0], of, list)
	}
	encoded, framed := FrameRows(rows, frame, n)
	if list == nil {
		list = framed
	}
	return encoded, list
}

// FrameRows puts rows into a frame.
func FrameRows(rows []byte, frame media.Frame, n int64) (encoded, list []byte) {
	end := len(rows)
	b := frame.AppendBefore(rows)
	head := len(b) - end
	b = frame.AppendAfter(append(b, b[:end]...), n)
	encoded = append(b[:0], b[end:]...)
	return encoded, encoded[head-1 : head+end+1]
}

// appendItems appends the rows of a list, each in its envelope, with commas between them.
func appendItems(dst []byte, e plan.ItemEnvelope, list []byte) []byte {
	n := 0
	for row := range media.Elements(list) {
		dst = e.AppendItem(Comma(dst, n), row)
		n++
	}
	return dst
}

// EncloseRecord returns the response about a record, which is compact JSON.
func (res *Resource) EncloseRecord(record []byte) []byte {
	if res.Envelope == nil {
		return record
	}
	return res.Envelope.AppendRecord(nil, record)
}

// Disclose takes the body out of its required envelope. Forms and patches have none. It reports a missing
// member under its path.
func (s *Sent) Disclose(e plan.Envelope) error {
	if e == nil || s.Body.Form != nil || s.Body.Patch != nil || s.Disclosed {
		return nil
	}
	path, depth := e.InputPath(), 0
	for i, name := range path {
		object, is := s.Body.Value.(map[string]any)
		if !is && !s.Body.Empty {
			break // the mistake is reported as for a bare body
		}
		inner, found := object[name]
		if !found {
			var fields problem.Fields
			fields.Tell(strings.Join(path[:i+1], "."), "required", "This field is required.")
			return fields.Err()
		}
		s.Body.Value = inner
		depth++
	}
	s.Disclosed, s.inside = true, path[:depth]
	return nil
}

// Missing returns the path of the envelope that the body lacks, "" for none.
func (s *Sent) Missing(e plan.Envelope) string {
	if e == nil || s.Body.Form != nil || s.Body.Patch != nil || len(s.inside) == len(e.InputPath()) {
		return ""
	}
	return strings.Join(e.InputPath()[:len(s.inside)+1], ".")
}

// Locate prefixes the paths of a refusal with the members around the body.
func (s *Sent) Locate(refusal *problem.Error) *problem.Error {
	if len(s.inside) == 0 || len(refusal.Fields) == 0 && len(refusal.Items) == 0 {
		return refusal
	}
	located := *refusal
	located.Inside = s.inside
	return &located
}

// NestMetadata describes fields as the members of an object at a path of the body.
func NestMetadata(fields []byte, path []string, label string) []byte {
	for i := len(path) - 1; i >= 0; i-- {
		b := notation.AppendText([]byte{'{'}, path[i])
		b = notation.AppendText(append(b, `:{"type":"nested object","required":true,"read_only":false,"label":`...), label)
		b = append(append(b, `,"children":`...), fields...)
		fields = append(b, `}}`...)
	}
	return fields
}

// Comma appends a comma before each element but the first.
func Comma(b []byte, i int) []byte {
	if i > 0 {
		return append(b, ',')
	}
	return b
}
