package browse_test

import (
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"example.com/resourceful/framework/resttest/server"
)

// A tour is the pages of a configuration to look at, one after the other.
type tour []struct {
	name string // of its screenshot too, where shot says that it is worth one
	shot bool
	open func(tb *tab)
}

func visit(path string, want int) func(*tab) {
	return func(tb *tab) { tb.visit(path, want) }
}

func snippetPages() tour {
	const program = `package main\n\nimport \"fmt\"\n\n// main says hello to everyone.\nfunc main() {\n\tfor i := range 10 {\n\t\tfmt.Println(\"hello\", i)\n\t}\n}\n`
	return tour{
		{"snippets-empty", false, visit("/snippets/", http.StatusOK)},
		{"root", true, visit("/", http.StatusOK)},
		{"snippets", true, func(tb *tab) {
			tb.post("alice", "/snippets/", `{"title": "Hello", "code": "`+program+`", "language": "go", "linenos": true}`)
			tb.post("alice", "/snippets/", `{"title": "`+strings.Repeat("Long title ", 9)+`", "code": "`+strings.Repeat("long = line, ", 40)+`\nnext", "linenos": true, "style": "monokai"}`)
			for i := range 12 {
				tb.post("bob", "/snippets/", fmt.Sprintf(`{"title": "Number %d", "code": "print(%d)", "style": "dracula"}`, i, i))
			}
			tb.visit("/snippets/", http.StatusOK)
		}},
		{"snippet", true, visit("/snippets/1/", http.StatusOK)},
		{"snippet-long", false, visit("/snippets/2/", http.StatusOK)},
		{"person", false, visit("/users/3/", http.StatusOK)},
		{"options", true, func(tb *tab) { tb.send("OPTIONS", "/snippets/", http.StatusOK) }},
		{"forbidden", false, func(tb *tab) { tb.send("DELETE", "/snippets/1/", http.StatusForbidden) }},
		{"snippet-missing", false, visit("/snippets/99/", http.StatusNotFound)},
		{"not-found", true, visit("/nowhere/", http.StatusNotFound)},
		{"not-allowed", false, func(tb *tab) { tb.send("PATCH", "/users/", http.StatusMethodNotAllowed) }},
		{"login", true, visit("/api-auth/login/", http.StatusOK)},
		{"login-failed", false, func(tb *tab) {
			tb.fill("#username", "alice")
			tb.click("main button", http.StatusOK)
			tb.fill("#password", "wrong")
			tb.click("main button", http.StatusOK)
		}},
		{"login-empty", false, func(tb *tab) {
			tb.visit("/api-auth/login/", http.StatusOK)
			tb.click("main button", http.StatusOK)
		}},
		{"snippet-owner", true, func(tb *tab) {
			tb.login("alice")
			tb.visit("/snippets/1/", http.StatusOK)
			tb.unfold("#edit")
		}},
		{"snippet-other", false, visit("/snippets/3/", http.StatusOK)},
		{"delete", true, func(tb *tab) {
			tb.visit("/snippets/1/", http.StatusOK)
			tb.click("#delete > button", http.StatusOK)
		}},
		{"delete-other", false, visit("/snippets/3/?_show=delete", http.StatusOK)},
		{"sent", true, func(tb *tab) {
			tb.visit("/snippets/1/", http.StatusOK)
			tb.unfold("#edit")
			tb.tamper("#edit > form", "action", "/snippets/3/")
			tb.click("#edit > form > button", http.StatusForbidden)
		}},
		{"relogin", true, func(tb *tab) {
			tb.visit("/snippets/1/", http.StatusOK)
			tb.unfold("#edit")
			tb.fill("#edit-title", "Typed for hours")
			tb.endSession()
			tb.click("#edit > form > button", http.StatusForbidden)
		}},
		{"relogin-failed", false, func(tb *tab) {
			tb.fill("#login-username", "bob")
			tb.fill("#login-password", "wrong")
			tb.click(".relogin button", http.StatusForbidden)
		}},
		{"resumed", true, func(tb *tab) {
			tb.fill("#login-username", "alice")
			tb.fill("#login-password", "alice-password")
			tb.click(".relogin button", http.StatusOK)
		}},
		{"deleted", true, func(tb *tab) {
			tb.visit("/snippets/2/?_show=delete", http.StatusOK)
			tb.click("#delete > button.danger", http.StatusOK)
		}},
		{"create-invalid", true, func(tb *tab) {
			tb.visit("/snippets/", http.StatusOK)
			tb.unfold("#create")
			tb.fill("#create-title", strings.Repeat("long ", 21))
			tb.click("#create > form > button", http.StatusBadRequest)
		}},
		{"create-done", false, func(tb *tab) {
			tb.fill("#create-title", "Made")
			tb.fill("#create-code", "print('made')")
			tb.click("#create > form > button", http.StatusOK)
		}},
		{"saved", false, func(tb *tab) {
			tb.visit(tb.at(), http.StatusOK)
			tb.unfold("#edit")
			tb.click("#edit > form > button", http.StatusOK)
		}},
		{"conflict", false, func(tb *tab) {
			tb.visit(tb.at(), http.StatusOK)
			tb.unfold("#edit")
			tb.fill("#edit-title", "Mine")
			tb.put("alice", tb.at(), `{"title": "Theirs", "code": "`+program+`", "linenos": true}`)
			tb.click("#edit > form > button", http.StatusPreconditionFailed)
		}},
		{"delete-changed", false, func(tb *tab) {
			path := tb.at()
			tb.visit(path+"?_show=delete", http.StatusOK)
			tb.put("alice", path, `{"title": "Changed again", "code": "print(1)"}`)
			tb.click("#delete > button.danger", http.StatusPreconditionFailed)
		}},
		{"logout", false, visit("/api-auth/logout/", http.StatusOK)},
		{"part", true, func(tb *tab) {
			for i := range 120 {
				tb.post("bob", "/snippets/", fmt.Sprintf(`{"title": "More %d", "code": "print(%d)", "language": "text"}`, i, i))
			}
			tb.visit("/snippets/?_page=2", http.StatusOK)
			evaluate[chromedp.Void](tb, `document.querySelector("#developer").open = true`)
		}},
		{"resend", true, func(tb *tab) { tb.outage(http.StatusInternalServerError) }},
	}
}

