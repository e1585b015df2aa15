package byhand

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"unicode/utf8"
)

const maxBody = 10 << 20

// decode reads the JSON object of a body; an empty body is an empty object.
func decode(w http.ResponseWriter, r *http.Request) (map[string]any, error) {
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
		return nil, refused(http.StatusBadRequest, "JSON parse error - the body ends too early")
	}
	if !utf8.Valid(body) {
		return nil, refused(http.StatusBadRequest, "JSON parse error - Invalid UTF-8")
	}
	var value any
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		return nil, refused(http.StatusBadRequest, "JSON parse error - "+err.Error())
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, refused(http.StatusBadRequest, "JSON parse error - Extra data after the value")
	}
	return object(value)
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
