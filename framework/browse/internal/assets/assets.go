// Package assets serves the style sheets and the script of the pages, which browsers cache for ever.
package assets

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"sync"

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

// The addresses of the style sheet and the script.
const (
	StylePath  = "/-/static/style.css"
	ScriptPath = "/-/static/script.js"
)

// layer is the cascade layer of the built-in rules. A team's rules are in no layer, and so win whatever
// their selectors.
const layer = "@layer resourceful {\n"

// Read returns the script, and one style sheet with the team's own rules last.
func Read(own []byte) (style, script *Asset, err error) {
	sheet := []byte(layer)
	for _, name := range [...]string{"pico.classless.min.css", "resourceful.css", "tables.css"} {
		text, err := templates.FS.ReadFile("static/" + name)
		if err != nil {
			return nil, nil, fmt.Errorf("read style sheet: %w", err)
		}
		text = bytes.TrimPrefix(text, []byte(`@charset "UTF-8";`)) // the Content-Type has the charset
		sheet = append(append(sheet, squeeze(cssComment.ReplaceAll(text, nil))...), '\n')
	}
	sheet = append(sheet, "}\n"...)
	code, err := templates.FS.ReadFile("static/resourceful.js")
	if err != nil {
		return nil, nil, fmt.Errorf("read script: %w", err)
	}
	style = newAsset(StylePath+"?", "text/css; charset=utf-8", append(sheet, own...))
	return style, newAsset(ScriptPath+"?", "text/javascript; charset=utf-8", squeeze(code)), nil
}

// cssComment is a comment of a style sheet, but for a licence.
var cssComment = regexp.MustCompile(`(?s)/\*[^!].*?\*/`)

// squeeze leaves out indentation, empty lines, and lines that are comments of a script.
func squeeze(text []byte) []byte {
	var b bytes.Buffer
	for line := range bytes.Lines(text) {
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
