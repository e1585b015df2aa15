// The state that the commands share.

package app

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"example.com/resourceful/framework/app/settings"
	"example.com/resourceful/framework/rest"
)

// program is the state that the commands share.
type program struct {
	own     Program
	ctx     context.Context
	sets    []*rest.Set
	stdin   io.Reader
	stdout  io.Writer
	stderr  io.Writer
	getenv  func(string) string
	logging *logFlags
	// settings supplies the flags that are missing on the command line.
	settings settings.Settings
	logger   *slog.Logger      // of another program, of which the service is a part; nil for a program of its own
	given    map[string]string // settings by that program
}

func newProgram(ctx context.Context, own Program, sets []*rest.Set, stdin io.Reader, stdout, stderr io.Writer, getenv func(string) string) *program {
	return &program{own: own.withDefaults(), ctx: ctx, sets: sets, stdin: stdin, stdout: stdout, stderr: stderr, getenv: getenv}
}

// uninterrupted returns the program for what has to be done although it was interrupted.
func (p *program) uninterrupted() *program { return p.within(context.WithoutCancel(p.ctx)) }

// within returns the program for what ends with ctx.
func (p *program) within(ctx context.Context) *program {
	of := *p
	of.ctx = ctx
	return &of
}

// logFlags are the flags about the log.
type logFlags struct {
	LogFormat string `setting:"" alone:"" enum:"text,json" default:"text" help:"Format of the log: text or json."`
	LogLevel  string `setting:"" alone:"" enum:"debug,info,warn,error" default:"info" help:"Lowest level that is logged: debug, info, warn or error."`
}

// errSaid is a failure that was already reported to the user.
var errSaid = errors.New("failed")
