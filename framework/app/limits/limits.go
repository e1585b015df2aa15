// Package limits has the settings for the cost of requests.
package limits

import (
	"fmt"
	"time"

	"github.com/alecthomas/kong"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/passwords"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/traffic"
)

// Limits are the settings for the cost of requests. The defaults are the framework's. The tag past
// describes what happens to a request past the limit; the tag zero allows 0; the tag alone is for a server of the program. The
// table of operating.md is made from these tags, and a test tries each limit.
type Limits struct {
	MaxHeader      int   `setting:"" alone:"" default:"${header}" placeholder:"BYTES" help:"Bytes of the request line and headers together (${default})." past:"431, and the connection is closed"`
	MaxQuery       int   `setting:"" default:"${query}" placeholder:"BYTES" help:"Bytes of the query string (${default})." past:"414"`
	MaxParams      int   `setting:"" default:"${params}" placeholder:"N" help:"Query parameters (${default})." past:"400"`
	MaxParamValues int   `setting:"" default:"${param_values}" placeholder:"N" help:"Values of one query parameter of a list (${default})." past:"400, an error of the parameter"`
	MaxParamText   int   `setting:"" default:"${param_text}" placeholder:"N" help:"Characters of one such value (${default})." past:"400, an error of the parameter"`
	MaxPage        int64 `setting:"" default:"${page}" placeholder:"N" help:"Page number (${default})." past:"404"`
	MaxExport      int64 `setting:"" default:"${export}" placeholder:"N" help:"Records of an exported list (${default})." past:"400"`
	MaxBody        int64 `setting:"" default:"${body}" placeholder:"BYTES" help:"Bytes of a request body (${default})." past:"413"`
	MaxUpload      int64 `setting:"" default:"${upload}" placeholder:"BYTES" help:"Bytes of a request body with files; max-body limits the rest of it (${default})." past:"413"`
	MaxLogin       int64 `setting:"" default:"${login}" placeholder:"BYTES" help:"Bytes of the body of a login or logout (${default})." past:"413"`
	MaxBodies      int64 `setting:"" default:"${bodies}" placeholder:"BYTES" help:"Bytes of all request bodies that are read at once, of their JSON and YAML values in memory, and of the records that they change. The first 64 KiB and 1000 values of each are free (${default})." past:"503 with Retry-After"`
	MaxAnswers     int64 `setting:"" default:"${answers}" placeholder:"BYTES" help:"Bytes of all responses that are read at once, and of the records, pages, previews, YAML and indented JSON that are made in memory. The first 64 KiB of each are free (${default})." past:"503 with Retry-After"`
	MaxText        int64 `setting:"" zero:"" default:"0" placeholder:"BYTES" help:"Bytes of one text, key, form field or part of a body; 0 for the limit of the body (${default})." past:"400"`
	MaxDepth       int   `setting:"" default:"${depth}" placeholder:"N" help:"Nesting levels of lists and objects in JSON and YAML (${default})." past:"400"`
	MaxValues      int   `setting:"" default:"${values}" placeholder:"N" help:"Values and keys in JSON; values, keys and comments in YAML (${default})." past:"400"`
	MaxFields      int   `setting:"" default:"${fields}" placeholder:"N" help:"Fields of a form or parts of a multipart body, without those that name rows of a list (${default})." past:"400"`
	MaxAliases     int   `setting:"" default:"${aliases}" placeholder:"N" help:"Uses of aliases in YAML; their expansion may have a third of max-values (${default})." past:"400"`
	MaxRow         int64 `setting:"" default:"${row}" placeholder:"BYTES" help:"Bytes of the texts of one record, with computed ones, such as a highlighted page (${default})." past:"413"`
	MaxKeys        int   `setting:"" default:"${keys}" placeholder:"N" help:"Related rows of one field (${default})." past:"400, an error of the field"`

	MaxDayUploads int64 `setting:"" default:"${day_uploads}" placeholder:"BYTES" help:"Bytes of files that an account, or an anonymous address, uploads in a day; each process counts its own (${default})." past:"507 with Retry-After"`
	MaxDayRecords int64 `setting:"" default:"${day_records}" placeholder:"BYTES" help:"Bytes of histories, events and audit entries that an account's changes add in a day; each process counts its own (${default})." past:"507 with Retry-After"`

	MaxStreams       int   `setting:"" default:"${streams}" placeholder:"N" help:"Open event streams, at most half of them from one address (${default})." past:"503 with Retry-After"`
	MaxConnections   int   `setting:"" alone:"" default:"${connections}" placeholder:"N" help:"Open client connections, at most as many as the process may open files (${default})." past:"the connection that has been idle longest is closed; if none is idle, new ones wait"`
	MaxRequests      int   `setting:"" default:"${requests}" placeholder:"N" help:"Requests processed at once; those that wait for their client do not count (${default})." past:"503 with Retry-After"`
	MaxHashes        int   `setting:"" default:"${hashes}" placeholder:"N" help:"Passwords hashed at once, each with 19 MiB (${default})." past:"waits"`
	MaxHashesWaiting int   `setting:"" default:"${waiting}" placeholder:"N" help:"Password checks in progress or waiting, and as many again from addresses where the account has logged in before (${default})." past:"503 with Retry-After"`
	MaxConns         int   `setting:"" zero:"" default:"0" placeholder:"N" help:"Database connections; 0 depends on the number of processors. Half of them are for lists of more than 512 KiB (${default})." past:"waits; for a long list see max-lists"`
	MaxLists         int64 `setting:"" default:"${lists}" placeholder:"BYTES" help:"Bytes kept of lists of more than 512 KiB while all connections for them are in use (${default})." past:"waits for a connection for half of write-timeout, then 503 with Retry-After"`
	MaxKeptPages     int64 `setting:"" default:"${kept_pages}" placeholder:"BYTES" help:"Bytes of pages in memory of lists with KeepLists (${default})." past:"the pages are read from the database again"`
	MinPace          int64 `setting:"" default:"${pace}" placeholder:"BYTES" help:"Bytes per second that the reader of a list of more than 512 KiB must take while others wait for its connection (${default})." past:"the slowest one is closed when it is 5s and 2 MiB behind"`
	MaxWAL           int64 `name:"max-wal" setting:"" default:"${wal}" placeholder:"BYTES" help:"Bytes of SQLite's write-ahead log (${default})." past:"it is emptied; lists that need it are closed, the oldest first"`

	HeaderTimeout    time.Duration `setting:"" alone:"" default:"${header_timeout}" placeholder:"TIME" help:"Time for the headers of a request (${default})." past:"the connection is closed"`
	ChunkTimeout     time.Duration `setting:"" default:"${chunk_timeout}" placeholder:"TIME" help:"Time for each 32 KiB of a body, and of a longer response (${default})." past:"408, or the connection is closed without one"`
	ReadTimeout      time.Duration `setting:"" default:"${read_timeout}" placeholder:"TIME" help:"Time for a whole body, or for the reader of a complete response (${default})." past:"408, or the connection is closed without one"`
	WriteTimeout     time.Duration `setting:"" default:"${write_timeout}" placeholder:"TIME" help:"Time for the work and a response of up to 32 KiB (${default})." past:"the connection is closed"`
	IdleTimeout      time.Duration `setting:"" alone:"" default:"${idle_timeout}" placeholder:"TIME" help:"Time until the next request of a connection (${default})." past:"the connection is closed"`
	StatementTimeout time.Duration `setting:"" zero:"" default:"0s" placeholder:"TIME" help:"Time for one database statement, such as a streamed list for as long as its reader takes; 0 is 5m in SQLite, and the server's setting in PostgreSQL (${default})." past:"503 with Retry-After"`
}

