// The limits of a file, from its tag.

package field

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// FileRules are the limits of a field's files.
type FileRules struct {
	Max           int64    // bytes; 0 for the service's limit
	Extensions    []string // in lower case; nil for any
	Checked       bool     // the content must have the type of the extension
	Inline        bool     // browsers show the content if its type is safe: see IsInline
	Width, Height int64    // pixels of an image

	tag string
}

// String returns the parameters in the plan.
func (r *FileRules) String() string {
	if r.tag == "" {
		return ""
	}
	return "(" + r.tag + ")"
}

// maxFileName is the default limit for the length of a file's name, in characters.
const maxFileName = 100

// FileRules returns the limits of a field of files, nil for another kind.
func (s *Spec) FileRules() *FileRules {
	r, _ := s.Params.(*FileRules)
	return r
}

// The words of a file tag.
var (
	fileWords  = []string{"max", "ext", "name", "checked", "inline"}
	imageWords = []string{"max", "ext", "name", "width", "height", "inline"}
	plainWords = []string{"checked", "inline"} // those without a value
)

// inlineTypes are the content types that a browser shows without running what they contain. Browsers play no sound or
// film under the policy of contents, which lets a document load nothing.
var inlineTypes = []string{"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "application/pdf", "text/plain"}

// IsInline reports whether a browser may show a file with a content type in its window.
func (r *FileRules) IsInline(contentType string) bool {
	return r.Inline && slices.Contains(inlineTypes, contentType)
}

func configureFile(s *Spec) (mistake string) {
	r := &FileRules{tag: s.Tags["file"]}
	s.Params, s.MaxLength = r, maxFileName
	image := s.Kind.File == ImageFile
	if image {
		r.Extensions, r.Checked, r.Width, r.Height = imageExtensions, true, maxPixels, maxPixels
	}
	if r.tag == "" {
		return ""
	}
	var seen []string
	for part := range strings.SplitSeq(r.tag, ",") {
		word, value, valued := strings.Cut(part, "=")
		known := fileWords
		if image {
			known = imageWords
		}
		switch {
		case !slices.Contains(known, word):
			return fmt.Sprintf("file tag: unknown word %q%s", word, Hint(word, known))
		case slices.Contains(seen, word):
			return fmt.Sprintf("file tag: %q is there twice; write it once", word)
		case slices.Contains(plainWords, word) && valued:
			return fmt.Sprintf("file tag: %q takes no value; write %q", word, word)
		case !slices.Contains(plainWords, word) && value == "":
			return fmt.Sprintf(`file tag: %q needs a value; write "%s=%s"`, word, word, map[string]string{"max": "1MiB", "ext": "png jpg"}[word]+map[bool]string{true: "100"}[word != "max" && word != "ext"])
		}
		seen = append(seen, word)
		if mistake = r.word(s, word, value); mistake != "" {
			return "file tag: " + mistake
		}
	}
	if r.Inline && r.Extensions != nil && !slices.ContainsFunc(r.Extensions, func(ext string) bool { return r.IsInline(contentTypes[ext]) }) {
		return fmt.Sprintf(`file tag: "inline" is for png, jpg, gif, webp, avif, pdf and txt, and not for %s; leave it out`, strings.Join(r.Extensions, " or "))
	}
	return ""
}

// word parses one word of the tag.
func (r *FileRules) word(s *Spec, word, value string) (mistake string) {
	switch word {
	case "checked":
		r.Checked = true
	case "inline":
		r.Inline = true
	case "max":
		r.Max, mistake = byteSize(value)
	case "ext":
		r.Extensions, mistake = extensions(s, value)
	default:
		n, err := strconv.ParseUint(value, 10, 31)
		if err != nil || n == 0 {
			return fmt.Sprintf("%s=%s is not a number of %s; write %s=100", word, value, map[bool]string{true: "characters", false: "pixels"}[word == "name"], word)
		}
		switch word {
		case "name":
			s.MaxLength = int(n)
		case "width":
			r.Width = int64(n)
		case "height":
			r.Height = int64(n)
		}
	}
	return mistake
}

// extensions parses a list of extensions.
func extensions(s *Spec, text string) (list []string, mistake string) {
	for _, ext := range strings.Fields(text) {
		switch {
		case ext != strings.ToLower(strings.TrimLeft(ext, ".*")) || strings.ContainsAny(ext, "./"):
			return nil, fmt.Sprintf("ext: %q is not an extension; write lower-case letters without a dot, such as %q", ext, strings.ToLower(strings.TrimLeft(ext, ".*")))
		case slices.Contains(list, ext):
			return nil, fmt.Sprintf("ext: %q is there twice; write it once", ext)
		case s.Kind.File == ImageFile && !slices.Contains(imageExtensions, ext):
			return nil, fmt.Sprintf("ext: %q is not an image that the service can measure; write some of %s", ext, strings.Join(imageExtensions, ", "))
		}
		list = append(list, ext)
	}
	if list == nil {
		return nil, `ext: there is no extension; write "ext=png jpg", or leave the word out`
	}
	return list, ""
}

// byteSize parses a number of bytes such as 500KiB or 1MiB.
func byteSize(text string) (n int64, mistake string) {
	number, shift := text, 0
	for i, unit := range []string{"KiB", "MiB", "GiB"} {
		if before, has := strings.CutSuffix(text, unit); has {
			number, shift = before, 10*(i+1)
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n <= 0 || n > math.MaxInt64>>shift {
		return 0, fmt.Sprintf("max=%s is not a number of bytes; write one such as max=1MiB, max=500KiB or max=1000000", text)
	}
	return n << shift, ""
}
