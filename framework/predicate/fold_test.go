// Tests of letter case.

package predicate_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"example.com/resourceful/framework/predicate"
)

// Two characters have one fold where they differ in case only, as unicode.SimpleFold has it.
func TestFoldOfEveryRune(t *testing.T) {
	byFold := map[string][]rune{}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		folded := predicate.Fold(string(r))
		byFold[folded] = append(byFold[folded], r)
		if again := predicate.Fold(folded); again != folded {
			t.Errorf("%U: the fold of its fold is %q, want %q", r, again, folded)
		}
	}
	for folded, got := range byFold {
		want := 1
		for r := unicode.SimpleFold(got[0]); r != got[0]; r = unicode.SimpleFold(r) {
			want++
			if !strings.ContainsRune(string(got), r) {
				t.Errorf("%q: %U is missing among %U", folded, r, got)
			}
		}
		if len(got) != want {
			t.Errorf("%q: got %U, want %d characters", folded, got, want)
		}
	}
}

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "abc": "abc", "aBc": "abc", "ÄÉΣς": "äéσσ", "\u212aſ": "ks", "ẞß": "ßß", "İı": "İı", "z_%Ж": "z_%ж", "a\x00Z": "a\x00z", "𐐀": "𐐨",
	} {
		if got := predicate.Fold(text); got != want {
			t.Errorf("fold of %q: got %q, want %q", text, got, want)
		}
	}
}

// AnyCase matches what has the fold of its text.
func FuzzAnyCase(f *testing.F) {
	f.Add("K-9.*", "\u212a-9.*")
	f.Add("ſΣ[a]", "sς[A]")
	f.Add(`\d`, "7")
	f.Fuzz(func(t *testing.T, text, other string) {
		if !utf8.ValidString(text) || !utf8.ValidString(other) {
			return
		}
		match, err := predicate.CompileRegex("^" + predicate.AnyCase(text) + "$")
		if text == "" {
			return
		}
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if got, want := match(other), predicate.Fold(text) == predicate.Fold(other); got != want {
			t.Errorf("%q matches %q: got %v, want %v", text, other, got, want)
		}
	})
}

// A pattern for any case matches what Go's own flag for that matches.
func TestAnyCaseRegex(t *testing.T) {
	pieces := []string{"a", "K", "ä", "ß", "σ", ".", "^", "$", "(", ")", "|", "*", "?", "{1,2}", "[ab]", "[^a]", "[a-m]", "[^R-Ž]", `[\]k]`, `[j-lς]`, `\.`, " "}
	texts := []string{"", "a", "A", "k", "\u212a", "K", "Ä", "ẞ", "ς", "Σ", "ſ", "s", "]", ".", "aKa", "Aä", "Ž", "ž", "µ", "μ", " "}
	random := rand.New(rand.NewPCG(1, 2))
	taken := 0
	for range 5000 {
		var b strings.Builder
		for range 1 + random.IntN(5) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		pattern, err := predicate.AnyCaseRegex(b.String())
		if err != nil {
			continue
		}
		taken++
		match, err := predicate.CompileRegex(pattern)
		if err != nil {
			t.Fatalf("%q became %q: %v", b.String(), pattern, err)
		}
		want := regexp.MustCompile("(?si)" + b.String())
		for _, text := range texts {
			if got := match(text); got != want.MatchString(text) {
				t.Errorf("%q became %q, which says %v of %q", b.String(), pattern, got, text)
			}
		}
	}
	if taken < 500 {
		t.Errorf("got %d patterns that are taken, want more", taken)
	}
}

func BenchmarkFold(b *testing.B) {
	for name, text := range map[string]string{"lower": strings.Repeat("words of a text ", 16), "ascii": strings.Repeat("Words of a Text ", 16), "cyrillic": strings.Repeat("Слова текста ", 20)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				predicate.Fold(text)
			}
		})
	}
}
