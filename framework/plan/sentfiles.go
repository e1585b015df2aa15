// Files that clients send to operations.

package plan

import (
	"net/http"
	"slices"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/schema"
)

// NeedsFile reports whether each request has to send a file. A record that is changed may keep the one that it has.
func (o *Operation) NeedsFile() bool {
	return o.Input != nil && o.Method == http.MethodPost &&
		slices.ContainsFunc(o.Input.Type.Fields, func(f *schema.Field) bool { return f.IsFile() && f.Required() })
}

// CheckFiles calls report for each type with files that clients should send, and that no parser reads.
func (p *Plan) CheckFiles(report func(t *schema.Type, f *schema.Field)) {
	if slices.ContainsFunc(p.Parsers, func(parser media.Parser) bool { return parser.Read != nil }) {
		return
	}
	var seen []*schema.Type
	for _, route := range p.Routes {
		for _, o := range route.Operations {
			if o.Input == nil || slices.Contains(seen, o.Input.Type) {
				continue
			}
			seen = append(seen, o.Input.Type)
			for _, f := range o.Input.Type.Fields {
				if f.IsFile() && f.Writable() {
					report(o.Input.Type, f)
				}
			}
		}
	}
}
