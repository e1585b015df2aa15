package browse_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"example.com/resourceful/framework/resttest/server"
)

// tab is a tab of the browser on a service. Whatever the browser complains about fails the test.
type tab struct {
	t       *testing.T
	ctx     context.Context
	service http.Handler
	base    string
	script  bool // whether the pages' script runs

	mu        sync.Mutex
	documents map[network.RequestID]bool // requests for pages, as against what pages refer to
	faults    []string
	asked     int // how often the browser has asked whether a changed form is left
}

func openTab(t *testing.T, browser context.Context, service http.Handler, script bool) *tab {
	t.Helper()
	server := httptest.NewServer(service)
	t.Cleanup(server.Close)
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, maxWait)
	t.Cleanup(cancel)
	tb := &tab{t: t, ctx: ctx, service: service, base: server.URL, script: script, documents: map[network.RequestID]bool{}}
	tb.must(chromedp.Listen(ctx, tb.watch))
	tb.must(call(tb, audits.Enable, cdp.Empty{}))
	tb.must(call(tb, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !script}))
	t.Cleanup(func() {
		tb.mu.Lock()
		defer tb.mu.Unlock()
		for _, fault := range tb.faults {
			t.Errorf("the browser complains: %s", fault)
		}
	})
	return tb
}

// watch collects what goes wrong: errors and warnings on the console, violations of the
// Content-Security-Policy and other issues that developer tools report, requests that fail.
func (tb *tab) watch(event any) {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	fault := func(format string, args ...any) { tb.faults = append(tb.faults, fmt.Sprintf(format, args...)) }
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		switch e.Type {
		case runtime.ConsoleAPICalledTypeError, runtime.ConsoleAPICalledTypeWarning, runtime.ConsoleAPICalledTypeAssert:
			for _, arg := range e.Args {
				fault("console %s: %s %s", e.Type, arg.Value, arg.Description)
			}
		}
	case *page.EventJavascriptDialogOpening:
		if e.Type == page.DialogTypeBeforeunload { // whoever leaves a changed form is asked
			tb.asked++
			go chromedp.Call(tb.ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true}) //nolint:errcheck // the page may be gone
		}
	case *runtime.EventExceptionThrown:
		fault("exception: %s", e.ExceptionDetails.Text)
	case *log.EventEntryAdded:
		// A page of an error is an error on the console too; the tests say which status they want.
		refused := e.Entry.Source == log.EntrySourceNetwork && tb.documents[e.Entry.NetworkRequestID]
		// A test that changes a form by a script, and never as a person does, is not asked.
		unasked := e.Entry.Source == log.EntrySourceIntervention && strings.Contains(e.Entry.Text, "'beforeunload'")
		if bad := e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning; bad && !refused && !unasked {
			fault("log %s: %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL)
		}
	case *audits.EventIssueAdded:
		fault("issue %s: %+v", e.Issue.Code, issueDetails(e.Issue.Details))
	case *network.EventRequestWillBeSent:
		if e.Type == network.ResourceTypeDocument {
			tb.documents[e.RequestID] = true
		}
		if !strings.HasPrefix(e.Request.URL, tb.base+"/") && !strings.HasPrefix(e.Request.URL, "data:") {
			fault("request to another origin: %s", e.Request.URL)
		}
	case *network.EventResponseReceived:
		if e.Type != network.ResourceTypeDocument && e.Response.Status >= 400 {
			fault("%s %s answers %d", e.Type, e.Response.URL, e.Response.Status)
		}
	case *network.EventLoadingFailed:
		fault("%s fails: %s", e.Type, e.ErrorText)
	}
}

// issueDetails is what there is to say about the kinds of issues that pages like ours may have.
func issueDetails(d *audits.InspectorIssueDetails) any {
	switch {
	case d.ContentSecurityPolicyIssueDetails != nil:
		return *d.ContentSecurityPolicyIssueDetails
	case d.GenericIssueDetails != nil:
		return *d.GenericIssueDetails
	default:
		return ""
	}
}

// call runs a command of the browser that returns nothing of interest.
func call[P, R any](tb *tab, command cdp.Command[P, R], params P) error {
	_, err := chromedp.Call(tb.ctx, command, params)
	return err
}

