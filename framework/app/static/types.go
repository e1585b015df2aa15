// The media types of files.

package static

import (
	"path"
	"strings"
)

// typeOf returns the media type of a file by the end of its name: the same on every machine, unlike that of package mime.
func typeOf(name string) string {
	if t := types[strings.ToLower(path.Ext(name))]; t != "" {
		return t
	}
	return "application/octet-stream"
}

var types = map[string]string{
	".avif": "image/avif", ".css": "text/css; charset=utf-8", ".csv": "text/csv; charset=utf-8", ".gif": "image/gif",
	".htm": "text/html; charset=utf-8", ".html": "text/html; charset=utf-8", ".ico": "image/vnd.microsoft.icon",
	".jpeg": "image/jpeg", ".jpg": "image/jpeg", ".js": "text/javascript; charset=utf-8", ".json": "application/json",
	".map": "application/json", ".md": "text/markdown; charset=utf-8", ".mjs": "text/javascript; charset=utf-8", ".mp3": "audio/mpeg",
	".mp4": "video/mp4", ".ogg": "audio/ogg", ".otf": "font/otf", ".pdf": "application/pdf", ".png": "image/png",
	".svg": "image/svg+xml", ".ttf": "font/ttf", ".txt": "text/plain; charset=utf-8", ".wasm": "application/wasm",
	".webm": "video/webm", ".webmanifest": "application/manifest+json", ".webp": "image/webp", ".woff": "font/woff",
	".woff2": "font/woff2", ".xml": "text/xml; charset=utf-8",
}
