// The appearance of the pages.

package plan

import (
	"fmt"
	"io/fs"
	"strings"
)

// Theme is the difference of a set's pages from the default. The zero value has none.
type Theme struct {
	// Title is the name of the service, "Resourceful" if empty.
	Title string
	// Files contains the *.html and *.css of a team, in any folder, such as an embed.FS. A block that a
	// page defines replaces the framework's block of that name, in templates/html. The style sheets follow
	// the framework's, in the order of their names.
	Files fs.FS
	// CodeStyles makes the style sheet of a Preview's CodeStyle, such as codestyle.Sheet; it returns nil
	// for an unknown name. nil: highlighted code has no colours.
	CodeStyles func(name string) ([]byte, error)

	position func(name string, line int) string
}

// Located returns the theme with a function that knows the source positions of its files.
func (t Theme) Located(position func(name string, line int) string) Theme {
	t.position = position
	return t
}

// Position returns the source position of a line of one of the files, for people: its path in the module if
// it is beside the source that declares the theme, and otherwise its name in Files.
func (t Theme) Position(name string, line int) string {
	if t.position != nil {
		return t.position(name, line)
	}
	return fmt.Sprintf("%s:%d", name, line)
}

// words describes the changes of the theme, for the text of the plan.
func (t Theme) words() string {
	words := ""
	if t.CodeStyles != nil {
		words = ", code styles"
	}
	if t.Files == nil {
		return strings.TrimPrefix(words, ", ")
	}
	_ = fs.WalkDir(t.Files, ".", func(name string, entry fs.DirEntry, err error) error { // the pages report unreadable files
		if err == nil && !entry.IsDir() {
			words += ", " + name
		}
		return err
	})
	return strings.TrimPrefix(words, ", ")
}
