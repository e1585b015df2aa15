// The forms of pages, as a browser sends them.

package resttest

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
)

// formOfPage returns the values that a browser sends for the unchanged first form of a page with a given
// method, such as PUT. It is nil for none. Files are left out: none is selected.
func formOfPage(page, method string) url.Values {
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		return nil
	}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode || n.Data != "form" {
			continue
		}
		values := formValues(n)
		if _, raw := values["_content"]; !raw && values.Get("_method") == method {
			return values
		}
	}
	return nil
}

// formValues returns the fields of a form.
func formValues(form *html.Node) url.Values {
	values := url.Values{}
	for n := range form.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		at := map[string]string{}
		for _, a := range n.Attr {
			at[a.Key] = a.Val
		}
		name := at["name"]
		_, checked := at["checked"]
		_, valued := at["value"]
		ticked := at["type"] == "checkbox" || at["type"] == "radio"
		switch {
		case name == "" || at["type"] == "file" || at["type"] == "submit":
		case n.Data == "input" && ticked && !checked:
		case n.Data == "input" && ticked && !valued:
			values.Add(name, "on")
		case n.Data == "input":
			values.Add(name, at["value"])
		case n.Data == "textarea":
			text := ""
			if n.FirstChild != nil {
				text = n.FirstChild.Data
			}
			values.Add(name, strings.NewReplacer("\r\n", "\r\n", "\r", "\r\n", "\n", "\r\n").Replace(text))
		case n.Data == "select":
			for _, value := range selectedValues(n) {
				values.Add(name, value)
			}
		}
	}
	return values
}

// selectedValues returns the values of the selected options; without any, a browser takes the first of a
// single select.
func selectedValues(n *html.Node) (values []string) {
	multiple := false
	for _, a := range n.Attr {
		multiple = multiple || a.Key == "multiple"
	}
	first := ""
	found := false
	for o := range n.Descendants() {
		if o.Type != html.ElementNode || o.Data != "option" {
			continue
		}
		selected, text := false, ""
		for _, a := range o.Attr {
			selected = selected || a.Key == "selected"
			if a.Key == "value" {
				text = a.Val
			}
		}
		if !found {
			first, found = text, true
		}
		if selected {
			values = append(values, text)
		}
	}
	if values == nil && found && !multiple {
		return []string{first}
	}
	return values
}
