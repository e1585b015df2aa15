// Package templates holds the embedded pages, style sheets and script of the browsable API.
//
// Each file in html defines a few named blocks, one idea each, and "page" puts them together. A
// team overrides a block by defining it again in a set of its own (see rest.Theme).
package templates

import "embed"

// FS holds html/*.html, the blocks of the pages, and static/*, what pages refer to. Pico.css is
// under the licence beside it.
//
//go:embed html/*.html static/*
var FS embed.FS
