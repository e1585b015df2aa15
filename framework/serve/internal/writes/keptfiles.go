// The files of rows, once a write is done.

package writes

import (
	"context"
	"slices"

	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/request"
)

// keepFiles settles, once a write is committed, which files stay: those of the row that it has written. What it
// had before, or went with it, is removed after the response.
func (c *Change) keepFiles(x *request.Exchange, a *request.Admission) {
	gone := append(c.gone, c.Call.After.Gone...)
	if of := a.Route.Res; of != nil {
		gone = append(gone, c.replacedFiles(of, a.Destroys())...)
		for _, f := range of.Files {
			if c.row != nil && !a.Destroys() {
				now := c.row.FileKey(f)
				a.Sent.Files.Stored = slices.DeleteFunc(a.Sent.Files.Stored, func(key string) bool { return key == now })
			}
		}
	}
	if gone != nil {
		c.Call.After.Done = append(c.Call.After.Done, func(ctx context.Context) error { return calls.RemoveGone(x.Service, ctx, gone) })
	}
}

// replacedFiles are the files that the row of a change had and has no more; of one that is destroyed, all.
func (c *Change) replacedFiles(res *request.Resource, destroyed bool) (gone []string) {
	if c.Current == nil || c.row == nil && !destroyed {
		return nil
	}
	for _, f := range res.Files {
		now := ""
		if c.row != nil && !destroyed {
			now = c.row.FileKey(f)
		}
		if before := c.Current.FileKey(f); before != "" && before != now {
			gone = append(gone, before)
		}
	}
	return gone
}