// outage sends a form to a service whose database is gone, and stays so.
func (tb *tab) outage(want int) {
	tb.t.Helper()
	tb.visit("/snippets/", http.StatusOK)
	tb.unfold("#create")
	tb.fill("#create-title", "Typed for hours")
	tb.fill("#create-code", "print('typed')\nprint('for hours')\n")
	service := tb.service
	if kept, is := service.(keptPages); is {
		service = kept.Handler
	}
	tb.must(service.(*server.Server).DB.Close())
	tb.click("#create > form > button", want)
}

func directoryPages() tour {
	return tour{
		{"directory-login-needed", false, visit("/users/", http.StatusForbidden)},
		{"directory-root", false, func(tb *tab) { tb.login("admin") }},
		{"groups-empty", false, visit("/groups/", http.StatusOK)},
		{"users", true, func(tb *tab) {
			for i := range 120 {
				tb.post("admin", "/groups/", fmt.Sprintf(`{"name": "group %03d"}`, i))
			}
			for i := range 20 {
				tb.post("admin", "/users/", fmt.Sprintf(`{"username": "user%02d", "email": "user%02d@example.com", "groups": ["/groups/%d/", "/groups/7/"]}`, i, i, i+20))
			}
			tb.visit("/users/?page=2", http.StatusOK)
		}},
		{"user", true, func(tb *tab) {
			tb.visit("/users/20/", http.StatusOK)
			tb.unfold("#edit")
		}},
		{"user-invalid", false, func(tb *tab) {
			tb.fill("#edit-username", "two words")
			tb.fill("#edit-email", "nowhere")
			tb.click("#edit > form > button", http.StatusBadRequest)
		}},
		{"users-search", false, func(tb *tab) {
			tb.visit("/users/", http.StatusOK)
			tb.unfold("#create")
			tb.fill("#create-groups-find", "11")
			tb.click("#create .find button", http.StatusOK)
		}},
		{"user-delete", false, visit("/users/20/?_show=delete", http.StatusOK)},
		{"user-options-link", true, visit("/users/20/?_show=options", http.StatusOK)},
		{"user-options", false, func(tb *tab) { tb.send("OPTIONS", "/users/20/", http.StatusOK) }},
		{"group", false, visit("/groups/7/", http.StatusOK)},
		{"no-such-page", false, visit("/groups/?page=99", http.StatusNotFound)},
		{"directory-refused", false, func(tb *tab) {
			tb.visit("/", http.StatusOK)
			tb.logout(http.StatusForbidden)
			tb.visit("/api-auth/login/", http.StatusOK)
			tb.fill("#username", "alice")
			tb.fill("#password", "alice-password")
			tb.click("main button", http.StatusForbidden)
		}},
	}
}

