// The options Path and RecordPath: the paths of a resource and its records.

package compile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/links"
	"example.com/resourceful/framework/rest/internal/sets"
	"example.com/resourceful/framework/rest/internal/source"
	"example.com/resourceful/framework/schema"
)

// compilePath checks the path of the resource, and finds the reference to the parent that a parameter
// names.
func compilePath(r *resource) {
	path, records := r.declaration.Path, r.declaration.RecordPath
	example := "/" + schema.Plural(schema.Snake(source.PlainName(r.declaration.GoType))) + "/"
	found := len(r.Mistakes)
	if path == "" {
		r.mistake("the resource has no path; write Path: %q", example)
	} else if msg := sets.PathMistake(path, example); msg != "" {
		r.mistake("%s", msg)
	}
	if records != "" {
		checkRecordPath(r, records, example)
	}
	if len(r.Mistakes) == found {
		findParent(r, path)
	}
	switch {
	case r.declaration.Singleton:
		r.RecordPattern = path
	default:
		r.RecordPattern = cmp.Or(records, path) + links.KeyParam
	}
	r.Misplaced[r.Resource] = len(r.Mistakes) > found
}

func checkRecordPath(r *resource, path, example string) {
	msg := sets.PathMistake(path, example)
	switch {
	case r.declaration.Singleton:
		r.mistake("RecordPath %q says where records are, and a singleton is at its Path; leave it out", path)
	case msg != "":
		r.mistake("RecordPath: %s", msg)
	case strings.Contains(path, "{"):
		r.mistake("RecordPath %q has a parameter; write a path without one, or leave it out for records below Path", path)
	case path == r.declaration.Path:
		r.mistake("RecordPath is Path, where the records are anyway; leave it out")
	}
}

// findParent finds the field that a parameter of the path names.
func findParent(r *resource, path string) {
	params := plan.Params(path)
	if len(params) == 0 {
		return
	}
	name := params[0]
	var field *schema.Field
	var references []string
	for _, f := range r.Type.Fields {
		if !f.IsToOne() {
			continue
		}
		called := cmp.Or(f.Wire, schema.Snake(f.Go))
		references = append(references, called)
		if called == name {
			field = f
		}
	}
	switch {
	case r.declaration.Singleton:
		r.mistake("path %q has a parameter, and a singleton is found by its requester; write a path without one", path)
	case len(params) > 1:
		r.mistake("path %q has %d parameters; write one, the record that the rows refer to: serve that at another path", path, len(params))
	case field == nil && len(references) == 0:
		r.mistake("path %q: {%s} names no field, and %s has no rest.BelongsTo; declare the reference to the record that the path names", path, name, source.PlainName(r.declaration.GoType))
	case field == nil:
		r.mistake("path %q: {%s} names no rest.BelongsTo of %s; write one of {%s}", path, name, source.PlainName(r.declaration.GoType), strings.Join(references, "}, {"))
	case strings.HasSuffix(path, "/{"+name+"}/"):
		r.mistake("path %q ends in a parameter, where that record is; write a name after it, such as %q", path, path+schema.Plural(schema.Snake(source.PlainName(r.declaration.GoType)))+"/")
	case field.Writable():
		r.ReportField(r.declaration.GoType, field.Go, fmt.Sprintf(`the path %s gives this reference, never a client's body; write "readonly"`, path))
	case field.Filled:
		r.ReportField(r.declaration.GoType, field.Go, fmt.Sprintf(`the path %s gives this reference, and the database fills its column; leave default:"database" out, or serve the rows at a path without it`, path))
	default:
		r.Parent = &plan.Parent{Field: field}
	}
}

// findParents finds the resources whose records the parameters of paths name.
func findParents(c *compiler) {
	for _, res := range c.Compiled {
		if res.Parent == nil {
			continue
		}
		params := plan.Params(res.Path)
		prefix, _, _ := strings.Cut(res.Path, "{"+params[0]+"}")
		i := slices.IndexFunc(c.Compiled, func(other *plan.Resource) bool { return other.RecordPattern == prefix+links.KeyParam })
		mistake := ""
		target := res.Parent.Field.Relation.Target
		switch {
		case i < 0:
			mistake = fmt.Sprintf("path %q: no resource of the set has its records below %q; list the one of %s there", res.Path, prefix, target)
		case c.Compiled[i].Type.Go != target && c.Compiled[i].Type.Table != tableOf(res.Parent.Field):
			mistake = fmt.Sprintf("path %q: {%s} refers to %s, and below %q are the records of %s; refer to these, or write the path of the other resource", res.Path, params[0], target, prefix, c.Compiled[i].Type.Go)
		case !c.Compiled[i].Has(plan.Retrieve):
			mistake = fmt.Sprintf("path %q: the records below %q cannot be retrieved, so that nobody sees one; add rest.Retrieve to the actions there", res.Path, prefix)
		default:
			res.Parent.Resource = c.Compiled[i]
		}
		if mistake != "" {
			c.Misplaced[res] = true
			c.ReportView(res.Type.Go, mistake)
		}
	}
}

func tableOf(f *schema.Field) string {
	if f.Relation.Type == nil {
		return ""
	}
	return f.Relation.Type.Table
}