// must stops the test when the browser could not do something.
func (tb *tab) must(err error) {
	tb.t.Helper()
	if err == nil {
		return
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.New("it took too long; is there such an element to be seen?")
	}
	tb.t.Fatalf("at %s: %v", tb.at(), err)
}

// Going to pages.

// visit opens a page, which must have the status.
func (tb *tab) visit(path string, want int) {
	tb.t.Helper()
	response, err := chromedp.Run(tb.ctx, chromedp.NavigateResponse(tb.base+path))
	tb.must(err)
	tb.wantStatus(path, response, want)
}

// send opens a page by another method than GET.
func (tb *tab) send(method, path string, want int) {
	tb.t.Helper()
	pages := []*fetch.RequestPattern{{ResourceType: network.ResourceTypeDocument}}
	tb.must(call(tb, fetch.Enable, fetch.EnableParams{Patterns: pages}))
	paused := chromedp.Events(tb.ctx, fetch.RequestPaused)
	done := make(chan error, 1)
	go func() {
		for e, err := range paused {
			if err == nil {
				err = call(tb, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: e.RequestID, Method: method})
			}
			done <- err
			return
		}
	}()
	tb.visit(path, want)
	tb.must(<-done)
	tb.must(call(tb, fetch.Disable, cdp.Empty{}))
}

// click clicks on what leads to another page, which must have the status.
func (tb *tab) click(selector string, want int) {
	tb.t.Helper()
	response, err := chromedp.RunResponse(tb.ctx, chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
	if err != nil {
		err = fmt.Errorf("click %s: %w", selector, err)
	}
	tb.must(err)
	tb.wantStatus(selector, response, want)
}

// enter presses the key in an input, which leads to another page. The press is one event with its
// character, as of a keyboard, so that a script can prevent what it does.
func (tb *tab) enter(selector string, want int) {
	tb.t.Helper()
	response, err := chromedp.RunResponse(tb.ctx,
		chromedp.Focus(chromedp.CSS(selector), chromedp.NodeVisible),
		func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
			_, err := cdp.Call(ctx, target, input.DispatchKeyEvent, input.DispatchKeyEventParams{
				Type: input.DispatchKeyEventTypeKeyDown, Key: "Enter", Code: "Enter", Text: "\r", WindowsVirtualKeyCode: 13,
			})
			return chromedp.Void{}, err
		})
	tb.must(err)
	tb.wantStatus(selector, response, want)
}

// goes wants a page of a status where an action of the browser's own leads.
func (tb *tab) goes(action chromedp.Action[chromedp.Void], want int) {
	tb.t.Helper()
	response, err := chromedp.RunResponse(tb.ctx, action)
	tb.must(err)
	tb.wantStatus("the browser", response, want)
}

// twice sends a form, sends the same again when that was done, and follows the second answer.
func (tb *tab) twice(form string) {
	tb.t.Helper()
	body, _ := element(tb, form, `return new URLSearchParams(new FormData(e)).toString()`).(string)
	path, _ := element(tb, form, `return e.getAttribute("action")`).(string)
	r := httptest.NewRequest("POST", path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "text/html")
	cookies, err := chromedp.Call(tb.ctx, network.GetCookies, network.GetCookiesParams{})
	tb.must(err)
	for _, c := range cookies.Cookies {
		r.AddCookie(&http.Cookie{Name: c.Name, Value: c.Value})
	}
	w := httptest.NewRecorder()
	tb.service.ServeHTTP(w, r)
	if w.Code != http.StatusSeeOther {
		tb.t.Fatalf("the first of two: got %d %s", w.Code, w.Body)
	}
	tb.click(form+" > button", http.StatusOK)
}

func (tb *tab) wantStatus(what string, response *network.Response, want int) {
	tb.t.Helper()
	if response == nil {
		tb.t.Fatalf("%s: no page", what)
	}
	if got := int(response.Status); got != want {
		tb.t.Fatalf("%s leads to %s: got status %d, want %d", what, response.URL, got, want)
	}
}

