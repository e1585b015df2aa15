// Slugs: texts of ASCII letters, digits, hyphens and underscores.

package field

import "strings"

// Slug is the rule "slug", like a SlugField of Django REST framework.
func Slug() Check {
	return Check{
		Valid: func(text string) bool {
			return text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == ""
		},
		Message:  `Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.`,
		Metadata: "slug",
	}
}

// builtinChecks returns the checks that every set knows.
func builtinChecks() map[string]Check { return map[string]Check{"slug": Slug(), "url": URL()} }
