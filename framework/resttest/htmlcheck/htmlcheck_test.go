// A test of mistakes in pages.

package htmlcheck_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/htmlcheck"
)

func TestPage(t *testing.T) {
	for _, tt := range []struct{ name, page, want string }{
		{"good", `<!DOCTYPE html><html><body id="a"><p class="x">a &lt;b&gt; <br><a href="/x?y=1">c</a></p></body></html>`, ""},
		{"an address that is none", `<a href="http://%zz">x</a>`, ""},
		{"an icon", `<link rel="icon" href="data:image/svg+xml,%3Csvg%3E">`, ""},
		{"text of a field", "<textarea>\n&lt;/textarea&gt;</textarea>", ""},
		{"not closed", `<p><b>x</p>`, "</p> within [p b]"},
		{"open at the end", `<div><p>x</p>`, "[div] not closed"},
		{"closed twice", `<p>x</p></p>`, "</p> within []"},
		{"script", `<p><script>alert(1)</script></p>`, "without an address"},
		{"foreign script", `<script src="https://evil.example/x.js"></script>`, "address"},
		{"handler", `<p class="" onclick="x">y</p>`, `attribute "onclick"`},
		{"style", `<p style="x">y</p>`, `attribute "style"`},
		{"twice", `<p class="a" class="b">y</p>`, "an attribute twice"},
		{"image", `<img src="/files/1/" alt="">`, ""},
		{"image without a text", `<img src="/files/1/">`, "without a text"},
		{"image that somebody typed", `<img src="x" alt="">`, "address"},
		{"foreign image", `<img src="//evil.example/x.png" alt="">`, "address"},
		{"image of another host", `<img src="https://evil.example/x.png" alt="">`, "address"},
		{"math", `<math></math>`, "element"},
		{"address that acts", `<a href="javascript:alert(1)">x</a>`, "address"},
		{"address that acts, hidden", `<a href=" java&#10;script:alert(1)">x</a>`, "address"},
		{"address with a space", `<a href="/a b">x</a>`, "address"},
		{"icon with a space", `<link rel="icon" href="data:image/svg+xml,%3Csvg x=''%3E y">`, "address"},
		{"options", `<select><option value="">None</option><option value="a">A</option></select>`, ""},
		{"option without a text", `<select><option value="a">A</option><option value=""></option></select>`, "an option without a text"},
		{"option of spaces", "<select><option value=\"a\">&nbsp;\n</option></select>", "an option without a text"},
		{"data", `<a href="data:text/html,x">x</a>`, "address"},
		{"comment", `<p><!-- x --></p>`, "comment"},
		{"ids", `<p id="a">x</p><p id="a">y</p>`, `id "a" twice`},
		{"bare", `<p>a < b</p>`, "bare <"},
		{"bytes", "<p>\xff</p>", "not UTF-8"},
		{"NUL", "<p>\x00</p>", "NUL"},
		{"field", "<textarea></textarea><b></textarea>", "</textarea> within [b]"},
	} {
		err := htmlcheck.Page([]byte(tt.page))
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}