// unfold opens a fold by a click on its summary.
func (tb *tab) unfold(selector string) {
	tb.t.Helper()
	tb.must(chromedp.Do(tb.ctx,
		chromedp.Click(chromedp.CSS(selector+" > summary"), chromedp.NodeVisible),
		chromedp.WaitVisible(chromedp.CSS(selector+" > form > button"))))
}

func (tb *tab) login(name string) {
	tb.t.Helper()
	tb.visit("/api-auth/login/?next=/", http.StatusOK)
	tb.fill("#username", name)
	tb.fill("#password", name+"-password")
	response, err := chromedp.RunResponse(tb.ctx, chromedp.Click(chromedp.CSS("main button")))
	tb.must(err)
	if got := response.URL; got != tb.base+"/" {
		tb.t.Fatalf("login as %s leads to %s", name, got)
	}
	tb.shows(".account b", name)
}

// logout ends the session with the button of the header, and stays on a page that anybody may see.
func (tb *tab) logout(want int) {
	tb.t.Helper()
	if tb.count(".account .menu") > 0 {
		tb.tick(".account .menu > summary")
	}
	tb.click(".account button", want)
	tb.shows(".account", "Log in")
	tb.lacks(".account b")
}

// Filling in forms.

// fill types a text in the place of what an input holds.
func (tb *tab) fill(selector, text string) {
	tb.t.Helper()
	element(tb, selector, `e.scrollIntoView(); e.value = ""; e.focus(); return true`)
	tb.must(call(tb, input.InsertText, input.InsertTextParams{Text: text}))
	tb.holds(selector, text)
}

// choose selects the options of a select, by their texts, and no others.
func (tb *tab) choose(selector string, labels ...string) {
	tb.t.Helper()
	list := jsList(labels)
	got := element(tb, selector, `for (const o of e.options) o.selected = `+list+`.includes(o.text); return e.selectedOptions.length`)
	if got != float64(len(labels)) {
		tb.t.Fatalf("%s at %s: %v of the options %v are there", selector, tb.at(), got, labels)
	}
}

// tickOnly clicks on the tick boxes of a fieldset until those with these labels have a tick, and no
// others.
func (tb *tab) tickOnly(fieldset string, labels ...string) {
	tb.t.Helper()
	for _, label := range slices.Concat(tb.ticks(fieldset), labels) {
		if slices.Contains(labels, label) == slices.Contains(tb.ticks(fieldset), label) {
			continue
		}
		element(tb, fieldset, fmt.Sprintf(`
			const label = [...e.querySelectorAll(".ticks label")].find((l) => l.textContent.trim() === %q);
			label.querySelector("input").id = "clicked"`, label))
		tb.tick("#clicked")
		element(tb, "#clicked", `e.removeAttribute("id")`)
	}
	tb.ticked(fieldset, labels...)
}

// ticked wants these tick boxes of a fieldset to have a tick, by their labels, and the number of
// them to be shown.
func (tb *tab) ticked(fieldset string, labels ...string) {
	tb.t.Helper()
	if got, want := fmt.Sprint(tb.ticks(fieldset)), fmt.Sprint(labels); got != want {
		tb.t.Errorf("%s at %s: got ticks %s, want %s", fieldset, tb.at(), got, want)
	}
	// Without script the style sheet counts them, in the place of the number in the page.
	shown := fmt.Sprint(element(tb, fieldset+" .chosen", `
		const written = getComputedStyle(e.querySelector("span")).display !== "none";
		return written ? e.textContent : getComputedStyle(e, "::before").content`))
	want := fmt.Sprint(len(labels), " ")
	if !tb.script {
		want = "counter(chosen)"
	}
	if !strings.HasPrefix(shown, want) {
		tb.t.Errorf("%s at %s: it says %q, want %q", fieldset, tb.at(), shown, want)
	}
}

func (tb *tab) ticks(fieldset string) []string {
	tb.t.Helper()
	return evaluate[[]string](tb, fmt.Sprintf(
		`[...document.querySelectorAll(%q)].map((e) => e.closest("label").textContent.trim())`, fieldset+" .ticks input:checked"))
}

// tick clicks on a checkbox.
func (tb *tab) tick(selector string) {
	tb.t.Helper()
	tb.must(chromedp.Do(tb.ctx, chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible)))
}

