// Names of files from clients: their stored part, and the content types of extensions.

package field

import (
	"strings"
	"unicode"
)

// CleanFileName returns the name of a file without a path, with either slash, without control characters
// and surrounding white space; "" if nothing is left.
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

// extension returns the part of a name after the last dot, in lower case; "" for none.
func extension(name string) string {
	i := strings.LastIndexByte(name, '.')
	if i <= 0 {
		return ""
	}
	return strings.ToLower(name[i+1:])
}

// TypeOfName returns the content type for the extension of a name. It does not depend on the machine.
func TypeOfName(name string) string {
	if t, known := contentTypes[extension(name)]; known {
		return t
	}
	return "application/octet-stream"
}

// contentTypes are the content types of extensions, from IANA and the WHATWG.
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
