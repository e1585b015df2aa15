// Mistakes in paths, and their corrections.

package sets

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
)

// PathMistake returns the mistake in a path, or "". Its segments need no escapes, and none is reserved for
// the framework. A segment in braces is treated as a name.
func PathMistake(path, example string) (mistake string) {
	example = corrected(path, example)
	for _, name := range plan.Params(path) {
		path = strings.Replace(path, "/{"+name+"}/", "/"+name+"/", 1)
	}
	segments := strings.Split(strings.Trim(path, "/"), "/")
	switch {
	case !strings.HasPrefix(path, "/") || !strings.HasSuffix(path, "/") || path == "/":
		return fmt.Sprintf("path %q does not start and end with a slash around a name; write %q", path, example)
	case slices.ContainsFunc(segments, func(s string) bool { return !IsSegment(s) }):
		return fmt.Sprintf("path %q has something other than lower-case letters, digits, hyphens and underscores between its slashes; write %q", path, example)
	case segments[0] == "api-auth" || segments[0] == "-":
		return fmt.Sprintf("path %q is the framework's own; write another", path)
	}
	return ""
}

// corrected returns a path with the same names as one with mistakes; the example for one without a name.
func corrected(path, example string) string {
	var segments []string
	for segment := range strings.SplitSeq(path, "/") {
		if name, is := strings.CutPrefix(segment, "{"); is && slices.Contains(plan.Params("/"+segment+"/"), strings.TrimSuffix(name, "}")) {
			segments = append(segments, segment)
			continue
		}
		words := strings.FieldsFunc(strings.ToLower(segment), func(c rune) bool { return !strings.ContainsRune(PathLetters, c) })
		if len(words) > 0 {
			segments = append(segments, strings.Join(words, "-"))
		}
	}
	if segments == nil {
		return example
	}
	return "/" + strings.Join(segments, "/") + "/"
}

// IsSegment reports whether a text can be a segment of a path.
func IsSegment(s string) bool { return s != "" && strings.Trim(s, PathLetters) == "" }
