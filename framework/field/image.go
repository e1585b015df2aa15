// Images of rows: rest.Image.

package field

import (
	"reflect"

	"example.com/resourceful/framework/field/notation"
)

// Image is a File with an image: PNG, JPEG, GIF or WebP.
type Image struct {
	File
	Width, Height int64 // in pixels
}

// imageExtensions are the extensions of images whose size the service can read.
var imageExtensions = []string{"png", "jpg", "jpeg", "gif", "webp"}

// maxPixels is the default limit for the width and height of an image.
const maxPixels = 10_000

// StoredImage is the kind of Image, with the tag file:"max=1MiB,ext=png jpg,width=4000,height=4000".
func StoredImage() Kind {
	k := fileKind("image", ImageFile, reflect.TypeFor[Image]())
	k.Bind = func(_ *Spec, p reflect.Value) Slot { return &slot[Image]{p.Interface().(*Image), imageCodec} }
	return k
}

// imageCodec is fileCodec for an Image.
var imageCodec = &codec[Image]{
	scan:   func(to *Image, src any) error { return ScanText(&to.Key, src) },
	append: func(b []byte, f Image) []byte { return notation.AppendText(b, f.Key) },
	arg:    func(f Image) any { return f.Key },
	set: func(v any) Image {
		switch v := v.(type) {
		case Image:
			return v
		case *Upload:
			return v.Image
		}
		return Image{}
	},
}
