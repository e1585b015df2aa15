// Responses in scenarios; for a page only its links and forms.

package server

import (
	"bytes"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// The headers that every answer has; a scenario of their own shows them.
var constantHeaders = []string{
	"Content-Length", "Etag", "Date", "Referrer-Policy", "X-Content-Type-Options", "X-Frame-Options", "Content-Security-Policy",
	"Strict-Transport-Security",
}

// constant reports whether a header contains nothing specific to a response. Responses for one requester
// are private; their other statements about caches are shown.
func constant(name, value string) bool {
	return slices.Contains(constantHeaders, name) || name == "Cache-Control" && value == "private, no-cache"
}

// transcript returns a response for a scenario, with the constant headers if all are requested.
func transcript(t testing.TB, answer *http.Response, body []byte, all bool) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "%d\n", answer.StatusCode)
	var names []string
	for name := range answer.Header {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		for _, value := range answer.Header[name] {
			if !all && constant(name, value) {
				continue
			}
			if name == "Set-Cookie" {
				value = scrubCookie(value)
			}
			b.WriteString(name + ": " + value + "\n")
		}
	}
	if len(body) == 0 {
		return b.String()
	}
	b.WriteString("\n")
	if strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html") {
		b.WriteString(summary(t, body))
		return b.String()
	}
	b.Write(body)
	if !bytes.HasSuffix(body, []byte("\n")) {
		b.WriteString("\n")
	}
	return b.String()
}

// scrubCookie leaves the attributes of a cookie and replaces what differs from run to run.
func scrubCookie(value string) string {
	parts := strings.Split(value, "; ")
	name, token, _ := strings.Cut(parts[0], "=")
	if token != "" {
		parts[0] = name + "=…"
	}
	for i, p := range parts {
		if strings.HasPrefix(p, "Expires=") && !strings.Contains(p, "1970") {
			parts[i] = "Expires=…"
		}
	}
	return strings.Join(parts, "; ")
}

// summary returns the content of a page, whatever its design: heading, breadcrumbs, request, status,
// headers and body of the plain representation, messages, forms with their values, and the links to login,
// logout, other formats and other pages.
func summary(t testing.TB, page []byte) string {
	t.Helper()
	doc, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatalf("page: %v", err)
	}
	s := summarizer{seen: map[string]bool{}}
	s.describe(doc)
	return s.String()
}

type summarizer struct {
	strings.Builder
	seen   map[string]bool // remarks already made
	inForm bool            // JSON here is an example
}

var (
	startLine  = regexp.MustCompile(`^(HTTP \d{3}|[A-Z]+ /).*$`) // of the request or the response
	headerLine = regexp.MustCompile(`^(Allow|Content-Type|Vary|Location): .*$`)
	chosenLink = regexp.MustCompile(`^/api-auth/|[?&]format=|[?&]_?page=|\.(json|api|yaml)([?/]|$)`)
)

func (s *summarizer) describe(n *html.Node) {
	if n.Type == html.ElementNode {
		switch n.Data {
		case "head", "style":
			return
		case "script":
			s.line("script: %s", text(n)) // the service's own is in the head
		case "h1", "h2":
			s.line("heading: %s", text(n))
		case "nav":
			s.crumbs(n)
		case "a":
			if href := attr(n, "href"); chosenLink.MatchString(href) {
				s.once("link: %s", href)
			}
		case "form":
			s.line("form: %s %s", strings.ToUpper(attr(n, "method")), attr(n, "action"))
		case "fieldset":
			s.ticks(n)
		case "input", "textarea", "select":
			s.input(n)
		case "button":
			s.line("  button: %s", text(n))
		case "pre":
			s.representation(n)
		case "li", "p", "b":
			if line := text(n); startLine.MatchString(line) || headerLine.MatchString(line) {
				s.once("%s", line)
			}
		}
		for _, class := range strings.Fields(attr(n, "class")) {
			switch class {
			case "error":
				s.line("  error: %s", text(n))
			case "errors":
				for item := range n.ChildNodes() {
					s.line("  error: %s", text(item))
				}
			case "bad":
				s.line("error: %s", text(n))
			case "good":
				s.line("notice: %s", text(n))
			}
		}
	}
	outside := !s.inForm && strings.Contains(" "+attr(n, "class")+" ", " action ")
	s.inForm = s.inForm || outside
	for c := range n.ChildNodes() {
		s.describe(c)
	}
	s.inForm = s.inForm && !outside
}

func (s *summarizer) line(format string, args ...any) {
	fmt.Fprintf(s, format+"\n", args...)
}

func (s *summarizer) once(format string, args ...any) {
	if line := fmt.Sprintf(format, args...); !s.seen[line] {
		s.seen[line] = true
		s.line("%s", line)
	}
}

// crumbs writes the breadcrumb links.
func (s *summarizer) crumbs(nav *html.Node) {
	if attr(nav, "aria-label") != "Breadcrumbs" {
		return
	}
	for n := range nav.Descendants() {
		if n.Data == "a" {
			s.line("crumb: %s %s", text(n), attr(n, "href"))
		}
	}
}

// representation writes the JSON of the response, or a sent text that comes back.
func (s *summarizer) representation(pre *html.Node) {
	if attr(pre, "class") == "" && hasAttr(pre, "data-copy") {
		s.line("  sent: %q", rawText(pre))
	}
	if raw := rawText(pre); !s.inForm && strings.HasPrefix(attr(pre, "class"), "json") {
		s.line("%s", strings.TrimSuffix(raw, "\n"))
	}
}

// ticks returns an input of tick boxes, whose value is that of all its ticks.
func (s *summarizer) ticks(fieldset *html.Node) {
	if attr(fieldset, "class") != "choices" {
		return
	}
	name, chosen := "", []string{}
	for n := range fieldset.Descendants() {
		if attr(n, "type") == "checkbox" {
			name = attr(n, "name")
			if hasAttr(n, "checked") {
				chosen = append(chosen, attr(n, "value"))
			}
		}
	}
	if name != "" {
		s.line("  %s: %q", name, strings.Join(chosen, " "))
	}
}

func (s *summarizer) input(n *html.Node) {
	for a := range n.Ancestors() {
		if attr(a, "class") == "choices" && attr(n, "type") == "checkbox" {
			return
		}
	}
	value := attr(n, "value")
	switch n.Data {
	case "textarea":
		value = rawText(n)
	case "select":
		var chosen []string
		for option := range n.Descendants() {
			if option.Data == "option" && hasAttr(option, "selected") {
				chosen = append(chosen, attr(option, "value"))
			}
		}
		value = strings.Join(chosen, " ")
	}
	if attr(n, "type") == "checkbox" {
		value = fmt.Sprint(hasAttr(n, "checked"))
	}
	if name := attr(n, "name"); name == "_key" || name == "_version" {
		value = "…"
	}
	s.line("  %s: %q", attr(n, "name"), value)
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func hasAttr(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

func rawText(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return b.String()
}

func text(n *html.Node) string { return strings.Join(strings.Fields(rawText(n)), " ") }
