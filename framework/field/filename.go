// Names of files that clients send: the part that is kept of them, and the types that their extensions name.

package field

import (
	"strings"
	"unicode"
)

// CleanFileName is the name of a file without any path, in either direction of slashes, without control
// characters and white space around it; "" for one of which nothing is left.
func CleanFileName(name string) string {
	name = strings.ToValidUTF8(name, "\uFFFD")
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
			return -1
		}
		return r
	}, name)
	name = strings.TrimSpace(name)
	if name == "." || name == ".." {
		return ""
	}
	return name
}

// extension is what follows the last dot of a name, in lower case; "" for a name without one.
func extension(name string) string {
	i := strings.LastIndexByte(name, '.')
	if i <= 0 {
		return ""
	}
	return strings.ToLower(name[i+1:])
}

// TypeOfName is the content type that the extension of a name says. It is the same on every machine.
func TypeOfName(name string) string {
	if t, known := contentTypes[extension(name)]; known {
		return t
	}
	return "application/octet-stream"
}

// contentTypes are those of extensions, as IANA and the WHATWG have them.
var contentTypes = map[string]string{
	"png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
	"avif": "image/avif", "svg": "image/svg+xml", "bmp": "image/bmp", "tif": "image/tiff", "tiff": "image/tiff",
	"heic": "image/heic", "ico": "image/x-icon",
	"txt": "text/plain", "log": "text/plain", "md": "text/markdown", "csv": "text/csv", "html": "text/html",
	"htm": "text/html", "css": "text/css", "js": "text/javascript", "ics": "text/calendar", "xml": "text/xml",
	"json": "application/json", "yaml": "application/yaml", "yml": "application/yaml", "pdf": "application/pdf",
	"zip": "application/zip", "gz": "application/gzip", "tar": "application/x-tar", "7z": "application/x-7z-compressed",
	"rtf": "application/rtf", "epub": "application/epub+zip", "wasm": "application/wasm", "sqlite": "application/vnd.sqlite3",
	"doc": "application/msword", "xls": "application/vnd.ms-excel", "ppt": "application/vnd.ms-powerpoint",
	"docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	"xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	"pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
	"odt":  "application/vnd.oasis.opendocument.text", "ods": "application/vnd.oasis.opendocument.spreadsheet",
	"mp3": "audio/mpeg", "wav": "audio/wav", "ogg": "audio/ogg", "flac": "audio/flac", "m4a": "audio/mp4",
	"mp4": "video/mp4", "webm": "video/webm", "mov": "video/quicktime", "mkv": "video/x-matroska",
}
