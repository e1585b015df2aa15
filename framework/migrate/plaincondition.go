// Conditions of partial indexes in one form, to compare those that a database keeps with desired ones.

package migrate

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var (
	literals     = regexp.MustCompile(`'(?:[^']|'')*'`)
	quotedNames  = regexp.MustCompile("[\"`\\[]([a-z_][a-z0-9_]*)[\"`\\]]")
	casts        = regexp.MustCompile(`::[a-z_]+(?: (?:varying|precision|with(?:out)? time zone))?(?:\(\d+(?:,\d+)?\))?(?:\[\])?`)
	castArray    = regexp.MustCompile(`\(\((array\[[^\]]*\])\)\)`)
	anyOfArray   = regexp.MustCompile(`= any \(array\[([^\]]*)\]\)`)
	inList       = regexp.MustCompile(`in \(([^()]*)\)`)
	looseWords   = regexp.MustCompile(`\s+`)
	operators    = regexp.MustCompile(` ?(=|<>|<=|>=|<|>|,) ?`)
	brackets     = regexp.MustCompile(`(^|[^a-z0-9_ ] ?| and | or |not |^not )\(([^()]*)\)`)
	joined       = regexp.MustCompile(` (?:and|or) `)
	whereOfIndex = regexp.MustCompile(`(?is)\)\s*WHERE\b(.*)$`)
)

// conditionAfter returns the condition in a statement that creates an index, or a condition itself.
func conditionAfter(sql string) string {
	if !strings.HasPrefix(strings.ToUpper(sql), "CREATE ") {
		return sql
	}
	if m := whereOfIndex.FindStringSubmatch(sql); m != nil {
		return m[1]
	}
	return ""
}

// plainCondition returns a condition without what means nothing: quotes of plain names, letter case, casts of literals,
// brackets around one comparison or around all, and the order of what AND joins. Two conditions with one form mean the
// same; other two may do so too.
func plainCondition(sql string) string {
	var values []string
	text := literals.ReplaceAllStringFunc(sql, func(value string) string {
		values = append(values, value)
		return fmt.Sprintf("\x00%d\x00", len(values)-1)
	})
	text = quotedNames.ReplaceAllString(strings.ToLower(text), "$1")
	text = strings.TrimSpace(looseWords.ReplaceAllString(text, " "))
	text = castArray.ReplaceAllString(casts.ReplaceAllString(text, ""), "($1)")
	text = operators.ReplaceAllString(anyOfArray.ReplaceAllString(text, "in ($1)"), " $1 ")
	text = inList.ReplaceAllString(text, "in [$1]")
	for former := ""; former != text; {
		former = text
		text = brackets.ReplaceAllStringFunc(text, func(found string) string {
			m := brackets.FindStringSubmatch(found)
			if joined.MatchString(m[2]) && m[0] != text {
				return found
			}
			return m[1] + m[2]
		})
		text = strings.TrimSpace(text)
	}
	if parts := strings.Split(text, " and "); !strings.Contains(text, "(") && !strings.Contains(text, " or ") {
		slices.Sort(parts)
		text = strings.Join(parts, " and ")
	}
	for i, value := range values {
		text = strings.Replace(text, fmt.Sprintf("\x00%d\x00", i), value, 1)
	}
	return text
}
