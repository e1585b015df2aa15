package typedtext

import (
	"encoding/json"
	"html"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/htmlcheck"
	"example.com/resourceful/framework/resttest/stopwatch"
)

// What nobody sees gets a mark, and what scripts and emoji are written with does not.
func TestMarks(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"override", "invoice\u202Efdp.exe", "invoice⟨U+202E⟩fdp.exe"},
		{"other directions", "\u061C\u200E\u200F\u202A\u202C\u2066\u2069", "⟨U+061C⟩⟨U+200E⟩⟨U+200F⟩⟨U+202A⟩⟨U+202C⟩⟨U+2066⟩⟨U+2069⟩"},
		{"no width", "a\u200Bb\uFEFF\u2060", "a⟨U+200B⟩b⟨U+FEFF⟩⟨U+2060⟩"},
		{"controls", "\x00a\x1B[1m\x7F\u0085", "⟨U+0000⟩a⟨U+001B⟩[1m⟨U+007F⟩⟨U+0085⟩"},
		{"lines", "a\tb\r\nc\u2028\u2029", "a⟨U+0009⟩b⟨U+000D⟩⟨U+000A⟩c⟨U+2028⟩⟨U+2029⟩"},
		{"tags", "x\U000E0041\U000E007F", "x⟨U+E0041⟩⟨U+E007F⟩"},
		{"Hebrew, Arabic and more", "שלום عربي ไทย 日本 ñ é\u0301 \u00A0", "שלום عربي ไทย 日本 ñ é\u0301 \u00A0"},
		{"emoji", "👩\u200D🚀 🏳️\u200D🌈 👩🏽\u200D🚀", "👩\u200D🚀 🏳️\u200D🌈 👩🏽\u200D🚀"},
		{"Persian", "می\u200Cخواهم 5\u200Cتایی", "می\u200Cخواهم 5\u200Cتایی"},
		{"Sinhala", "ශ්\u200Dරී", "ශ්\u200Dරී"},
		{"joiner at the edge of a word", "admin\u200D \u200Cعربي عربي\u200D", "admin⟨U+200D⟩ ⟨U+200C⟩عربي عربي⟨U+200D⟩"},
		{"joiner that joins nothing", "pay\u200Dpal 👩\u200D\u200D🚀", "pay⟨U+200D⟩pal 👩⟨U+200D⟩⟨U+200D⟩🚀"},
		{"bytes", "a\xE2\x80", "a\xE2\x80"},
	} {
		if got := Plain(tt.text); got != tt.want {
			t.Errorf("%s: plain(%+q)\n got %+q\nwant %+q", tt.name, tt.text, got, tt.want)
		}
	}
}

func TestTypedTexts(t *testing.T) {
	const text = "<a>\u202E\n"
	for _, tt := range []struct{ name, got, want string }{
		{"typed", string(Typed(text)), `<bdi dir="auto">&lt;a&gt;<span class="mark" title="RIGHT-TO-LEFT OVERRIDE">U+202E</span><span class="mark" title="LINE FEED">U+000A</span></bdi>`},
		{"marked", string(Marked(text)), `&lt;a&gt;<span class="mark" title="RIGHT-TO-LEFT OVERRIDE">U+202E</span>` + "\n"},
		{"copied", string(Copied(text)), `&lt;a&gt;<bdi class="mark" data-mark="U+202E" title="RIGHT-TO-LEFT OVERRIDE">` + "\u202E</bdi>\n"},
		{"sentence", string(Sentence("Delete 7 “a “b”\u202E”?")), `Delete 7 “<bdi dir="auto">a “b”<span class="mark" title="RIGHT-TO-LEFT OVERRIDE">U+202E</span></bdi>”?`},
		{"error", string(Sentence(`"<" is not a valid choice.`)), `&#34;<bdi dir="auto">&lt;</bdi>&#34; is not a valid choice.`},
		{"nothing quoted", string(Sentence(`"" is not a valid "choice`)), `&#34;<bdi dir="auto">&#34; is not a valid </bdi>&#34;choice`},
		{"other marks inside", string(Sentence(`"a “b” c" is not a valid choice.`)), `&#34;<bdi dir="auto">a “b” c</bdi>&#34; is not a valid choice.`},
		{"other marks inside ours", string(Sentence(`7 “a "b" c”.`)), `7 “<bdi dir="auto">a &#34;b&#34; c</bdi>”.`},
		{"no pair", string(Sentence("a ” b “")), "a ” b “"},
		{"empty", string(Sentence("7 “”")), "7 “”"},
		{"JSON", EscapeHidden("{\"a\": \"\u202E\U000E0041👩\u200D🚀\"}"), `{"a": "\u202e\udb40\udc41` + "👩\u200D🚀\"}"},
		{
			"preview", MarkContent("<pre title=\"a>\u202E\"><span>\u202E</span></pre><textarea>\u202E</textarea><!-- \u202E > -->"),
			"<pre title=\"a>\u202E\"><span>" + `<bdi class="mark" data-mark="U+202E" title="RIGHT-TO-LEFT OVERRIDE">` + "\u202E" + `</bdi></span></pre>` + "<textarea>\u202E</textarea><!-- \u202E > -->",
		},
		{"preview without any", MarkContent("<b>a < b</b>"), "<b>a < b</b>"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, tt.got, tt.want)
		}
	}
}

var tags = regexp.MustCompile(`<[^>]*>`)

// Whatever the text, the written HTML is valid and has no bare hidden character, and a reader
// who copies it gets the text.
func FuzzMarks(f *testing.F) {
	for _, seed := range []string{"", "a\u202Eb", "<b>\u200D", "\U000E0041", "“a”", "\xE2\x80\xAE\xE2\x80", "👩\u200D🚀", "\x00", "\"\u2069\""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		defer stopwatch.Input(t)()
		text = strings.ToValidUTF8(text, "\uFFFD")
		for name, got := range map[string]string{"typed": string(Typed(text)), "sentence": string(Sentence(text)), "plain": html.EscapeString(Plain(text))} {
			if err := htmlcheck.Page([]byte(got)); err != nil {
				t.Errorf("%s(%+q) = %+q: %v", name, text, got, err)
			}
			if i := strings.IndexFunc(got, isHidden); i >= 0 {
				t.Errorf("%s(%+q) = %+q, with a hidden character at %d", name, text, got, i)
			}
		}
		got := string(Copied(text))
		if err := htmlcheck.Page([]byte(got)); err != nil {
			t.Errorf("copied(%+q) = %+q: %v", text, got, err)
		}
		if read := html.UnescapeString(tags.ReplaceAllString(got, "")); read != strings.ReplaceAll(text, "\x00", "\uFFFD") {
			t.Errorf("copied(%+q) reads %+q", text, read)
		}
		quoted, _ := json.Marshal(text)
		var back string
		if err := json.Unmarshal([]byte(EscapeHidden(string(quoted))), &back); err != nil || back != text {
			t.Errorf("escapeHidden(%+q) reads %+q, %v", quoted, back, err)
		}
	})
}
