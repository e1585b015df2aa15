// Package assets serves the style sheets and the script of the pages, which browsers cache for ever.
package assets

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"sync"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/pageapi"
	"example.com/resourceful/framework/traffic"
	"example.com/resourceful/templates"
)

// Asset is a style sheet or script. Its address holds a hash of its content, so that browsers may cache it
// for ever. During a deployment a page of the old process may request it from the new one: it gets the
// newer content, without caching.
type Asset struct {
	Href        string // its address, with the version
	version     string
	contentType string
	plain       []byte
	compressed  func() []byte // made at the first request
}

// The addresses of the style sheets and the script.
const (
	StylePath     = "/-/static/style.css"
	ReferencePath = "/-/static/reference.css"
	ScriptPath    = "/-/static/script.js"
)

// layer is the cascade layer of the built-in rules. A team's rules are in no layer, and so win whatever
// their selectors.
const layer = "@layer resourceful {\n"

// Assets are the files of the pages. The reference of the API and the pages about problem codes have rules besides Style.
type Assets struct{ Style, Reference, Script *Asset }

// Read returns the files, with the team's own rules last in Style.
func Read(own []byte) (a Assets, err error) {
	style, err := sheet("pico.classless.min.css", "resourceful.css", "tables.css")
	if err != nil {
		return a, err
	}
	reference, err := sheet("reference.css")
	if err != nil {
		return a, err
	}
	code, err := templates.FS.ReadFile("static/resourceful.js")
	if err != nil {
		return a, fmt.Errorf("read script: %w", err)
	}
	const css = "text/css; charset=utf-8"
	a.Style, a.Reference = newAsset(StylePath+"?", css, append(style, own...)), newAsset(ReferencePath+"?", css, reference)
	a.Script = newAsset(ScriptPath+"?", "text/javascript; charset=utf-8", squeeze(code))
	return a, nil
}

// sheet returns a style sheet of several files.
func sheet(names ...string) ([]byte, error) {
	sheet := []byte(layer)
	for _, name := range names {
		text, err := templates.FS.ReadFile("static/" + name)
		if err != nil {
			return nil, fmt.Errorf("read style sheet: %w", err)
		}
		text = bytes.TrimPrefix(text, []byte(`@charset "UTF-8";`)) // the Content-Type has the charset
		sheet = append(sheet, cssSpace.ReplaceAll(squeeze(cssComment.ReplaceAll(text, nil)), []byte("$1$2"))...)
	}
	return append(sheet, "}\n"...), nil
}

// cssComment is a comment of a style sheet, but for a licence.
var cssComment = regexp.MustCompile(`(?s)/\*[^!].*?\*/`)

// cssSpace is white space that a style sheet does not need. No text in the sheets has such a sign before a space.
var cssSpace = regexp.MustCompile(`\s*([{};>])\s+|([,:])\s+`)

// squeeze leaves out indentation, empty lines, and comments of a script.
func squeeze(text []byte) []byte {
	var b bytes.Buffer
	for line := range bytes.Lines(text) {
		line, _, _ = bytes.Cut(line, []byte(" // "))
		if line = bytes.TrimSpace(line); len(line) > 0 && !bytes.HasPrefix(line, []byte("//")) {
			b.Write(append(line, '\n'))
		}
	}
	return b.Bytes()
}

// newAsset makes an asset with an address, to which it adds the version.
func newAsset(address, contentType string, content []byte) *Asset {
	sum := sha256.Sum256(content)
	version := hex.EncodeToString(sum[:6])
	return &Asset{
		Href: address + "v=" + version, version: version, contentType: contentType, plain: content,
		compressed: sync.OnceValue(func() []byte { return compress(content) }),
	}
}

func compress(content []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is valid
	_, _ = w.Write(content)                               // writing to a buffer cannot fail
	_ = w.Close()
	return b.Bytes()
}

// Serve is the view of the asset.
func (a *Asset) Serve(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return pageapi.NotAllowed(w, r, "GET, HEAD")
	}
	h := w.Header()
	h.Set("Content-Type", a.contentType)
	h.Set("Cache-Control", "no-cache")
	if r.URL.Query().Get("v") == a.version {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	pageapi.SetVary(h, "Accept-Encoding")
	content := a.plain
	if traffic.Accepts(r, "gzip") {
		h.Set("Content-Encoding", "gzip")
		content = a.compressed()
	}
	h.Set("Content-Length", strconv.Itoa(len(content)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(content) // an error is the client's
	}
	return nil
}

// CodePath is the address of the highlighter's style sheets. Each is made at its first request: there are
// many, and a service needs few.
const CodePath = "/-/static/code.css"

// CodeSheets are the style sheets made so far, by the name of the style.
type CodeSheets struct {
	Make func(name string) ([]byte, error) // Theme.CodeStyles; nil for no styles
	mu   sync.Mutex
	made map[string]*Asset
}

// Get returns the style sheet of a style, or nil for an unknown name.
func (c *CodeSheets) Get(name string) (*Asset, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if sheet := c.made[name]; sheet != nil {
		return sheet, nil
	}
	if c.Make == nil {
		return nil, nil
	}
	rules, err := c.Make(name)
	if err != nil || rules == nil {
		return nil, err
	}
	sheet := newAsset(CodePath+"?style="+url.QueryEscape(name)+"&", "text/css; charset=utf-8", slices.Concat([]byte(layer), rules, []byte("}\n")))
	if c.made == nil {
		c.made = map[string]*Asset{}
	}
	c.made[name] = sheet
	return sheet, nil
}

// Serve is the view of CodePath.
func (c *CodeSheets) Serve(w http.ResponseWriter, r *http.Request) error {
	sheet, err := c.Get(r.URL.Query().Get("style"))
	switch {
	case err != nil:
		return err
	case sheet == nil:
		return problem.New(problem.NotFound, "Not found.")
	}
	return sheet.Serve(w, r)
}