const (
	phone = 360
	wide  = 1280
)

// inspect looks at each page on a wide screen and on a phone, by day and by night, and goes
// through it by keyboard.
func inspect(tb *tab, pages tour) {
	// Of the npm package axe-core, for tests only; its licence is beside it.
	axe, err := os.ReadFile("../../testdata/axe/axe.min.js")
	tb.must(err)
	for _, p := range pages {
		tb.setScreen(wide, "light")
		p.open(tb)
		t := tb.t
		t.Run(p.name, func(t *testing.T) {
			tb.t = t
			if p.shot && os.Getenv("RESOURCEFUL_SCREENSHOTS") != "" {
				tb.shoot(p.name)
			}
			evaluate[chromedp.Void](tb, string(axe))
			evaluate[chromedp.Void](tb, `document.activeElement.blur()`) // a form has its strip only while somebody types
			tb.wantAccessible("light", allRules)
			tb.wantBorders("light")
			tb.wantFits(wide)
			if !strings.HasSuffix(p.name, "-long") {
				tb.wantRoom(".preview, .scroll, pre")
			}
			tb.setScreen(wide, "dark")
			tb.wantAccessible("dark", colourRules)
			// Once more with all that is folded.
			tb.setScreen(phone, "dark")
			evaluate[chromedp.Void](tb, `document.querySelectorAll("details").forEach((d) => { d.open = true })`)
			tb.wantAccessible("dark, unfolded, on a phone", colourRules)
			tb.wantBorders("dark")
			tb.setScreen(phone, "light")
			tb.wantAccessible("light, unfolded, on a phone", allRules)
			tb.wantBorders("light")
			tb.wantTargets(".ticks label, .find input, .find button", 44)
			tb.wantFits(phone)
			tb.wantRoom(".scroll")
			// Right to left, as in Arabic and Hebrew.
			evaluate[chromedp.Void](tb, `document.documentElement.dir = "rtl"`)
			tb.wantFits(phone)
			tb.setScreen(wide, "light")
			tb.wantAccessible("right to left, unfolded", allRules)
			tb.wantFits(wide)
			evaluate[chromedp.Void](tb, `document.documentElement.dir = "ltr"`)
			tb.setScreen(phone, "light")
			if tb.count("dialog[open]") == 0 { // which keeps the focus
				tb.wantKeyboard()
			}
		})
		tb.t = t
	}
}

// setScreen sets the width of the screen and the scheme of the colours. Nothing moves, so that
// colours are what they will be.
func (tb *tab) setScreen(width int64, scheme string) {
	tb.t.Helper()
	height := map[int64]int64{phone: 740, wide: 800}[width]
	tb.must(call(tb, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: width, Height: height, DeviceScaleFactor: 1, Mobile: width == phone,
	}))
	tb.must(call(tb, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: width == phone}))
	tb.must(call(tb, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}}))
}

// The rules of axe-core. Only those about colours can tell night from day.
const (
	allRules    = `["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]`
	colourRules = `["color-contrast", "link-in-text-block"]`
)

// wantAccessible fails with all violations of the rules on the page as it is.
func (tb *tab) wantAccessible(look, rules string) {
	tb.t.Helper()
	for _, violation := range evaluate[[]string](tb, `(async () => {
		await Promise.all(document.getAnimations().map((a) => a.finished));
		const result = await axe.run({runOnly: `+rules+`, resultTypes: ["violations"], preload: false});
		return result.violations.flatMap((v) => v.nodes.map((n) =>
			v.id + " (" + n.impact + ") of " + n.target.join(" ") + ": " + n.failureSummary.replace(/\s+/g, " ")));
	})()`) {
		tb.t.Errorf("%s, %s: %s", tb.at(), look, violation)
	}
}

