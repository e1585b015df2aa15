// Forms with files, as browsers send them.

package server

import (
	"bytes"
	"maps"
	"mime/multipart"
	"slices"
)

// File is a file of a form.
type File struct {
	Field   string // of the form
	Name    string
	Content []byte
}

// FormWithFiles is a form with files, as a browser sends it, and its Content-Type. The fields are in the order
// of their names, before the files.
func FormWithFiles(fields map[string]string, files ...File) (contentType string, body []byte) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	write := func(err error) {
		if err != nil {
			panic(err) // a buffer takes everything
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		write(w.WriteField(name, fields[name]))
	}
	for _, f := range files {
		part, err := w.CreateFormFile(f.Field, f.Name)
		write(err)
		_, err = part.Write(f.Content)
		write(err)
	}
	write(w.Close())
	return w.FormDataContentType(), b.Bytes()
}
