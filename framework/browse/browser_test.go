package browse_test

import (
	"context"
	"crypto/rand"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/serve/pageapi"
)

// inGate are the journeys that run with every change, one for each kind of page: a record, a list, a
// form, a failure, and how much of a list is in sight. The nightly run takes them all.
var inGate = []string{"snippets/script", "filters/script", "forms/script", "relogin/script", "rows"}

// TestBrowser uses the pages as people do, in Debian's Chromium. One browser serves all tests,
// each in a tab with cookies of its own.
func TestBrowser(t *testing.T) {
	browser := startChromium(t)
	run := func(name string, test func(t *testing.T)) {
		t.Run(name, func(t *testing.T) {
			if !slices.Contains(inGate, name) {
				require.Part(t, "browser")
			}
			t.Parallel()
			test(t)
		})
	}
	for _, j := range []struct {
		name string
		set  func() *rest.Set
		take func(*tab)
	}{
		{"snippets", sets.Snippets, snippetJourney},
		{"directory", sets.Directory, directoryJourney},
		{"relogin", sets.Snippets, reloginJourney},
		{"search", sets.Directory, searchJourney},
		{"filters", errands, errandsJourney},
		{"ticks", sets.Directory, ticksJourney},
		{"restore", ateliers, restoreJourney},
		{"parcels", parcels, parcelsJourney},
		{"import", parcels, importJourney},
		{"gallery", gallery, galleryJourney},
		{"forms", gallery, formsJourney},
		{"choices", sets.Snippets, choicesJourney},
		{"keys", jottings, keysJourney},
		{"find", sets.Snippets, findJourney},
		{"work", demonstration, workJourney},
		{"again", sets.Snippets, againJourney},
	} {
		run(j.name+"/script", func(t *testing.T) { j.take(openTab(t, browser, startService(t, j.set), true)) })
		run(j.name+"/no-script", func(t *testing.T) { j.take(openTab(t, browser, startService(t, j.set), false)) })
	}
	run("triage", func(t *testing.T) { triageJourney(openTab(t, browser, startService(t, demonstration), true)) })
	run("rows", func(t *testing.T) { rowsJourney(openTab(t, browser, startService(t, demonstration), true)) })
	run("marks", func(t *testing.T) { marksJourney(openTab(t, browser, startService(t, sets.Snippets), true)) })
	run("prefix/stripped", func(t *testing.T) { prefixJourney(t, browser, true) })
	run("prefix", func(t *testing.T) { prefixJourney(t, browser, false) })
	for _, p := range []struct {
		name  string
		set   func() *rest.Set
		pages tour
	}{
		{"snippets", sets.Snippets, snippetPages()},
		{"tracker", tracker, trackerPages()},
		{"filters", errands, errandPages()},
		{"parcels", parcels, parcelPages()},
		{"import", parcels, importPages()},
		{"compare", essays, essayPages()},
		{"restore", ateliers, restorePages()},
		{"gallery", gallery, galleryPages()},
		{"forms", gallery, formPages()},
		{"find", sets.Snippets, findPages()},
		{"reference", sets.Directory, referencePages()},
		{"directory", sets.Directory, directoryPages()},
	} {
		run(p.name+"/pages", func(t *testing.T) { inspect(openTab(t, browser, keepingPages(startService(t, p.set)), true), p.pages) })
	}
}

// maxWait bounds one test, and the start of the browser: a machine may be busy.
const maxWait = 4 * time.Minute

// startChromium starts a browser that ends with the test. Without one the test is skipped, or
// fails when the run must have chromium.
func startChromium(t *testing.T, flags ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		require.Missing(t, "chromium", "no chromium here; apt-get install chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), // in a fresh user-data-dir, which goes with it
		chromedp.Flag("disable-gpu", true),
		chromedp.Flag("no-sandbox", os.Getuid() == 0), // root has to
		chromedp.Flag("hide-scrollbars", false),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-back-forward-cache", true), // a page that comes out of it is not loaded
		chromedp.WSURLReadTimeout(maxWait),
	)
	options = append(options, flags...)
	// Not t.Context, which ends before the browser can be closed.
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(func() {
		closing, done := context.WithTimeout(ctx, 10*time.Second)
		defer done()
		if err := chromedp.Cancel(closing); err != nil {
			t.Logf("close chromium: %v", err)
		}
		cancel()
		stop()
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start chromium: %v", err)
	}
	return ctx
}

// startService serves a configuration with its pages, on a port of its own.
func startService(t *testing.T, set func() *rest.Set) http.Handler {
	t.Helper()
	pages := func(a *auth.Authenticator) pageapi.Pages {
		p, err := browse.New(a, rest.Theme{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	folder, err := files.Folder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	// Keys of forms expire by the clock of the database.
	options := serve.Options{Now: time.Now, Keys: serve.KeyOptions{Form: rand.Text}, Files: serve.FileOptions{Store: folder}}
	return server.New(t, server.Config{Set: set, Pages: pages, Options: options}, ":memory:")
}
