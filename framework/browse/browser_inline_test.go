package browse_test

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/server"
)

type poster struct {
	ID    int64     `rest:"id,readonly"`
	Sheet rest.File `rest:"sheet" file:"inline"`
}

// redPDF is a page with a red square.
const redPDF = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
	"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<<>>>>endobj\n" +
	"4 0 obj<</Length 31>>stream\n1 0 0 rg 20 20 260 260 re f    \nendstream endobj\ntrailer<</Root 1 0 R/Size 5>>\n%%EOF"

// The browser shows an image, a text and a document that it opens, under the policy of all contents, and runs nothing
// that is in them.
func TestInlineInBrowser(t *testing.T) {
	require.Part(t, "browser")
	browser := startChromium(t)
	service := startService(t, func() *rest.Set {
		return rest.NewSet("posters", rest.ViewSet[poster]{Path: "/posters/", Access: permission.Anyone})
	})
	web := httptest.NewServer(service)
	t.Cleanup(web.Close)
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, maxWait)
	t.Cleanup(cancel)
	tb := &tab{t: t, ctx: ctx, service: service, base: web.URL} // not openTab, whose log has the refused styles of the browser's own viewers
	picture, err := os.ReadFile(tb.picture("a.png"))
	tb.must(err)
	for i, f := range []server.File{
		{Name: "a.png", Content: picture},
		{Name: "a.txt", Content: []byte("Größe <script>document.title = 1</script>")},
		{Name: "a.pdf", Content: []byte(redPDF)},
	} {
		f.Field = "sheet"
		contentType, body := server.FormWithFiles(nil, f)
		r := httptest.NewRequest("POST", "/posters/", bytes.NewReader(body))
		r.Header.Set("Content-Type", contentType)
		w := httptest.NewRecorder()
		if tb.service.ServeHTTP(w, r); w.Code != http.StatusCreated {
			t.Fatalf("%s: got %d %s", f.Name, w.Code, w.Body)
		}
		if _, err := chromedp.Run(tb.ctx, chromedp.NavigateResponse(fmt.Sprintf("%s/posters/%d/sheet/", tb.base, i+1))); err != nil {
			t.Errorf("%s is not opened: %v", f.Name, err)
			continue
		}
		switch f.Name {
		case "a.png":
			if width := evaluate[int](tb, `document.images[0].naturalWidth`); width != 120 {
				t.Errorf("the image is %d pixels wide, want 120", width)
			}
		case "a.txt":
			if text := evaluate[string](tb, `document.body.innerText + document.title`); text != strings.TrimSpace(string(f.Content)) {
				t.Errorf("the text: got %q", text)
			}
		case "a.pdf":
			tb.seesRed()
		}
	}
}

// seesRed waits until the middle of the window is red.
func (tb *tab) seesRed() {
	tb.t.Helper()
	for range 50 {
		shot, err := chromedp.Run(tb.ctx, chromedp.CaptureScreenshot())
		tb.must(err)
		img, err := png.Decode(bytes.NewReader(shot))
		tb.must(err)
		b := img.Bounds()
		red := slices.ContainsFunc([]int{2, 3, 4}, func(part int) bool {
			r, g, _, _ := img.At(b.Dx()/2, b.Dy()/part).RGBA()
			return r > 0xf000 && g < 0x1000
		})
		if red {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	tb.t.Error("the document is not shown")
}
