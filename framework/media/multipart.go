// The parser of multipart bodies.

package media

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"strings"
	"unicode/utf8"

	"example.com/resourceful/framework/problem"
)

// multipartReader parses a multipart/form-data body part by part.
type multipartReader struct {
	parts   *multipart.Reader
	source  *closingReader
	charset string // charset of the body; "" for UTF-8
	limits  Limits
	n       int   // parts read
	texts   int64 // bytes of the body, without those of files
	body    Body
	invalid problem.Fields  // texts that are not valid
	file    *multipart.Part // the next file, not read yet; nil for none
}

// readMultipart parses a multipart/form-data body. A part with a file name is a file, for Limits.File: it
// stops before the first file, and Body.Rest continues. Without a Limits.File it skips the content of
// files. Every other part is text in the charset of the part, or else of the body, or else UTF-8. It
// refuses a part with an unreadable name; Django ignores such a part with its data.
func readMultipart(body io.Reader, params map[string]string, limits Limits) (Body, error) {
	limits = limits.WithDefaults()
	boundary := params["boundary"]
	if boundary == "" {
		if _, err := io.Copy(io.Discard, body); err != nil {
			return Body{}, err
		}
		return Body{}, multipartError("Invalid boundary in multipart: None")
	}
	source := &closingReader{r: body, end: []byte("--" + boundary + "--")}
	m := &multipartReader{
		parts: multipart.NewReader(source, boundary), source: source, charset: params["charset"], limits: limits,
		body: Body{Form: map[string][]string{}, Files: map[string]bool{}},
	}
	return m.whole(m.read())
}

// whole reads a malformed body to its end, so that its client can read the refusal.
func (m *multipartReader) whole(body Body, err error) (Body, error) {
	if p := problem.As(err); p != nil && p.Code == problem.Malformed && m.source.err == nil {
		if _, failed := io.Copy(io.Discard, m.source); failed != nil {
			return Body{}, failed
		}
	}
	return body, err
}

// read reads parts to the end, or to the first file for Limits.File.
func (m *multipartReader) read() (Body, error) {
	for {
		part, err := m.parts.NextPart()
		switch {
		case m.source.err != nil:
			return Body{}, m.source.err
		case err == io.EOF && m.source.closed:
			return m.finish()
		case err != nil:
			return Body{}, multipartError("%s", multipartCause(err))
		}
		if m.n++; m.n > m.limits.Fields {
			return Body{}, multipartError("more than %d parts", m.limits.Fields)
		}
		name, cause := m.partName(part)
		switch {
		case cause != "":
			return Body{}, multipartError("part %d %s", m.n, cause)
		case part.FileName() == "": // browsers send this for an untouched file input, and Django reads it as text
			if err := m.addText(name, part); err != nil {
				return Body{}, err
			}
		case m.limits.File == nil:
			m.body.Files[name] = true
		case m.file == nil && m.body.Rest == nil:
			m.file = part
			m.body.Rest = m.rest
			return m.body, nil
		default:
			if err := m.addFile(name, part); err != nil {
				return Body{}, err
			}
		}
	}
}

// partName returns the field name of a part (RFC 7578, section 4.2), or why it has none.
func (m *multipartReader) partName(part *multipart.Part) (name, cause string) {
	if name = part.FormName(); name != "" {
		if m.limits.ValidText && !utf8.ValidString(name) {
			return "", "has a name of invalid UTF-8"
		}
		return validUTF8(name), ""
	}
	header := part.Header.Get("Content-Disposition")
	switch kind, _, err := mime.ParseMediaType(header); {
	case header == "":
		return "", "has no Content-Disposition"
	case err != nil:
		return "", "has a Content-Disposition that cannot be read"
	case kind != "form-data":
		return "", "is not form-data"
	}
	return "", "has no name"
}

