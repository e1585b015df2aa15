// The promises of every response, for every request.

package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/net/http/httpguts"
	"gopkg.in/yaml.v3"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/resttest/htmlcheck"
)

// Broken returns the promises that the response breaks and that hold for every request: it is no failure of
// the service, its headers are valid, and its body matches its Content-Type. It is nil for none.
func (s Step) Broken() error { return s.broken(declared{}) }

// Broken is Step.Broken of an answer of this server, whose plan may declare more statuses and formats.
func (s *Server) Broken(step Step) error { return step.broken(s.declared) }

// Uncompressed returns the step with the body before its Content-Encoding. A step without one, or with an
// unknown one, is returned unchanged.
func (s Step) Uncompressed() Step {
	c := checker{r: s.Request, header: s.Answer.Header(), body: s.Answer.Body.Bytes()}
	if s.Answer.Header().Get("Content-Encoding") == "" || !c.decompress() {
		return s
	}
	plain := *s.Answer
	plain.Body = bytes.NewBuffer(c.body)
	s.Answer = &plain
	return s
}

// declared are the further properties that responses of one service may have.
type declared struct {
	contentTypes []string // which are not checked
	statuses     []int
}

// declaredBy returns those of a plan: of its formats, its operations and its form of refusals.
func declaredBy(p *plan.Plan) (own declared) {
	for _, r := range p.Renderers {
		of := r.Format().ContentType
		own.contentTypes = append(own.contentTypes, of, p.Errors.ContentType(of))
	}
	for _, route := range p.Routes {
		for _, o := range route.Operations {
			own.statuses = append(own.statuses, o.Status)
		}
	}
	challenged := !ofTeam(p) // a 401 has a challenge, unless code of the team gives it, as to a wrong password in a body
	for code := problem.Invalid; code < problem.Unavailable; code++ {
		if status := p.Errors.Status(problem.New(code, "")); status != http.StatusUnauthorized || !challenged {
			own.statuses = append(own.statuses, status)
		}
	}
	return own
}

// ofTeam reports whether code of the team answers requests.
func ofTeam(p *plan.Plan) bool {
	return slices.ContainsFunc(p.Routes, func(r *plan.Route) bool { return slices.ContainsFunc(r.Operations, (*plan.Operation).OfTeam) })
}

// broken is Broken of a service that declares more statuses and formats.
func (s Step) broken(own declared) error {
	c := checker{r: s.Request, status: s.Answer.Code, header: s.Answer.Header(), body: s.Answer.Body.Bytes(), own: own}
	c.statusCode()
	c.headers()
	c.length()
	if c.decompress() {
		c.content()
	}
	return errors.Join(c.broken...)
}

type checker struct {
	r      *http.Request
	status int
	header http.Header
	body   []byte
	own    declared
	broken []error
}

func (c *checker) breaks(format string, args ...any) {
	c.broken = append(c.broken, fmt.Errorf(format, args...))
}

var statuses = []int{200, 201, 204, 301, 303, 304, 308, 400, 403, 404, 405, 406, 409, 412, 413, 415, 422, 429}

func (c *checker) statusCode() {
	challenged := c.status == http.StatusUnauthorized && c.header.Get("Www-Authenticate") != ""
	if !slices.Contains(statuses, c.status) && !slices.Contains(c.own.statuses, c.status) && !challenged {
		c.breaks("status %d", c.status)
	}
	allow := c.header.Get("Allow")
	if c.status == http.StatusMethodNotAllowed && (allow == "" || slices.Contains(strings.Split(allow, ", "), c.r.Method) && !c.mayOverride()) {
		c.breaks("405 with Allow %q", allow)
	}
	if c.status == http.StatusTooManyRequests && c.header.Get("Retry-After") == "" {
		c.breaks("429 without Retry-After")
	}
}

// mayOverride reports whether a form may have asked for another method.
func (c *checker) mayOverride() bool { return c.r.Method == http.MethodPost }

