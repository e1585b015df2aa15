package resttest

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// The headers that every answer has; a scenario of their own shows them.
var constantHeaders = []string{"Content-Length", "Etag", "Date", "Referrer-Policy", "X-Content-Type-Options", "X-Frame-Options", "Content-Security-Policy"}

// transcript is an answer as scenarios keep it, with the constant headers when all are asked for.
func transcript(t testing.TB, answer *http.Response, body []byte, all bool) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "%d\n", answer.StatusCode)
	var names []string
	for name := range answer.Header {
		if all || !slices.Contains(constantHeaders, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		for _, value := range answer.Header[name] {
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

// summary is what a page offers, whatever its design: headings, messages, forms with their
// values, and where links lead.
func summary(t testing.TB, page []byte) string {
	t.Helper()
	doc, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatalf("page: %v", err)
	}
	var b strings.Builder
	describe(&b, doc)
	return b.String()
}

func describe(b *strings.Builder, n *html.Node) {
	if n.Type == html.ElementNode {
		switch n.Data {
		case "h1", "h2":
			fmt.Fprintf(b, "heading: %s\n", text(n))
		case "form":
			fmt.Fprintf(b, "form: %s %s\n", strings.ToUpper(attr(n, "method")), attr(n, "action"))
		case "input", "textarea", "select":
			describeInput(b, n)
		case "button":
			fmt.Fprintf(b, "  button: %s\n", text(n))
		case "pre":
			fmt.Fprintf(b, "pre: %s\n", text(n))
		case "style", "script", "head":
			return
		}
		if class := attr(n, "class"); strings.Contains(class, "error") {
			fmt.Fprintf(b, "  error: %s\n", text(n))
		}
	}
	for c := range n.ChildNodes() {
		describe(b, c)
	}
}

func describeInput(b *strings.Builder, n *html.Node) {
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
	fmt.Fprintf(b, "  %s: %q\n", attr(n, "name"), value)
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