// tamper changes a page as its reader can.
func (tb *tab) tamper(selector, attribute, value string) {
	tb.t.Helper()
	tb.must(chromedp.Do(tb.ctx, chromedp.SetAttributeValue(chromedp.CSS(selector), attribute, value)))
}

// Looking at the page.

func (tb *tab) at() string {
	address, err := chromedp.Run(tb.ctx, chromedp.Location())
	if err != nil {
		return "an unknown page"
	}
	return strings.TrimPrefix(address, tb.base)
}

func (tb *tab) wantAt(path string) {
	tb.t.Helper()
	if got := tb.at(); got != path {
		tb.t.Errorf("got to %s, want %s", got, path)
	}
}

// shows wants a text in the first such element.
func (tb *tab) shows(selector, text string) {
	tb.t.Helper()
	if got, _ := element(tb, selector, `return e.innerText`).(string); !strings.Contains(got, text) {
		tb.t.Errorf("%s at %s: got %q, want %q in it", selector, tb.at(), got, text)
	}
}

// represents wants a text in the representation, which may be folded.
func (tb *tab) represents(text string) {
	tb.t.Helper()
	if got, _ := element(tb, ".json", `return e.textContent`).(string); !strings.Contains(got, text) {
		tb.t.Errorf("the representation at %s: got %q, want %q in it", tb.at(), got, text)
	}
}

// holds wants a value in an input.
func (tb *tab) holds(selector, value string) {
	tb.t.Helper()
	if got := element(tb, selector, `return e.value`); got != value {
		tb.t.Errorf("%s at %s: got value %q, want %q", selector, tb.at(), got, value)
	}
}

// value is what an input holds.
func (tb *tab) value(selector string) string {
	tb.t.Helper()
	text, _ := element(tb, selector, `return e.value`).(string)
	return text
}

// chosen wants these options of a select to be selected, by their texts.
func (tb *tab) chosen(selector string, labels ...string) {
	tb.t.Helper()
	got := fmt.Sprint(element(tb, selector, `return [...e.selectedOptions].map(o => o.text)`))
	if want := fmt.Sprint(labels); got != want {
		tb.t.Errorf("%s at %s: got %s selected, want %s", selector, tb.at(), got, want)
	}
}

// lacks wants no such elements.
func (tb *tab) lacks(selectors ...string) {
	tb.t.Helper()
	for _, selector := range selectors {
		if n := tb.count(selector); n > 0 {
			tb.t.Errorf("%s at %s: got %d of them, want none", selector, tb.at(), n)
		}
	}
}

func (tb *tab) count(selector string) int {
	tb.t.Helper()
	return evaluate[int](tb, fmt.Sprintf("document.querySelectorAll(%q).length", selector))
}

// element evaluates the body of a function of the first such element.
func element(tb *tab, selector, body string) any {
	tb.t.Helper()
	return evaluate[any](tb, fmt.Sprintf(`((e) => {
		if (!e) throw new Error("no such element: " + %q);
		%s
	})(document.querySelector(%q))`, selector, body, selector))
}

// evaluate asks the page, from outside: it works without script in the page too.
func evaluate[T any](tb *tab, expression string) T {
	tb.t.Helper()
	value, err := chromedp.Run(tb.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	tb.must(err)
	return value
}

func jsList(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = fmt.Sprintf("%q", text)
	}
	return "[" + strings.Join(quoted, ",") + "]"
}

// post creates a record as an account, without the browser.
func (tb *tab) post(account, path, body string) {
	tb.t.Helper()
	tb.write("POST", account, path, body, http.StatusCreated)
}

// put changes a record as an account, without the browser.
func (tb *tab) put(account, path, body string) {
	tb.t.Helper()
	tb.write("PUT", account, path, body, http.StatusOK)
}

func (tb *tab) write(method, account, path, body string, want int) {
	tb.t.Helper()
	w := server.SendAs(tb.service, account, method, path, body, "Content-Type", "application/json")
	if w.Code != want {
		tb.t.Fatalf("%s %s as %s: got %d %s", method, path, account, w.Code, w.Body)
	}
}