// Vars returns the defaults of limits.
func Vars() kong.Vars {
	l := serve.Limits{}.WithDefaults()
	t := l.Traffic
	vars := kong.Vars{}
	for name, value := range map[string]any{
		"header": t.Header, "query": l.Query, "params": l.Params, "param_values": l.ParamValues, "param_text": l.ParamText, "page": l.Page, "export": l.Export, "body": l.Body, "upload": l.Upload, "bodies": t.Bodies,
		"login": l.Login, "lists": t.Lists, "answers": t.Answers, "depth": l.Depth, "values": l.Values, "fields": l.Fields, "aliases": l.Aliases,
		"keys": l.Keys, "row": l.Row, "day_uploads": l.DayUploads, "day_records": l.DayRecords, "kept_pages": l.KeptPages, "requests": t.Requests, "connections": t.Connections, "streams": t.Streams, "pace": t.Pace, "wal": database.DefaultMaxWAL, "hashes": passwords.DefaultHashes, "waiting": passwords.DefaultHashesWaiting,
		"header_timeout": short(t.HeaderTimeout), "chunk_timeout": short(t.ChunkTimeout), "read_timeout": short(t.ReadTimeout),
		"write_timeout": short(t.WriteTimeout), "idle_timeout": short(t.IdleTimeout),
	} {
		vars[name] = fmt.Sprint(value)
	}
	return vars
}

// short writes a duration without its zeros: 1m, where String writes 1m0s.
func short(d time.Duration) string {
	if d%time.Minute == 0 {
		return fmt.Sprintf("%dm", d/time.Minute)
	}
	return d.String()
}

// Check refuses a limit that would refuse every request.
func (l Limits) Check(flags []*kong.Flag) error {
	for _, flag := range flags {
		least := int64(1)
		switch {
		case !flag.Tag.Has("past"):
			continue
		case flag.Tag.Has("zero"):
			least = 0
		}
		if flag.Target.Int() < least {
			return fmt.Errorf("%s: has to be %s", flag.Name, map[int64]string{0: "0 or more", 1: "more than 0"}[least])
		}
	}
	if used := l.Serve().Traffic.WithDefaults().Header; used != l.MaxHeader {
		return fmt.Errorf("max-header: has to be at least %d", used)
	}
	return nil
}

// Serve returns the limits of a service.
func (l Limits) Serve() serve.Limits {
	return serve.Limits{
		Limits: media.Limits{
			Body: l.MaxBody, Upload: l.MaxUpload, Text: l.MaxText, Depth: l.MaxDepth, Values: l.MaxValues, Fields: l.MaxFields, Aliases: l.MaxAliases,
		},
		Traffic: traffic.Limits{
			Header: l.MaxHeader, Requests: l.MaxRequests, Bodies: l.MaxBodies, Answers: l.MaxAnswers, Lists: l.MaxLists, Pace: l.MinPace, Connections: l.MaxConnections, Streams: l.MaxStreams,
			HeaderTimeout: l.HeaderTimeout, ChunkTimeout: l.ChunkTimeout, ReadTimeout: l.ReadTimeout,
			WriteTimeout: l.WriteTimeout, IdleTimeout: l.IdleTimeout,
		},
		Login: l.MaxLogin, Query: l.MaxQuery, Params: l.MaxParams, ParamValues: l.MaxParamValues, ParamText: l.MaxParamText, Page: l.MaxPage, Export: l.MaxExport, Keys: l.MaxKeys, Row: l.MaxRow, KeptPages: l.MaxKeptPages, DayUploads: l.MaxDayUploads, DayRecords: l.MaxDayRecords,
	}
}

// Auth returns the limits of logins.
func (l Limits) Auth() auth.Options {
	return auth.Options{Hashes: l.MaxHashes, HashesWaiting: l.MaxHashesWaiting}
}
