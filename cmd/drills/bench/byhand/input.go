package byhand

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"unicode/utf8"
)

const maxBody, maxDepth = 10 << 20, 100

// decode reads the JSON object of a body; an empty body is an empty object. With strict an object that has a key twice is
// refused; otherwise the last one counts.
func decode(w http.ResponseWriter, r *http.Request, strict bool) (map[string]any, error) {
	if r.ContentLength == 0 {
		return map[string]any{}, nil
	}
	header := r.Header.Get("Content-Type")
	if media, _, _ := mime.ParseMediaType(header); media != "application/json" {
		return nil, refused(http.StatusUnsupportedMediaType, `Unsupported media type "`+header+`" in request.`)
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, refused(http.StatusRequestEntityTooLarge, "Request body is too large.")
	}
	if err != nil {
		return nil, unparsed("the body ends too early")
	}
	if !utf8.Valid(body) {
		return nil, unparsed("Invalid UTF-8")
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var value any
	if strict {
		value, err = decodeStrictly(decoder, 0)
	} else {
		err = decoder.Decode(&value)
	}
	if e, ok := errors.AsType[*refusal](err); ok {
		return nil, e
	}
	if err != nil {
		return nil, unparsed("%v", err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, unparsed("Extra data after the value")
	}
	return object(value)
}

// decodeStrictly reads a value of a body in one line token by token, and refuses keys that an object has twice and what is
// nested too deep.
func decodeStrictly(decoder *json.Decoder, depth int) (any, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	delim, nests := token.(json.Delim)
	switch {
	case !nests:
		return token, nil
	case depth == maxDepth:
		return nil, unparsed("Nested deeper than %d levels: line 1 column %d", maxDepth, decoder.InputOffset())
	case delim == '[':
		list := []any{}
		for decoder.More() {
			value, err := decodeStrictly(decoder, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		_, err = decoder.Token() // its end
		return list, err
	}
	fields := map[string]any{}
	for decoder.More() {
		if token, err = decoder.Token(); err != nil {
			return nil, err
		}
		name, _ := token.(string)
		if _, twice := fields[name]; twice {
			quoted := strconv.Quote(name)
			return nil, unparsed("Duplicate key %s: line 1 column %d", quoted, int(decoder.InputOffset())-len(quoted)+1)
		}
		if fields[name], err = decodeStrictly(decoder, depth+1); err != nil {
			return nil, err
		}
	}
	_, err = decoder.Token() // its end
	return fields, err
}

// unparsed is the refusal of a body that cannot be read.
func unparsed(format string, args ...any) error {
	return refused(http.StatusBadRequest, "JSON parse error - "+fmt.Sprintf(format, args...))
}

// object is the value as an object, which it has to be.
func object(value any) (map[string]any, error) {
	kind := ""
	switch v := value.(type) {
	case map[string]any:
		return v, nil
	case nil:
		return nil, messages{{"non_field_errors", "No data provided"}}.err()
	case []any:
		kind = "list"
	case string:
		kind = "str"
	case bool:
		kind = "bool"
	case json.Number:
		kind = "int"
		if bytes.ContainsAny([]byte(v), ".eE") {
			kind = "float"
		}
	}
	return nil, messages{{"non_field_errors", "Invalid data. Expected a dictionary, but got " + kind + "."}}.err()
}

// messages say what is wrong with fields, in order; no field has two.
type messages []struct{ field, text string }

func (m *messages) add(field, text string) {
	*m = append(*m, struct{ field, text string }{field, text})
}

// err is the refusal that lists the messages, nil for none.
func (m messages) err() error {
	if len(m) == 0 {
		return nil
	}
	b := []byte("{")
	for i, message := range m {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendText(b, message.field), ':', '[')
		b = append(appendText(b, message.text), ']')
	}
	return &refusal{http.StatusBadRequest, append(b, '}')}
}