// wantBorders checks that borders of inputs stand out from the inside and from the surface around
// them: a contrast of 3 to 1, by WCAG 2.2, success criterion 1.4.11. One that is filled, such as a
// box with a tick, stands out by its filling.
func (tb *tab) wantBorders(look string) {
	tb.t.Helper()
	for _, fault := range evaluate[[]string](tb, `(() => {
		const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
		const rgb = (css) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = css; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
		const background = (e) => {
			for (; e; e = e.parentElement) {
				const colour = rgb(getComputedStyle(e).backgroundColor);
				if (colour[3] === 255) return colour;
			}
			return rgb("Canvas");
		};
		const luminance = (c) => c.slice(0, 3).map((v) => v / 255).map((v) => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
			.reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
		const ratio = (a, b) => { const [x, y] = [luminance(a) + .05, luminance(b) + .05]; return Math.max(x, y) / Math.min(x, y); };
		return [...document.querySelectorAll("input, select, textarea, fieldset:not(.rows)")].filter((e) => e.checkVisibility()).flatMap((e) => {
			const style = getComputedStyle(e), border = rgb(style.borderTopColor), inside = background(e), outside = background(e.parentElement);
			if (style.borderTopStyle === "none" || parseFloat(style.borderTopWidth) < 1) return ["no border of " + e.outerHTML.slice(0, 120)];
			const around = ratio(border, outside), within = String(border) === String(inside) ? around : ratio(border, inside);
			return Math.min(around, within) >= 3 ? [] : [around.toFixed(2) + " around, " + within.toFixed(2) + " within " + e.outerHTML.slice(0, 120)];
		});
	})()`) {
		tb.t.Errorf("%s, %s: the contrast of a border is %s", tb.at(), look, fault)
	}
}

// wantTargets wants parts of the page that a finger hits: no lower than a number of pixels.
func (tb *tab) wantTargets(selector string, height float64) {
	tb.t.Helper()
	for _, part := range evaluate[[]string](tb, fmt.Sprintf(`[...document.querySelectorAll(%q)]
		.filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < %v).map((e) => e.outerHTML.slice(0, 120))`, selector, height)) {
		tb.t.Errorf("%s: lower than %v pixels: %s", tb.at(), height, part)
	}
}

// wantFits wants a page that is no wider than the screen, and no part of it cut off.
func (tb *tab) wantFits(width int) {
	tb.t.Helper()
	if got := evaluate[int](tb, "document.scrollingElement.scrollWidth"); got > width {
		tb.t.Errorf("%s: got %d pixels wide on a screen of %d", tb.at(), got, width)
	}
	for _, part := range evaluate[[]string](tb, `[...document.querySelectorAll("main, section, article, div, details, form, ul, dl, p")]
		.filter((e) => e.scrollWidth > e.clientWidth && !e.closest(".unseen") && ["hidden", "clip"].includes(getComputedStyle(e).overflowX))
		.map((e) => e.outerHTML.slice(0, 80))`) {
		tb.t.Errorf("%s: something is cut off on a screen of %d pixels: %s", tb.at(), width, part)
	}
}

// wantRoom wants parts of the page that are read without scrolling sideways.
func (tb *tab) wantRoom(selector string) {
	tb.t.Helper()
	for _, part := range evaluate[[]string](tb, `[...document.querySelectorAll("`+selector+`")]
		.filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth).map((e) => e.outerHTML.slice(0, 80))`) {
		tb.t.Errorf("%s: this has to be scrolled sideways: %s", tb.at(), part)
	}
}

