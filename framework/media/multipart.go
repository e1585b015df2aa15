// The parser of multipart bodies.

package media

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"strings"

	"example.com/resourceful/framework/problem"
)

// parseMultipart reads a multipart/form-data body. A part with a file name is a file, whose
// content is skipped; every other part is text in the charset of the part, else of the body, else
// UTF-8. A part without a name is ignored, as in Django.
func parseMultipart(body []byte, params map[string]string, limits Limits) (Body, error) {
	limits = limits.WithDefaults()
	if params["boundary"] == "" {
		return Body{}, multipartError("Invalid boundary in multipart: None")
	}
	b := Body{Form: map[string][]string{}, Files: map[string]bool{}}
	reader := multipart.NewReader(bytes.NewReader(body), params["boundary"])
	// The reader ends quietly after the closing boundary, but also in the middle of a header.
	closed := bytes.Contains(body, []byte("--"+params["boundary"]+"--"))
	for parts := 1; ; parts++ {
		part, err := reader.NextPart()
		switch {
		case err == io.EOF && closed:
			return b, nil
		case err != nil:
			return Body{}, multipartError("%s", multipartCause(err))
		case parts > limits.Fields:
			return Body{}, multipartError("more than %d parts", limits.Fields)
		}
		switch long, err := b.addPart(part, params["charset"], limits.Text); {
		case err != nil:
			return Body{}, multipartError("%s", multipartCause(err))
		case long:
			return Body{}, multipartError("a part is longer than %d bytes", limits.Text)
		}
	}
}

// addPart records one part, or says that it is too long. Files tells of the last part of a name
// only, since that one counts.
func (b *Body) addPart(part *multipart.Part, bodyCharset string, limit int64) (long bool, err error) {
	name := validUTF8(part.FormName())
	if name == "" {
		return false, nil
	}
	// An empty file name is what browsers send for a file input that was left alone, and what
	// Django reads as text.
	if part.FileName() != "" {
		b.Files[name] = true
		return false, nil
	}
	content, err := io.ReadAll(part)
	if err != nil {
		return false, err
	}
	text := formText(string(content), charset(partCharset(part, bodyCharset)))
	delete(b.Files, name)
	b.Form[name] = append(b.Form[name], text)
	return int64(max(len(name), len(text))) > limit, nil
}

// partCharset is the charset that the part itself names, else that of the body.
func partCharset(part *multipart.Part, bodyCharset string) string {
	_, params, err := mime.ParseMediaType(part.Header.Get("Content-Type"))
	if err == nil && params["charset"] != "" {
		return params["charset"]
	}
	return bodyCharset
}

// multipartCause says in a few words what is wrong with the body.
func multipartCause(err error) string {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return "the body ends before its closing boundary"
	}
	return strings.TrimPrefix(validUTF8(err.Error()), "multipart: ")
}

func multipartError(format string, args ...any) error {
	return problem.New(problem.Malformed, "Multipart form parse error - "+format, args...)
}