func (c *checker) headers() {
	for name, values := range c.header {
		if !httpguts.ValidHeaderFieldName(name) || len(values) > 1 && name != "Set-Cookie" && name != "Cache-Control" {
			c.breaks("header %q: %q", name, values)
		}
		for _, value := range values {
			if !httpguts.ValidHeaderFieldValue(value) || strings.ContainsFunc(value, func(r rune) bool { return r > '~' }) || value != strings.TrimSpace(value) {
				c.breaks("header %s: %q", name, value)
			}
		}
	}
	for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "same-origin"} {
		if got := c.header.Get(name); got != want {
			c.breaks("%s: %q", name, got)
		}
	}
	const nothing = "default-src 'none'; frame-ancestors 'none'"
	page := strings.HasPrefix(c.header.Get("Content-Type"), "text/html")
	if policy := c.header.Get("Content-Security-Policy"); policy != nothing && !(page && strings.HasPrefix(policy, "default-src 'none'; style-src 'self'")) {
		c.breaks("Content-Security-Policy: %q", policy)
	}
	location := c.header.Get("Location")
	if redirects := c.status/100 == 3 && c.status != http.StatusNotModified; redirects && location == "" {
		c.breaks("%d without Location", c.status)
	}
	if location == "" {
		return
	}
	to, err := url.Parse(location)
	if err != nil || !strings.HasPrefix(to.Path, "/") || to.User != nil || to.Host != "" && to.Host != c.r.Host || strings.HasPrefix(location, "//") || strings.Contains(to.Path, `\`) {
		c.breaks("Location %q, which is elsewhere: %v", location, err)
	}
}

// length checks the Content-Length, and that there is no body where there must be none.
func (c *checker) length() {
	if c.r.Method == http.MethodHead { // net/http sends no body, whatever is written
		c.body = nil
		return
	}
	if bare := c.status == http.StatusNoContent || c.status == http.StatusNotModified; bare && len(c.body) > 0 {
		c.breaks("%d with a body", c.status)
	}
	if text := c.header.Get("Content-Length"); text != "" {
		if n, err := strconv.Atoi(text); err != nil || n != len(c.body) {
			c.breaks("Content-Length %s, and %d bytes", text, len(c.body))
		}
	}
	if len(c.body) > 0 && c.header.Get("Content-Type") == "" {
		c.breaks("a body without Content-Type")
	}
}

// decompress undoes the Content-Encoding, which the client must have asked for. It is false where
// that fails.
func (c *checker) decompress() bool {
	coding := c.header.Get("Content-Encoding")
	if coding == "" || len(c.body) == 0 {
		return true
	}
	var plain io.Reader
	var err error
	switch coding {
	case "gzip":
		plain, err = gzip.NewReader(bytes.NewReader(c.body))
	case "zstd":
		plain, err = zstd.NewReader(bytes.NewReader(c.body), zstd.WithDecoderConcurrency(1))
	default:
		err = errors.New("unknown")
	}
	if err == nil {
		c.body, err = io.ReadAll(plain)
	}
	if err != nil || c.r.Header.Get("Accept-Encoding") == "" {
		c.breaks("Content-Encoding %q: %v", coding, err)
	}
	return err == nil
}

// hashOfPassword matches the beginnings of stored hashes, those in Django's form and the service's: a form
// login replaces the one by the other.
var hashOfPassword = regexp.MustCompile(`pbkdf2_sha256\$\d+\$|\$argon2id\$v=`)

// content checks that the body matches its type.
func (c *checker) content() {
	if len(c.body) == 0 {
		return
	}
	if !utf8.Valid(c.body) {
		c.breaks("no UTF-8: %q", c.body)
	}
	if hashOfPassword.Match(c.body) {
		c.breaks("the hash of a password: %q", c.body)
	}
	var err error
	switch contentType := c.header.Get("Content-Type"); {
	case contentType == "application/json":
		err = c.json()
	case contentType == "application/yaml; charset=utf-8":
		err = c.yaml()
	case contentType == "text/html; charset=utf-8":
		err = htmlcheck.Page(c.body)
	case !strings.HasPrefix(c.r.URL.Path, "/-/") && !slices.Contains(c.own.contentTypes, contentType):
		err = errors.New("unknown")
	}
	if err != nil {
		c.breaks("Content-Type %q: %w\n%s", c.header.Get("Content-Type"), err, c.body)
	}
}

// json wants one document without equal keys, and of an error an object.
func (c *checker) json() error {
	d := json.NewDecoder(bytes.NewReader(c.body))
	d.UseNumber()
	if err := distinct(d); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("more after the document")
	}
	if c.status >= 400 && c.body[0] != '{' {
		return errors.New("an error that is not an object")
	}
	return nil
}

// distinct reads one value, whose objects have each key once.
func distinct(d *json.Decoder) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	delim, composed := token.(json.Delim)
	if !composed {
		return nil
	}
	keys := map[string]bool{}
	for d.More() {
		if delim == '{' {
			key, err := d.Token()
			if err != nil {
				return err
			}
			if keys[key.(string)] {
				return fmt.Errorf("key %q twice", key)
			}
			keys[key.(string)] = true
		}
		if err := distinct(d); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

// yaml wants one document, without equal keys, that is a list or an object.
func (c *checker) yaml() error {
	d := yaml.NewDecoder(bytes.NewReader(c.body))
	var v, more any
	if err := d.Decode(&v); err != nil { // equal keys are an error here
		return err
	}
	switch v.(type) {
	case map[string]any, []any:
	default:
		return fmt.Errorf("a %T", v)
	}
	if err := d.Decode(&more); err != io.EOF {
		return errors.New("more after the document")
	}
	return nil
}
