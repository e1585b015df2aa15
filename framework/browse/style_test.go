package browse_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.com/resourceful/templates"
)

var (
	declarations = regexp.MustCompile(`[{;]\s*([a-z-]+|--[a-z0-9-]+): ([^;}]+)`)
	textSizes    = regexp.MustCompile(`^(var\(--(small|text|large|title)\)|inherit|0)$`)
	fontSize     = regexp.MustCompile(`^\d+ (\S+?)(/|\s)`)
	distances    = regexp.MustCompile(`^(margin|padding|gap|inset|top|bottom)`)
	rems         = regexp.MustCompile(`-?(\d*\.)?\d+rem`)
	colours      = regexp.MustCompile(`#[0-9a-fA-F]{3,8}\b`)
)

// The style sheets have four sizes of text, two heights of controls, distances in multiples of four pixels, and colours that
// have names.
func TestStyleKeepsToItsTokens(t *testing.T) {
	for _, name := range []string{"static/resourceful.css", "static/tables.css", "static/reference.css"} {
		text, err := templates.FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sheet := regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(string(text), "")
		for _, d := range declarations.FindAllStringSubmatch(sheet, -1) {
			property, value := d[1], strings.TrimSpace(d[2])
			wrong := func(rule string) { t.Errorf("%s: %s: %s is %s", name, property, value, rule) }
			size := value
			if m := fontSize.FindStringSubmatch(value); property == "font" && m != nil {
				size = m[1]
			}
			switch {
			case strings.HasPrefix(property, "--"):
				continue
			case (property == "font-size" || property == "font" && size != value) && !textSizes.MatchString(size):
				wrong("none of the four sizes of text")
			case strings.HasSuffix(property, "height") && regexp.MustCompile(`^2\.\d+rem$`).MatchString(value):
				wrong("no height of controls: --control or --tap")
			case colours.MatchString(value) && !strings.Contains(value, "url("):
				wrong("a colour without a name")
			}
			if !distances.MatchString(property) {
				continue
			}
			for _, rem := range rems.FindAllString(value, -1) {
				if n, err := strconv.ParseFloat(strings.TrimSuffix(rem, "rem"), 64); err != nil || n*4 != float64(int(n*4)) {
					wrong("no multiple of 4 px")
				}
			}
		}
	}
}
