// Files of rows: rest.File.

package field

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"example.com/resourceful/framework/field/notation"
)

// File is the file of a row. Its content is in the store of the service, under the key. Zero is no file.
type File struct {
	Key         string
	Name        string // without a path
	Size        int64  // in bytes
	ContentType string
}

// Upload is a file in a body: the value that the kinds of files parse and bind.
type Upload struct {
	Image         // its facts; the key is "" if the content is not stored
	Detected bool // the content was checked
	Genuine  bool // the content has the type that the name's extension implies
}

// FilePart is a fact about a file, each in a column.
type FilePart string

// The facts about a file; the last two are those of an image.
const (
	FileName    FilePart = "name"
	FileSize    FilePart = "size"
	FileType    FilePart = "content_type"
	ImageWidth  FilePart = "width"
	ImageHeight FilePart = "height"
)

// fileParts are the names of these facts in the struct File.
var fileParts = map[FilePart]string{FileName: "Name", FileSize: "Size", FileType: "ContentType", ImageWidth: "Width", ImageHeight: "Height"}

// Go returns the name of the fact in the struct.
func (p FilePart) Go() string { return fileParts[p] }

// FileParts returns the facts about a file of the kind, without its key; nil for other kinds.
func (k *Kind) FileParts() []FilePart {
	switch k.File {
	case AnyFile:
		return []FilePart{FileName, FileSize, FileType}
	case ImageFile:
		return []FilePart{FileName, FileSize, FileType, ImageWidth, ImageHeight}
	}
	return nil
}

// Part returns a fact.
func (u *Upload) Part(p FilePart) any {
	switch p {
	case FileName:
		return u.Name
	case FileSize:
		return u.Size
	case FileType:
		return u.ContentType
	case ImageWidth:
		return u.Width
	default:
		return u.Height
	}
}

// StoredFile is the kind of File, with the tag file:"max=1MiB,ext=png jpg pdf".
func StoredFile() Kind {
	k := fileKind("file", AnyFile, reflect.TypeFor[File]())
	k.Bind = func(_ *Spec, p reflect.Value) Slot { return &slot[File]{p.Interface().(*File), fileCodec} }
	return k
}

// fileKind returns the parts that files and images share.
func fileKind(name string, form FileForm, of reflect.Type) Kind {
	return Kind{
		Name:      name,
		Match:     func(t reflect.Type) bool { return t == of },
		Tags:      []string{"file"},
		Configure: configureFile,
		Parse:     parseFile,
		Absent:    "No file was submitted.",
		Codes:     []string{"empty", "max_length", "invalid_extension", "invalid_content", "max_size"},
		Arg:       fileArg,
		Column:    func(_ *Spec, d Dialect) Column { return plainText(d) },
		File:      form,
		Text:      func(*Spec, any) string { return "" }, // an input of a form never starts with a file
		NoZero:    "a row without its file",
		Input:     Input{Control: "file"},
		Metadata:  "file upload",
		JSON:      func(*Spec) map[string]any { return map[string]any{"type": "string", "format": "uri"} },
	}
}

// fileCodec stores the key of a File in its column: the other facts have their own columns.
var fileCodec = &codec[File]{
	scan:   func(to *File, src any) error { return ScanText(&to.Key, src) },
	append: func(b []byte, f File) []byte { return notation.AppendText(b, f.Key) },
	arg:    func(f File) any { return f.Key },
	set: func(v any) File {
		switch v := v.(type) {
		case File:
			return v
		case *Upload:
			return v.File
		}
		return File{}
	},
}

// fileArg returns the key of an uploaded file.
func fileArg(_ *Spec, v any) any {
	if up, is := v.(*Upload); is {
		return up.Key
	}
	return nil
}

// parseFile accepts an uploaded file, and nothing else.
func parseFile(s *Spec, v any) (any, []string) {
	up, is := v.(*Upload)
	if !is {
		return s.Invalid("The submitted data was not a file. Check the encoding type on the form.")
	}
	if up.Size == 0 {
		return nil, []string{s.Message("empty", "The submitted file is empty.")}
	}
	rules := s.FileRules()
	if message := rules.checkLength(s, up.Name); message != "" {
		return nil, []string{message}
	}
	var messages []string
	add := func(message string) {
		if message != "" {
			messages = append(messages, message)
		}
	}
	add(rules.checkExtension(s, up.Name))
	if rules.Max > 0 && up.Size > rules.Max {
		add(s.Message("max_size", fmt.Sprintf("Ensure this file has no more than %d bytes (it has %d).", rules.Max, up.Size)))
	}
	if messages == nil && up.Key != "" {
		add(rules.checkContent(s, up))
	}
	return up, messages
}

// Keeps reports whether a file with such a name should be stored; later checks find other mistakes.
func (s *Spec) Keeps(name string) bool {
	r := s.FileRules()
	return r.checkLength(s, name) == "" && r.checkExtension(s, name) == ""
}

func (r *FileRules) checkLength(s *Spec, name string) string {
	if n := notation.Length(name); n > s.MaxLength {
		return s.Message("max_length", fmt.Sprintf("Ensure this filename has at most %d characters (it has %d).", s.MaxLength, n))
	}
	return ""
}

func (r *FileRules) checkExtension(s *Spec, name string) string {
	ext := extension(name)
	if r.Extensions == nil || slices.Contains(r.Extensions, ext) {
		return ""
	}
	return s.Message("invalid_extension", fmt.Sprintf("File extension “%s” is not allowed. Allowed extensions are: %s.", ext, strings.Join(r.Extensions, ", ")))
}

func (r *FileRules) checkContent(s *Spec, up *Upload) string {
	switch {
	case up.Detected && !up.Genuine && s.Kind.File == ImageFile:
		return s.Message("invalid_content", "Upload a valid image. The file you uploaded was either not an image or a corrupted image.")
	case up.Detected && !up.Genuine:
		return s.Message("invalid_content", fmt.Sprintf("The content of the file is not %s.", up.ContentType))
	case up.Width > r.Width && r.Width > 0:
		return s.Message("invalid_content", fmt.Sprintf("Ensure this image is no wider than %d pixels (it has %d).", r.Width, up.Width))
	case up.Height > r.Height && r.Height > 0:
		return s.Message("invalid_content", fmt.Sprintf("Ensure this image is no higher than %d pixels (it has %d).", r.Height, up.Height))
	}
	return ""
}
