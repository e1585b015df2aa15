// Operations in the text of the plan.

package plan

import (
	"fmt"
	"net/http"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/schema"
)

// placeWords describes the paths of the resource's rows, if they are not below its path by their keys.
func (r *Resource) placeWords() string {
	var words []string
	switch {
	case r.Singleton:
		words = append(words, "one row of each requester")
	case r.RecordPattern != r.Path+"{key}/":
		words = append(words, "records at "+r.RecordPattern)
	}
	if r.Parent != nil {
		words = append(words, fmt.Sprintf("of the record of %s that %s refers to", r.Parent.Resource.Path, r.Parent.Field.Go))
	}
	return strings.Join(words, "; ")
}

// writeOperations writes the operations of a team, if there are any.
func writeOperations(b *strings.Builder, all []*Operation) {
	var rows [][]string
	for _, o := range all {
		if o.Run != nil || o.Totals != nil || o.narrowed() || o.File != nil || o.History || o.Throttles != nil || o.Deleted || o.Caching != nil {
			rows = append(rows, []string{o.Name, o.Method, o.Pattern, o.words()})
		}
	}
	if rows != nil {
		b.WriteString("  operations\n")
		align(b, "    ", rows)
	}
}

// words describes the input, the output and the access of an operation.
func (o *Operation) words() string {
	var words []string
	if o.Input != nil && o.Builtin == 0 {
		words = append(words, "takes "+o.Input.Type.Go.String())
	}
	switch {
	case o.narrowed():
		words = append(words, "lists")
	case o.Builtin != 0:
	case o.File != nil:
		words = append(words, "answers the content of "+o.File.Wire)
	case o.History && o.Safe():
		words = append(words, "lists the history")
	case o.Totals != nil:
		words = append(words, o.Totals.words())
	case o.Output == nil:
		words = append(words, "answers nothing")
	case o.Many:
		words = append(words, "answers a list of "+o.Output.Type.Go.String())
	default:
		words = append(words, "answers "+o.Output.Type.Go.String())
	}
	usual := http.StatusOK
	if o.Output == nil && !o.narrowed() && o.File == nil && !o.History {
		usual = http.StatusNoContent
	}
	if o.Status != 0 && o.Status != usual && o.Builtin == 0 {
		words = append(words, fmt.Sprintf("status %d", o.Status))
	}
	if o.Access != nil {
		words = append(words, "access "+permission.String(o.Access))
	}
	if o.When != nil {
		words = append(words, "when "+schema.ConditionWords(o.When.Holds))
	}
	if o.Filtered {
		words = append(words, "takes the filters of the list")
	}
	if o.Caching != nil {
		words = append(words, "cached: "+o.Caching.Header(true))
	}
	for _, t := range o.Throttles {
		words = append(words, "throttled to "+t.words())
	}
	if o.Cost != nil {
		words = append(words, "costs what its input says")
	}
	if o.NonAtomic {
		words = append(words, "without a transaction")
	}
	if o.Card {
		words = append(words, "with a card for its page")
	}
	if o.AccountMenu != "" {
		words = append(words, fmt.Sprintf("in the account menu as %q", o.AccountMenu))
	}
	if o.MailsLinks {
		words = append(words, "mails links")
	}
	if o.Formats != nil {
		words = append(words, "in "+strings.Join(o.Formats, ", ")+" only")
	}
	if o.Requests != nil {
		words = append(words, o.Requests.words())
	}
	if o.Description != "" {
		words = append(words, fmt.Sprintf("description %q", o.Description))
	}
	return strings.Join(words, ", ")
}

// writeEndpoints writes the operations without rows.
func (p *Plan) writeEndpoints(b *strings.Builder) {
	for _, r := range p.Routes {
		if r.Resource == nil {
			fmt.Fprintf(b, "\nendpoint %s\n", r.Pattern)
			writeOperations(b, r.Operations)
		}
	}
}
