// Content types and image sizes, read from the content of files.

package files

import (
	"encoding/binary"
	"errors"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"strings"

	"github.com/gabriel-vasile/mimetype"
)

// HeadSize is the number of first bytes that show the type of a file.
const HeadSize = 3072

// IsOf reports whether a file with these first bytes, HeadSize or all of them, can have a content type. A
// text without control characters can have any type of text.
func IsOf(contentType string, head []byte) bool {
	if contentType == "application/octet-stream" {
		return true
	}
	for m := mimetype.Detect(head); m != nil; m = m.Parent() {
		isText := m.Is("text/plain") && (strings.HasPrefix(contentType, "text/") || contentType == "application/json" || contentType == "application/yaml")
		if isText || m.Is(contentType) {
			return true
		}
	}
	return false
}

// maxImageHead is the number of first bytes in which an image has its size: cameras write much before it.
const maxImageHead = 1 << 20

// ErrNoImage reports content that is no image of the requested type.
var ErrNoImage = errors.New("content is no such image")

// Measure returns the width and height of an image with a content type. It decodes no pixels, so that a
// small file that claims to be huge costs nothing.
func Measure(contentType string, content io.Reader) (width, height int64, err error) {
	var config image.Config
	content = io.LimitReader(content, maxImageHead)
	switch contentType {
	case "image/png":
		config, err = png.DecodeConfig(content)
	case "image/jpeg":
		config, err = jpeg.DecodeConfig(content)
	case "image/gif":
		config, err = gif.DecodeConfig(content)
	case "image/webp":
		config, err = webpConfig(content)
	default:
		err = ErrNoImage
	}
	if err != nil || config.Width <= 0 || config.Height <= 0 {
		return 0, 0, ErrNoImage
	}
	return int64(config.Width), int64(config.Height), nil
}

// webpConfig reads the size of a WebP image from the first chunk of each of its three formats.
func webpConfig(content io.Reader) (c image.Config, err error) {
	var b [30]byte
	if _, err := io.ReadFull(content, b[:]); err != nil || string(b[:4]) != "RIFF" || string(b[8:12]) != "WEBP" {
		return c, ErrNoImage
	}
	bits := func(at int) int { return int(binary.LittleEndian.Uint16(b[at:])) & 0x3FFF }
	switch string(b[12:16]) {
	case "VP8 ":
		if b[23] != 0x9D || b[24] != 0x01 || b[25] != 0x2A {
			return c, ErrNoImage
		}
		c.Width, c.Height = bits(26), bits(28)
	case "VP8L":
		if b[20] != 0x2F {
			return c, ErrNoImage
		}
		n := binary.LittleEndian.Uint32(b[21:])
		c.Width, c.Height = int(n&0x3FFF)+1, int(n>>14&0x3FFF)+1
	case "VP8X":
		c.Width = 1 + int(b[24]) + int(b[25])<<8 + int(b[26])<<16
		c.Height = 1 + int(b[27]) + int(b[28])<<8 + int(b[29])<<16
	default:
		return c, ErrNoImage
	}
	return c, nil
}
