// The service of a depot, which takes what the snippets do not: files, lists of records, and records that are nested in others.

package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// crate has parts, which are nested in it.
type crate struct {
	ID    int64                  `rest:"id,readonly"`
	Label string                 `rest:"label"`
	Parts rest.HasMany[part]     `rest:"-"`
	Holds rest.Nested[partBrief] `rest:"parts,of=parts,nested=replace,optional,order=name"`
}

type part struct {
	ID    int64                 `rest:"id,readonly"`
	Crate rest.BelongsTo[crate] `rest:"crate,ondelete=cascade"`
	Name  string                `rest:"name"`
}

type partBrief struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

// scan has a file.
type scan struct {
	ID    int64     `rest:"id,readonly"`
	Label string    `rest:"label"`
	File  rest.File `rest:"file"`
}

func depot() *rest.Set {
	return rest.NewSet("depot",
		rest.ViewSet[crate]{Path: "/crates/", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify | rest.Destroy}},
		rest.ViewSet[part]{Path: "/parts/"},
		rest.ViewSet[scan]{Path: "/scans/"},
		rest.ViewSet[auth.User]{Path: "/users/", Actions: rest.ReadOnly},
	).Access(permission.Anyone)
}

// stores is the service of a depot under load: what it runs on is the drill's.
type stores struct {
	processes []*service
	folder    string // of the files
	load      *load
	goods     *goods
}

// depot starts so many processes of the service of a depot on a database.
func (p *program) depot(database string, processes, writers int, r *report) (*stores, error) {
	d := &stores{folder: filepath.Join(p.folder, "files"), goods: newGoods()}
	d.load = &load{report: r, ledger: newLedger(), writers: writers, forget: forget}
	d.load.work = func(c *client) work { return (&stocker{client: c, ledger: d.load.ledger, goods: d.goods}).run }
	command := p.ownCommand(depotService)
	if err := p.prepareBy(command("migrate", "--database", database), database, clients(writers, 0)); err != nil {
		return nil, err
	}
	for n := range processes {
		s, err := p.serveBy(command, fmt.Sprintf("depot%d", n+1), "serve", "--database", database, "--files", d.folder)
		if err != nil {
			return nil, err
		}
		d.processes = append(d.processes, s)
		d.load.urls = append(d.load.urls, s.url)
	}
	return d, nil
}

// kill kills a process, and starts it again.
func (d *stores) kill(ctx context.Context, n int) error {
	d.processes[n].Kill()
	return d.processes[n].start(ctx)
}

// judge recounts all that the depot has acknowledged. kills are how often a process was killed: each may have left one file
// of each writer to the sweep, and no more.
func (d *stores) judge(ctx context.Context, kills int) error {
	r := d.load.report
	r.figure("depot: acknowledged writes", d.load.ledger.total())
	r.figure("depot: answered from an earlier try", d.load.tally.replayed.Load())
	c := newClient("writer-0", 0, d.load.urls, r, &d.load.tally)
	found, err := d.goods.recount(ctx, c, d.folder)
	if err != nil {
		return err
	}
	r.figure("depot: recount", found)
	if !found.sound() || found.unnamed > kills*d.load.writers {
		r.violation("depot: %v", found)
	}
	for _, s := range d.processes {
		for _, line := range s.faults() {
			if !strings.Contains(line, `msg="after commit"`) { // a file that could not be removed then is left to the sweep, and counted
				r.violation("log of the service: %s", line)
			}
		}
	}
	return nil
}