// rest continues from the first file.
func (m *multipartReader) rest() (Body, error) {
	if err := m.addFile(validUTF8(m.file.FormName()), m.file); err != nil {
		return m.whole(Body{}, err)
	}
	body, err := m.whole(m.read())
	body.Rest = nil
	return body, err
}

// finish reads the data after the closing boundary, which has no meaning.
func (m *multipartReader) finish() (Body, error) {
	if _, err := io.Copy(io.Discard, m.source); err != nil {
		return Body{}, err
	}
	if err := m.invalid.Err(); err != nil {
		return Body{}, err
	}
	return m.body, nil
}

// addText records a text. Files contains only the last part of a name, which counts.
func (m *multipartReader) addText(name string, part *multipart.Part) error {
	content, err := io.ReadAll(io.LimitReader(part, m.limits.Body-m.texts+1))
	switch {
	case m.source.err != nil:
		return m.source.err
	case err != nil:
		return multipartError("%s", multipartCause(err))
	}
	if m.texts += int64(len(name) + len(content)); m.limits.File != nil && m.texts > m.limits.Body {
		return tooLarge(m.limits.Body)
	}
	text, valid := formText(string(content), charset(partCharset(part, m.charset)))
	if !valid && m.limits.ValidText {
		tellInvalid(&m.invalid, name)
	}
	delete(m.body.Files, name)
	if m.limits.File != nil {
		if err := m.limits.File(name, "", nil); err != nil {
			return err
		}
	}
	m.body.Form[name] = append(m.body.Form[name], text)
	if int64(max(len(name), len(text))) > m.limits.Text {
		return multipartError("a part is longer than %d bytes", m.limits.Text)
	}
	return nil
}

// addFile passes a file to Limits.File.
func (m *multipartReader) addFile(name string, part *multipart.Part) error {
	_, params, _ := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	content := &partReader{part: part, source: m.source}
	if err := m.limits.File(name, params["filename"], content); err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, content); err != nil {
		return err
	}
	m.body.Files[name] = true
	return nil
}

// partReader is the content of a file. A broken body is an error for the client.
type partReader struct {
	part   *multipart.Part
	source *closingReader
}

func (r *partReader) Read(p []byte) (int, error) {
	n, err := r.part.Read(p)
	switch {
	case err == nil || err == io.EOF:
	case r.source.err != nil:
		err = r.source.err
	default:
		err = multipartError("%s", multipartCause(err))
	}
	return n, err
}

// closingReader is a body that records whether it had its closing boundary: the multipart reader ends
// without an error after that, but also in the middle of a header. It also keeps the error of the body
// itself.
type closingReader struct {
	r      io.Reader
	end    []byte
	tail   []byte // last bytes read, shorter than the boundary
	closed bool
	err    error
}

func (c *closingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if !c.closed && n > 0 {
		keep := len(c.end) - 1
		c.tail = append(c.tail, p[:min(n, keep)]...)
		c.closed = bytes.Contains(p[:n], c.end) || bytes.Contains(c.tail, c.end)
		if n >= keep {
			c.tail = append(c.tail[:0], p[n-keep:n]...)
		} else if len(c.tail) > keep {
			c.tail = append(c.tail[:0], c.tail[len(c.tail)-keep:]...)
		}
	}
	if err != nil && err != io.EOF {
		c.err = unreadable(err)
		err = c.err
	}
	return n, err
}

// partCharset returns the charset of the part, or else of the body.
func partCharset(part *multipart.Part, bodyCharset string) string {
	_, params, err := mime.ParseMediaType(part.Header.Get("Content-Type"))
	if err == nil && params["charset"] != "" {
		return params["charset"]
	}
	return bodyCharset
}

// multipartCause describes the defect of the body in a few words.
func multipartCause(err error) string {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return "the body ends before its closing boundary"
	}
	return strings.TrimPrefix(validUTF8(err.Error()), "multipart: ")
}

func multipartError(format string, args ...any) error {
	return problem.New(problem.Malformed, "Multipart form parse error - "+format, args...)
}
