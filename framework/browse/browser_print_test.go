// Tests of a browser: lists on paper.

package browse_test

import (
	"net/http"
	"regexp"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// pdfPage finds the pages of a PDF document.
var pdfPage = regexp.MustCompile(`/Type\s*/Page\b`)

// paper is the width between the margins of A4, in pixels.
const paper = 680

// wantSheets prints a page on A4, where it takes a number of sheets at most, and nothing is wider than the paper.
func (tb *tab) wantSheets(path string, most int) {
	tb.visit(path, http.StatusOK)
	pdf, err := chromedp.Call(tb.ctx, page.PrintToPDF, page.PrintToPDFParams{PaperWidth: 8.27, PaperHeight: 11.69, PreferCSSPageSize: new(true)})
	tb.must(err)
	if got := len(pdfPage.FindAll(pdf.Data, -1)); got == 0 || got > most {
		tb.t.Errorf("%s: got %d sheets, want 1 to %d", path, got, most)
	}
	tb.setScreen(paper, "light")
	_, err = chromedp.Call(tb.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	tb.must(err)
	if got := evaluate[int](tb, "document.documentElement.scrollWidth"); got > paper {
		tb.t.Errorf("%s: got %d pixels on paper, want at most %d", path, got, paper)
	}
	_, err = chromedp.Call(tb.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	tb.must(err)
	tb.setScreen(wide, "light")
}
