// Package htmlcheck finds the mistakes in a page that a service writes.
package htmlcheck

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// Page returns all mistakes of a service's page that shows user input: an element that is not closed, or
// not in order; an element or an attribute that could run or load something, or that is not among those
// that pages need; an address with a scheme that runs code or with a space; a comment; a repeated id; an
// option without a text; script or style in the page itself; a bare "<" in text. None of it can come from
// escaped text, so that it is a gap in the escaping or a mistake in a template.
func Page(page []byte) error {
	c := pageChecker{ids: map[string]bool{}}
	if !utf8.Valid(page) {
		c.wrong("it is not UTF-8")
	}
	if bytes.IndexByte(page, 0) >= 0 {
		c.wrong("it has a NUL")
	}
	z := html.NewTokenizer(bytes.NewReader(page))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		raw := string(z.Raw())
		c.token(z.Token(), raw)
	}
	if err := z.Err(); !errors.Is(err, io.EOF) {
		c.wrong("it cannot be read: %v", err)
	}
	if len(c.open) > 0 {
		c.wrong("%s not closed at the end", c.open)
	}
	return errors.Join(c.found...)
}

// void are the elements without an end.
var void = words("area base br col embed hr img input link meta source track wbr")

// pageElements are those that the pages of a service may have.
var pageElements = words(`html head title meta link script body header footer main nav section article aside div p span a b i
	em strong small code kbd samp pre blockquote hgroup h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr
	th td form fieldset legend label input textarea select optgroup option button output datalist details summary dialog time hr br
	bdi mark abbr sub sup del ins var search img svg rect`)

// pageAttributes are those that they may have, in addition to those that begin with "aria-" or "data-".
var pageAttributes = words(`accept accept-charset action alt autocapitalize autocomplete autofocus charset checked class cols colspan
	content datetime dir disabled enctype fill for form formaction formmethod formnovalidate headers height hidden href id inputmode lang list
	max maxlength method min minlength media multiple name novalidate open pattern placeholder readonly rel required role rows rowspan
	scope selected size spellcheck src step tabindex title translate type value viewbox width wrap defer`)

// addresses are the attributes with addresses.
var addresses = words("action formaction href src")

// attributeText is an attribute as it is written, or the name of an element.
var attributeText = regexp.MustCompile(`[^\s"'=]+(=("[^"]*"|'[^']*'|[^\s"']+))?`)

func words(text string) []string { return strings.Fields(text) }

// pageChecker is a page while it is read.
type pageChecker struct {
	open   []string
	ids    map[string]bool
	option string // text since the last start of an element
	found  []error
}

func (c *pageChecker) wrong(format string, args ...any) {
	if len(c.found) < 10 {
		c.found = append(c.found, fmt.Errorf(format, args...))
	}
}

func (c *pageChecker) inside() string {
	if len(c.open) == 0 {
		return ""
	}
	return c.open[len(c.open)-1]
}

func (c *pageChecker) token(t html.Token, raw string) {
	switch t.Type {
	case html.CommentToken:
		c.wrong("comment %q", raw)
	case html.TextToken:
		within := c.inside()
		if within == "script" && strings.TrimSpace(raw) != "" {
			c.wrong("script %q in the page", raw)
		}
		c.option += t.Data
		if strings.Contains(raw, "<") {
			c.wrong("bare < in the text %q", raw)
		}
	case html.StartTagToken, html.SelfClosingTagToken:
		c.start(t, raw)
	case html.EndTagToken:
		if len(t.Attr) > 0 || t.Data != c.inside() {
			c.wrong("%s within %s", raw, c.open)
			return
		}
		if t.Data == "option" && strings.TrimSpace(c.option) == "" {
			c.wrong("an option without a text")
		}
		c.open = c.open[:len(c.open)-1]
	}
}

func (c *pageChecker) start(t html.Token, raw string) {
	if !slices.Contains(pageElements, t.Data) {
		c.wrong("element %s", raw)
	}
	if written := attributeText.FindAllString(strings.Trim(raw, "<>/"), -1); len(written) != len(t.Attr)+1 {
		c.wrong("an attribute twice in %s", raw) // the tokenizer drops the second
	}
	var names []string
	for _, a := range t.Attr {
		names = append(names, a.Key)
		if !slices.Contains(pageAttributes, a.Key) && !strings.HasPrefix(a.Key, "aria-") && !strings.HasPrefix(a.Key, "data-") {
			c.wrong("attribute %q in %s", a.Key, raw)
		}
		if slices.Contains(addresses, a.Key) && (!c.leads(t.Data, a.Val) || strings.ContainsAny(a.Val, " \t\r\n")) {
			c.wrong("address %q in %s", a.Val, raw)
		}
		if a.Key == "id" && (a.Val == "" || c.ids[a.Val]) {
			c.wrong("id %q twice", a.Val)
		}
		if a.Key == "id" {
			c.ids[a.Val] = true
		}
	}
	if t.Data == "script" && !slices.Contains(names, "src") {
		c.wrong("script without an address: %s", raw)
	}
	if t.Data == "img" && !slices.Contains(names, "alt") {
		c.wrong("image without a text in its place: %s", raw)
	}
	c.option = ""
	if !slices.Contains(void, t.Data) {
		c.open = append(c.open, t.Data)
	}
}

// leads reports whether an address may be in a page: of HTTP, or within the service; of images, a path of the service. The icon of a
// page may be its own address.
func (c *pageChecker) leads(element, address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		// Text that looks like an address need not be one: no browser takes it for another scheme.
		return strings.HasPrefix(address, "http://") || strings.HasPrefix(address, "https://")
	}
	switch u.Scheme {
	case "", "http", "https":
		local := u.Host == "" && u.Scheme == ""
		return element != "script" && element != "img" || local && (element != "img" || strings.HasPrefix(address, "/"))
	case "data":
		return element == "link" && strings.HasPrefix(u.Opaque, "image/")
	}
	return false
}
