// The looks of the pages.

package plan

import (
	"fmt"
	"io/fs"
	"strings"
)

// Theme is how the pages of a set differ from the framework's own. The zero value differs in nothing.
type Theme struct {
	// Title is the name of the service, "Resourceful" if empty.
	Title string
	// Files holds a team's own *.html and *.css, in any folder; an embed.FS will do. A block that
	// a page defines takes the place of the framework's block of that name, which is in
	// templates/html. The style sheets come after the framework's, in the order of their names.
	Files fs.FS
	// CodeStyles makes the style sheet of a Preview's CodeStyle, such as codestyle.Sheet; it returns nil for
	// a name that is none. nil: highlighted code has no colours.
	CodeStyles func(name string) ([]byte, error)

	position func(name string, line int) string
}

// Located returns the theme with a function that knows where its files are written.
func (t Theme) Located(position func(name string, line int) string) Theme {
	t.position = position
	return t
}

// Position is where a line of one of the files is written, for people: its path from the module on
// where it is beside the source that declares the theme, and otherwise its name in Files.
func (t Theme) Position(name string, line int) string {
	if t.position != nil {
		return t.position(name, line)
	}
	return fmt.Sprintf("%s:%d", name, line)
}

// words are what the theme changes, for the text of the plan.
func (t Theme) words() string {
	words := ""
	if t.CodeStyles != nil {
		words = ", code styles"
	}
	if t.Files == nil {
		return strings.TrimPrefix(words, ", ")
	}
	_ = fs.WalkDir(t.Files, ".", func(name string, entry fs.DirEntry, err error) error { // what cannot be read is reported by the pages
		if err == nil && !entry.IsDir() {
			words += ", " + name
		}
		return err
	})
	return strings.TrimPrefix(words, ", ")
}
