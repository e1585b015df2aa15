// Files of rows: rest.File.

package field

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// File is a file that belongs to a row, as the row knows it. Its bytes are in the store of the service,
// under the key. The zero value is no file.
type File struct {
	Key         string
	Name        string // without any path
	Size        int64  // in bytes
	ContentType string
}

// Upload is a file that came with a body: what the kinds of files parse, and the value that they bind.
type Upload struct {
	Image         // the facts about it; the key is "" where the bytes are not stored
	Detected bool // the content was looked at
	Genuine  bool // and is of the content type that the name says
}

// FilePart is what a row knows of a file, each in a column.
type FilePart string

// The parts of a file; the last two are those of an image.
const (
	FileName    FilePart = "name"
	FileSize    FilePart = "size"
	FileType    FilePart = "content_type"
	ImageWidth  FilePart = "width"
	ImageHeight FilePart = "height"
)

// fileParts are the names in Go of the parts of a File.
var fileParts = map[FilePart]string{FileName: "Name", FileSize: "Size", FileType: "ContentType", ImageWidth: "Width", ImageHeight: "Height"}

// Go is the name of the part in the struct.
func (p FilePart) Go() string { return fileParts[p] }

// FileParts are the parts of a file of the kind, beside its key; nil for kinds that are no files.
func (k *Kind) FileParts() []FilePart {
	switch k.File {
	case AnyFile:
		return []FilePart{FileName, FileSize, FileType}
	case ImageFile:
		return []FilePart{FileName, FileSize, FileType, ImageWidth, ImageHeight}
	}
	return nil
}

// Part is the value of a part.
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

// fileKind is what files and images have in common.
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
		Column:    func(_ *Spec, d Dialect) Column { return TextColumn(d) },
		File:      form,
		Text:      func(*Spec, any) string { return "" }, // no input of a form has a file beforehand
		NoZero:    "a row without its file",
		Input:     Input{Control: "file"},
		Metadata:  "file upload",
		JSON:      func(*Spec) map[string]any { return map[string]any{"type": "string", "format": "uri"} },
	}
}

// fileCodec keeps the key of a File in its column: the other parts have columns of their own.
var fileCodec = &codec[File]{
	scan:   func(to *File, src any) error { return ScanText(&to.Key, src) },
	append: func(b []byte, f File) []byte { return AppendText(b, f.Key) },
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

// fileArg is the key of a file that was sent.
func fileArg(_ *Spec, v any) any {
	if up, is := v.(*Upload); is {
		return up.Key
	}
	return nil
}

// parseFile takes what came as a file of a form; everything else is none.
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

// Keeps reports whether a file of such a name is worth storing: what else is wrong with it is found then.
func (s *Spec) Keeps(name string) bool {
	r := s.FileRules()
	return r.checkLength(s, name) == "" && r.checkExtension(s, name) == ""
}

func (r *FileRules) checkLength(s *Spec, name string) string {
	if n := length(name); n > s.MaxLength {
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