// wantKeyboard goes through the page by the Tab key: all that can be used is reached, in the order
// of the page from its skip link on, and is seen to be.
func (tb *tab) wantKeyboard() {
	tb.t.Helper()
	n := evaluate[int](tb, `(() => {
		const look = (e) => { const s = getComputedStyle(e); return [s.outlineStyle === "none" ? "" : s.outlineWidth + s.outlineColor, s.boxShadow].join() };
		const usable = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")]
			.filter((e) => e.type !== "hidden" && !e.closest(".unseen") && e.checkVisibility({visibilityProperty: true}))
			.filter((e) => e.type !== "radio" || e.checked); // of a group the checked one is the stop
		document.body.tabIndex = -1;
		document.body.focus();
		document.body.removeAttribute("tabindex");
		const before = new Map(usable.map((e) => [e, look(e)]));
		globalThis.tour = {usable, reached: [], unseen: []};
		addEventListener("focusin", (event) => {
			const e = event.target;
			tour.reached.push(e);
			if (before.get(e) === look(e) || e.getBoundingClientRect().width < 2) tour.unseen.push(e);
		});
		const stops = {"date": 3, "time": 4, "datetime-local": 7}; // beside the first: month, year and a button, and the time of day
		return usable.reduce((sum, e) => sum + 1 + (e.localName === "input" && stops[e.type] || 0), 0);
	})()`)
	press := slices.Repeat([]chromedp.Action[chromedp.Void]{chromedp.KeyEvent(kb.Tab)}, n)
	tb.must(chromedp.Do(tb.ctx, press...))
	for _, fault := range evaluate[[]string](tb, `(() => {
		const {usable, reached, unseen} = tour;
		const name = (e) => e.outerHTML.slice(0, 120);
		const order = reached.filter((e) => usable.includes(e));
		return [
			...usable.filter((e) => !reached.includes(e)).map((e) => "Tab does not reach " + name(e)),
			...unseen.map((e) => "the focus is not seen on " + name(e)),
			...order.filter((e, i) => e !== usable[i]).slice(0, 1).map((e) => "Tab comes too early to " + name(e)),
			...(reached[0] && reached[0].matches(".skip") ? [] : ["Tab does not begin with the skip link"]),
		];
	})()`) {
		tb.t.Errorf("%s: %s", tb.at(), fault)
	}
}

// keepingPages writes each page of a service to the folder RESOURCEFUL_PAGES, for tools that read HTML, if there is one.
func keepingPages(service http.Handler) http.Handler {
	folder := os.Getenv("RESOURCEFUL_PAGES")
	if folder == "" {
		return service
	}
	return keptPages{service, folder}
}

// keptPages is a service that writes its pages to a folder.
type keptPages struct {
	http.Handler
	folder string
}

func (k keptPages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r.Header.Del("Accept-Encoding")
	kept := httptest.NewRecorder()
	k.Handler.ServeHTTP(kept, r)
	maps.Copy(w.Header(), kept.Header())
	w.WriteHeader(kept.Code)
	body := kept.Body.Bytes()
	if strings.HasPrefix(kept.Header().Get("Content-Type"), "text/html") && len(body) > 0 {
		name := strings.Trim(strings.NewReplacer("/", "-", "?", "-", "&", "-").Replace(r.URL.RequestURI()), "-")
		file := fmt.Sprintf("%s-%s-%d-%x.html", r.Method, name[:min(len(name), 80)], kept.Code, crc32.ChecksumIEEE(body))
		if err := errors.Join(os.MkdirAll(k.folder, 0o755), os.WriteFile(filepath.Join(k.folder, file), body, 0o644)); err != nil {
			panic(err)
		}
	}
	_, _ = w.Write(body)
}

// shoot writes what the page looks like to testdata/screenshots, which Git ignores.
func (tb *tab) shoot(name string) {
	tb.t.Helper()
	const folder = "../../testdata/screenshots"
	tb.must(os.MkdirAll(folder, 0o755))
	beyond := true
	for _, width := range []int64{wide, phone} {
		for _, scheme := range []string{"light", "dark"} {
			tb.setScreen(width, scheme)
			height := evaluate[float64](tb, "document.documentElement.scrollHeight")
			shot, err := chromedp.Call(tb.ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{
				CaptureBeyondViewport: &beyond,
				Clip:                  &page.Viewport{Width: float64(width), Height: height, Scale: 1},
			})
			tb.must(err)
			file := filepath.Join(folder, fmt.Sprintf("%s-%d-%s.png", name, width, scheme))
			tb.must(os.WriteFile(file, shot.Data, 0o644))
		}
	}
	tb.setScreen(wide, "light")
}
