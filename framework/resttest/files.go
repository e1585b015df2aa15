// Samples of files that fields take, and what comes back of them.

package resttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"maps"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/field/samples"
	"example.com/resourceful/framework/plan"
)

// SampleFile is a file that a field takes, and another for each number.
func SampleFile(s *field.Spec, i int) File {
	name, ext := samples.FileName(s, i)
	return File{Name: name, Content: sampleContent(ext, i)}
}

// sampleContent returns the content of a file with an extension.
func sampleContent(ext string, i int) []byte {
	var b bytes.Buffer
	dot := image.NewGray(image.Rect(0, 0, 1+i%7, 1))
	var err error
	switch ext {
	case "png":
		err = png.Encode(&b, dot)
	case "jpg", "jpeg":
		err = jpeg.Encode(&b, dot, nil)
	case "gif":
		err = gif.Encode(&b, dot, nil)
	case "pdf":
		fmt.Fprintf(&b, "%%PDF-1.4\n%% sample %d\n", i)
	case "zip":
		fmt.Fprintf(&b, "PK\x03\x04sample %d", i)
	default:
		fmt.Fprintf(&b, "sample %d\n", i)
	}
	if err != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes()
}

// fileFields returns the names under which clients send the files of a resource.
func fileFields(r *plan.Resource) (fields map[string]*field.Spec) {
	if r == nil {
		return nil
	}
	for _, shape := range []*plan.Shape{r.Shapes.Create, r.Shapes.Update} {
		for _, f := range shape.Type.Files() {
			if fields == nil {
				fields = map[string]*field.Spec{}
			}
			fields[f.Wire] = &f.Spec
		}
	}
	return fields
}

// withFiles is a body of JSON as a form where it names files of the resource, which are then in it.
func withFiles(r *plan.Resource, body string) (contentType, encoded string, has bool) {
	fields := fileFields(r)
	var members map[string]json.RawMessage
	if fields == nil || json.Unmarshal([]byte(body), &members) != nil {
		return "", "", false
	}
	var parts strings.Builder
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		var fileName string
		if text, sent := members[name]; !sent || json.Unmarshal(text, &fileName) != nil || !strings.HasPrefix(fileName, "sample-") {
			continue
		}
		i := 0
		_, _ = fmt.Sscanf(fileName, "sample-%d.", &i)
		fmt.Fprintf(&parts, "--b\r\nContent-Disposition: form-data; name=%q; filename=%q\r\n\r\n%s\r\n", name, fileName, SampleFile(fields[name], i).Content)
		delete(members, name)
	}
	if parts.Len() == 0 {
		return "", "", false
	}
	rest, err := json.Marshal(members)
	if err != nil {
		panic(err) // the body is our own
	}
	return "multipart/form-data; boundary=b", strings.TrimSuffix(formOf(nil, string(rest), true), "--b--\r\n") + parts.String() + "--b--\r\n", true
}
