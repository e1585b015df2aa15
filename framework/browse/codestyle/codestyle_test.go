package codestyle

import (
	"testing"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/styles"
)

func TestCodeStylesAreLegible(t *testing.T) {
	for _, name := range styles.Names() {
		style, err := readable(styles.Get(name))
		if err != nil {
			t.Fatal(err)
		}
		for kind := range chroma.StandardTypes {
			e := style.Get(kind)
			if !e.Colour.IsSet() || !e.Background.IsSet() || ratio(e.Colour, e.Background) < contrast {
				t.Errorf("style %s, %s: %s on %s has contrast %.2f, want %.1f", name, kind, e.Colour, e.Background, ratio(e.Colour, e.Background), contrast)
			}
		}
	}
}

// A name that is no style has no sheet.
func TestSheet(t *testing.T) {
	if sheet, err := Sheet("friendly"); err != nil || len(sheet) == 0 {
		t.Errorf("got %q, error %v, want rules", sheet, err)
	}
	if sheet, err := Sheet("no style"); err != nil || sheet != nil {
		t.Errorf("got %q, error %v, want none", sheet, err)
	}
}
