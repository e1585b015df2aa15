package browse_test

import (
	"context"
	"crypto/rand"
	"net/http"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// TestBrowser uses the pages as people do, in Debian's Chromium. One browser serves all tests,
// each in a tab with cookies of its own.
func TestBrowser(t *testing.T) {
	browser := startChromium(t)
	for _, script := range []bool{true, false} {
		name := "/" + map[bool]string{true: "script", false: "no-script"}[script]
		t.Run("snippets"+name, func(t *testing.T) {
			t.Parallel()
			snippetJourney(openTab(t, browser, startService(t, sets.Snippets), script))
		})
		t.Run("directory"+name, func(t *testing.T) {
			t.Parallel()
			directoryJourney(openTab(t, browser, startService(t, sets.Directory), script))
		})
		t.Run("relogin"+name, func(t *testing.T) {
			t.Parallel()
			reloginJourney(openTab(t, browser, startService(t, sets.Snippets), script))
		})
		t.Run("search"+name, func(t *testing.T) {
			t.Parallel()
			searchJourney(openTab(t, browser, startService(t, sets.Directory), script))
		})
		t.Run("filters"+name, func(t *testing.T) {
			t.Parallel()
			errandsJourney(openTab(t, browser, startService(t, errands), script))
		})
		t.Run("ticks"+name, func(t *testing.T) {
			t.Parallel()
			ticksJourney(openTab(t, browser, startService(t, sets.Directory), script))
		})
		t.Run("restore"+name, func(t *testing.T) {
			t.Parallel()
			restoreJourney(openTab(t, browser, startService(t, ateliers), script))
		})
		t.Run("parcels"+name, func(t *testing.T) {
			t.Parallel()
			parcelsJourney(openTab(t, browser, startService(t, parcels), script))
		})
		t.Run("import"+name, func(t *testing.T) {
			t.Parallel()
			importJourney(openTab(t, browser, startService(t, parcels), script))
		})
		t.Run("gallery"+name, func(t *testing.T) {
			t.Parallel()
			galleryJourney(openTab(t, browser, startService(t, gallery), script))
		})
		t.Run("forms"+name, func(t *testing.T) {
			t.Parallel()
			formsJourney(openTab(t, browser, startService(t, gallery), script))
		})
		t.Run("choices"+name, func(t *testing.T) {
			t.Parallel()
			choicesJourney(openTab(t, browser, startService(t, sets.Snippets), script))
		})
		t.Run("keys"+name, func(t *testing.T) {
			t.Parallel()
			keysJourney(openTab(t, browser, startService(t, jottings), script))
		})
		t.Run("find"+name, func(t *testing.T) {
			t.Parallel()
			findJourney(openTab(t, browser, startService(t, sets.Snippets), script))
		})
		t.Run("again"+name, func(t *testing.T) {
			t.Parallel()
			againJourney(openTab(t, browser, startService(t, sets.Snippets), script))
		})
	}
	t.Run("marks", func(t *testing.T) {
		t.Parallel()
		marksJourney(openTab(t, browser, startService(t, sets.Snippets), true))
	})
	t.Run("snippets/pages", func(t *testing.T) {
		t.Parallel()
		inspect(openTab(t, browser, startService(t, sets.Snippets), true), snippetPages())
	})
	for _, strip := range []bool{true, false} {
		t.Run(map[bool]string{true: "prefix/stripped", false: "prefix"}[strip], func(t *testing.T) {
			t.Parallel()
			prefixJourney(t, browser, strip)
		})
	}
	t.Run("tracker/pages", func(t *testing.T) {
		t.Parallel()
		inspect(openTab(t, browser, startService(t, tracker), true), trackerPages())
	})
	t.Run("filters/pages", func(t *testing.T) {
		t.Parallel()
		inspect(openTab(t, browser, startService(t, errands), true), errandPages())
	})
	t.Run("parcels/pages", func(t *testing.T) {
		t.Parallel()
		inspect(openTab(t, browser, startService(t, parcels), true), parcelPages())
	})
	t.Run("import/pages", func(t *testing.T) {
		t.Parallel()
		inspect(openTab(t, browser, startService(t, parcels), true), importPages())
	})
	t.Run("compare/pages", func(t *testing.T) {
		t.Parallel()
		inspect(openTab(t, browser, startService(t, essays), true), essayPages())
	})
	t.Run("restore/pages", func(t *testing.T) {
		t.Parallel()
		inspect(openTab(t, browser, startService(t, ateliers), true), restorePages())
	})
	t.Run("gallery/pages", func(t *testing.T) {
		t.Parallel()
		inspect(openTab(t, browser, startService(t, gallery), true), galleryPages())
	})
	t.Run("forms/pages", func(t *testing.T) {
		t.Parallel()
		inspect(openTab(t, browser, startService(t, gallery), true), formPages())
	})
	t.Run("find/pages", func(t *testing.T) {
		t.Parallel()
		inspect(openTab(t, browser, startService(t, sets.Snippets), true), findPages())
	})
	t.Run("reference/pages", func(t *testing.T) {
		t.Parallel()
		inspect(openTab(t, browser, startService(t, sets.Directory), true), referencePages())
	})
	t.Run("directory/pages", func(t *testing.T) {
		t.Parallel()
		inspect(openTab(t, browser, startService(t, sets.Directory), true), directoryPages())
	})
}

// maxWait bounds one test, and the start of the browser: a machine may be busy.
const maxWait = 5 * time.Minute

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
	pages := func(a *auth.Authenticator) serve.Pages {
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
	return resttest.NewServer(t, resttest.Config{Set: set, Pages: pages, Options: options}, ":memory:")
}
