// Package codestyle makes the style sheets of highlighted code: a value for rest.Theme.CodeStyles. A
// program whose sets do not list it has none of the highlighter's styles.
package codestyle

import (
	"bytes"
	"fmt"
	"math"

	"github.com/alecthomas/chroma/v2"
	formatter "github.com/alecthomas/chroma/v2/formatters/html"
	"github.com/alecthomas/chroma/v2/styles"
)

// Sheet returns the style sheet of a style of chroma, or nil for an unknown name. It makes colours darker
// or lighter that could hardly be read.
func Sheet(name string) ([]byte, error) {
	known := styles.Registry[name]
	if known == nil {
		return nil, nil
	}
	style, err := readable(known)
	if err != nil {
		return nil, fmt.Errorf("code style %s: %w", name, err)
	}
	var b bytes.Buffer
	if err := formatter.New(formatter.WithClasses(true), formatter.TabWidth(8)).WriteCSS(&b, style); err != nil {
		return nil, fmt.Errorf("write code style %s: %w", name, err)
	}
	return b.Bytes(), nil
}

// contrast is the least contrast between text and its background in WCAG 2.2 level AA.
const contrast = 4.5

// readable returns a style with both colours for everything, because a page may be light or dark around it.
// It makes colours darker or lighter that can hardly be read.
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

// far returns black or white, whichever can be read better on a background.
func far(background chroma.Colour) chroma.Colour {
	black, white := chroma.NewColour(0, 0, 0), chroma.NewColour(255, 255, 255)
	if ratio(black, background) > ratio(white, background) {
		return black
	}
	return white
}

// ratio returns the contrast of two colours, from 1 to 21.
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
