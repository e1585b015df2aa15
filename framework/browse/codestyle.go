package browse

import (
	"bytes"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"sync"

	"github.com/alecthomas/chroma/v2"
	formatter "github.com/alecthomas/chroma/v2/formatters/html"
	"github.com/alecthomas/chroma/v2/styles"

	"example.com/resourceful/framework/serve"
)

// codePath is where the style sheets of the highlighter's styles are. They are made when they are
// first asked for: there are many, and a service needs few.
const codePath = "/-/static/code.css"

// codeSheets are the style sheets that were made, by the name of the style.
type codeSheets struct {
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
	if styles.Registry[name] == nil {
		return nil, nil
	}
	text, err := codeRules(name)
	if err != nil {
		return nil, err
	}
	sheet := newAsset(codePath+"?style="+url.QueryEscape(name)+"&", "text/css; charset=utf-8", text)
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
		return serve.NotFound()
	}
	return sheet.serve(w, r)
}

// codeRules is the text of a style sheet.
func codeRules(name string) ([]byte, error) {
	style, err := readable(styles.Registry[name])
	if err != nil {
		return nil, fmt.Errorf("code style %s: %w", name, err)
	}
	b := *bytes.NewBufferString(layer)
	if err := formatter.New(formatter.WithClasses(true), formatter.TabWidth(8)).WriteCSS(&b, style); err != nil {
		return nil, fmt.Errorf("write code style %s: %w", name, err)
	}
	b.WriteString("}\n")
	return b.Bytes(), nil
}

// contrast is what text needs against its background, by WCAG 2.2 level AA.
const contrast = 4.5

// readable is a style with both colours for everything, because a page may be light or dark
// around it, and with the colours made darker or lighter where they can hardly be read.
func readable(style *chroma.Style) (*chroma.Style, error) {
	base := style.Get(chroma.Background)
	if !base.Background.IsSet() {
		base.Background = chroma.NewColour(255, 255, 255)
	}
	if !base.Colour.IsSet() {
		base.Colour = far(base.Background)
	}
	b := style.Builder()
	for t := range chroma.StandardTypes {
		e := style.Get(t)
		if !e.Background.IsSet() {
			e.Background = base.Background
		}
		if !e.Colour.IsSet() {
			e.Colour = base.Colour
		}
		e.Colour = legible(e.Colour, e.Background)
		b.AddEntry(t, e)
	}
	return b.Build()
}

// legible moves a colour away from its background until it can be read.
func legible(colour, background chroma.Colour) chroma.Colour {
	target := far(background)
	mix := func(a, b uint8, part float64) uint8 { return uint8(math.Round(float64(a)*(1-part) + float64(b)*part)) }
	c := colour
	for part := 0.05; part < 1; part += 0.05 {
		if ratio(c, background) >= contrast {
			return c
		}
		c = chroma.NewColour(mix(colour.Red(), target.Red(), part), mix(colour.Green(), target.Green(), part), mix(colour.Blue(), target.Blue(), part))
	}
	return target
}

// far is black or white, whichever can be read better on a background.
func far(background chroma.Colour) chroma.Colour {
	black, white := chroma.NewColour(0, 0, 0), chroma.NewColour(255, 255, 255)
	if ratio(black, background) > ratio(white, background) {
		return black
	}
	return white
}

// ratio is the contrast of two colours, from 1 to 21.
func ratio(a, b chroma.Colour) float64 {
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return max(x, y) / min(x, y)
}

func luminance(c chroma.Colour) float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.Red()) + 0.7152*linear(c.Green()) + 0.0722*linear(c.Blue())
}
