// The style sheets of coloured code.

package assets

import (
	"net/http"
	"net/url"
	"slices"
	"sync"

	"example.com/resourceful/framework/problem"
)

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
