// The style sheets of coloured code.

package browse

import (
	"net/http"
	"net/url"
	"slices"
	"sync"

	"example.com/resourceful/framework/problem"
)

// codePath is where the style sheets of a highlighter's styles are. They are made when they are
// first asked for: there are many, and a service needs few.
const codePath = "/-/static/code.css"

// codeSheets are the style sheets that were made, by the name of the style.
type codeSheets struct {
	make func(name string) ([]byte, error) // that of the theme; nil for no styles
	mu   sync.Mutex
	made map[string]*asset
}

// get makes the style sheet of a style, or returns nil for a name that is none.
func (c *codeSheets) get(name string) (*asset, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if sheet := c.made[name]; sheet != nil {
		return sheet, nil
	}
	if c.make == nil {
		return nil, nil
	}
	rules, err := c.make(name)
	if err != nil || rules == nil {
		return nil, err
	}
	sheet := newAsset(codePath+"?style="+url.QueryEscape(name)+"&", "text/css; charset=utf-8", slices.Concat([]byte(layer), rules, []byte("}\n")))
	if c.made == nil {
		c.made = map[string]*asset{}
	}
	c.made[name] = sheet
	return sheet, nil
}

// serve is the view of codePath.
func (c *codeSheets) serve(w http.ResponseWriter, r *http.Request) error {
	sheet, err := c.get(r.URL.Query().Get("style"))
	switch {
	case err != nil:
		return err
	case sheet == nil:
		return problem.New(problem.NotFound, "Not found.")
	}
	return sheet.serve(w, r)
}
