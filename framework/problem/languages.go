// The language of a request, from its header Accept-Language.

package problem

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Languages are the languages of a set's catalogues. The nil Languages have only English.
type Languages struct {
	list []*Language // English first
}

// NewLanguages compiles catalogues, nil for none. If a language has several, later ones add to the earlier
// and replace their messages.
func NewLanguages(catalogues []Catalogue) *Languages {
	if len(catalogues) == 0 {
		return nil
	}
	ls := &Languages{list: []*Language{{tag: DefaultLanguage, plain: map[string]string{}}}}
	for _, c := range catalogues {
		l := ls.Tagged(c.Language)
		if l == nil {
			l = &Language{tag: c.Language, plain: map[string]string{}}
			ls.list = append(ls.list, l)
		}
		l.add(c)
	}
	return ls
}

// All returns the languages, English first.
func (ls *Languages) All() []*Language {
	if ls == nil {
		return nil
	}
	return ls.list
}

// String returns the tags in the notation of the plan's text.
func (ls *Languages) String() string {
	var tags []string
	for _, l := range ls.All() {
		tags = append(tags, l.tag)
	}
	return strings.Join(tags, ", ")
}

// Tagged returns the language with a tag, in any letter case; nil for none.
func (ls *Languages) Tagged(tag string) *Language {
	if ls == nil {
		return nil
	}
	i := slices.IndexFunc(ls.list, func(l *Language) bool { return strings.EqualFold(l.tag, tag) })
	if i < 0 {
		return nil
	}
	return ls.list[i]
}

// maxRanges is the largest number of languages that are read from a header.
const maxRanges = 32

// languageRange is one element of the header.
type languageRange struct {
	name    string
	quality float64
}

// Choose returns the language for a header Accept-Language (RFC 9110, section 12.5.4), by the lookup of RFC
// 4647, section 3.4. It takes the range of the highest quality that names a language, if necessary without
// its last subtags: "de-AT" matches "de" if there is no other. Without a match it is English.
func (ls *Languages) Choose(header string) *Language {
	if ls == nil {
		return nil
	}
	ranges, refused := readRanges(header)
	for _, r := range ranges {
		if r.name == "*" {
			for _, l := range ls.list {
				if !refused[strings.ToLower(l.tag)] {
					return l
				}
			}
			continue
		}
		for name := r.name; name != ""; name = withoutLastSubtag(name) {
			if l := ls.Tagged(name); l != nil && !refused[strings.ToLower(name)] {
				return l
			}
		}
	}
	return ls.list[0]
}

// readRanges returns the ranges of a header by quality, and the refused ones.
func readRanges(header string) (ranges []languageRange, refused map[string]bool) {
	refused = map[string]bool{}
	n := 0
	for element := range strings.SplitSeq(header, ",") {
		if n++; n > maxRanges {
			break
		}
		name, params, _ := strings.Cut(element, ";")
		r := languageRange{name: strings.TrimSpace(name), quality: 1}
		for p := range strings.SplitSeq(params, ";") {
			if key, value, is := strings.Cut(p, "="); is && strings.EqualFold(strings.TrimSpace(key), "q") {
				q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
				if err != nil || !(q >= 0 && q <= 1) {
					q = 0
				}
				r.quality = q
			}
		}
		switch {
		case r.name != "*" && !languageTag.MatchString(r.name):
		case r.quality == 0:
			refused[strings.ToLower(r.name)] = true
		default:
			ranges = append(ranges, r)
		}
	}
	slices.SortStableFunc(ranges, func(a, b languageRange) int { return cmp.Compare(b.quality, a.quality) })
	return ranges, refused
}

// withoutLastSubtag returns a tag without its last subtag, and without a single letter before it.
func withoutLastSubtag(tag string) string {
	i := strings.LastIndexByte(tag, '-')
	if i >= 2 && tag[i-2] == '-' {
		i -= 2
	}
	return tag[:max(i, 0)]
}
