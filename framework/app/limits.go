// The settings for the cost of requests.

package app

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

// limits are the settings for the cost of requests. The defaults are the framework's. The tag past
// describes what happens to a request past the limit; the tag zero allows 0. The table of the readme is
// made from these tags, and a test tries each limit.
type limits struct {
	MaxHeader      int   `setting:"" default:"${header}" placeholder:"BYTES" help:"Bytes of the request line and headers together (${default})." past:"431, the connection is closed"`
	MaxQuery       int   `setting:"" default:"${query}" placeholder:"BYTES" help:"Bytes of the query (${default})." past:"414"`
	MaxParams      int   `setting:"" default:"${params}" placeholder:"N" help:"Parameters of the query (${default})." past:"400"`
	MaxParamValues int   `setting:"" default:"${param_values}" placeholder:"N" help:"Values of one parameter of the query of a list (${default})." past:"400, a message of the parameter"`
	MaxParamText   int   `setting:"" default:"${param_text}" placeholder:"N" help:"Characters of one such value (${default})." past:"400, a message of the parameter"`
	MaxPage        int64 `setting:"" default:"${page}" placeholder:"N" help:"Number of a page (${default})." past:"404"`
	MaxExport      int64 `setting:"" default:"${export}" placeholder:"N" help:"Records of a list as a file (${default})." past:"400"`
	MaxBody        int64 `setting:"" default:"${body}" placeholder:"BYTES" help:"Bytes of a body (${default})." past:"413"`
	MaxUpload      int64 `setting:"" default:"${upload}" placeholder:"BYTES" help:"Bytes of a body with files, of which max-body bounds the rest (${default})." past:"413"`
	MaxLogin       int64 `setting:"" default:"${login}" placeholder:"BYTES" help:"Bytes of the body of a login or logout (${default})." past:"413"`
	MaxBodies      int64 `setting:"" default:"${bodies}" placeholder:"BYTES" help:"Bytes of all bodies that are read at once, of the memory of their values in JSON and YAML, and of the records that they change, without the first 64 KiB and 1000 values of each (${default})." past:"503 with Retry-After"`
	MaxAnswers     int64 `setting:"" default:"${answers}" placeholder:"BYTES" help:"Bytes of all answers that are being read at once, and of the memory of records, pages with their previews, YAML and indented JSON that are being made, without the first 64 KiB of each (${default})." past:"503 with Retry-After"`
	MaxText        int64 `setting:"" zero:"" default:"0" placeholder:"BYTES" help:"Bytes of one text, key, form field or part of a body; 0 for as many as the body may have (${default})." past:"400"`
	MaxDepth       int   `setting:"" default:"${depth}" placeholder:"N" help:"Levels of lists and objects in JSON and YAML (${default})." past:"400"`
	MaxValues      int   `setting:"" default:"${values}" placeholder:"N" help:"Values and keys in JSON; values, keys and comments in YAML (${default})." past:"400"`
	MaxFields      int   `setting:"" default:"${fields}" placeholder:"N" help:"Fields of a form, parts of a multipart body, beside those that name rows of a list (${default})." past:"400"`
	MaxAliases     int   `setting:"" default:"${aliases}" placeholder:"N" help:"Aliases in YAML, as often as they are followed; what they lead to may have a third of max-values (${default})." past:"400"`
	MaxRow         int64 `setting:"" default:"${row}" placeholder:"BYTES" help:"Bytes of the texts of one record, with those that the resource makes itself, such as a highlighted page (${default})." past:"413"`
	MaxKeys        int   `setting:"" default:"${keys}" placeholder:"N" help:"Related rows that one field names (${default})." past:"400, a message of the field"`

	MaxDayUploads int64 `setting:"" default:"${day_uploads}" placeholder:"BYTES" help:"Bytes of files that an account, or an address without one, uploads in a day, as each process counts (${default})." past:"507 with Retry-After"`
	MaxDayRecords int64 `setting:"" default:"${day_records}" placeholder:"BYTES" help:"Bytes of histories, events and the audit that the changes of an account add in a day, as each process counts (${default})." past:"507 with Retry-After"`

	MaxStreams       int   `setting:"" default:"${streams}" placeholder:"N" help:"Streams of events that are read at once, half of them from one address (${default})." past:"503 with Retry-After"`
	MaxConnections   int   `setting:"" default:"${connections}" placeholder:"N" help:"Open connections of clients, and no more than the process may open files (${default})." past:"the one that has waited longest for its next request is closed; where none waits, new ones wait"`
	MaxRequests      int   `setting:"" default:"${requests}" placeholder:"N" help:"Requests that are worked on at once; those that wait for their client do not count (${default})." past:"503 with Retry-After"`
	MaxHashes        int   `setting:"" default:"${hashes}" placeholder:"N" help:"Passwords that are hashed at once, each with 19 MiB (${default})." past:"waits"`
	MaxHashesWaiting int   `setting:"" default:"${waiting}" placeholder:"N" help:"Password checks that are hashed or wait for it, and as many again of people who log in from where they have before (${default})." past:"503 with Retry-After"`
	MaxConns         int   `setting:"" zero:"" default:"0" placeholder:"N" help:"Connections to the database; 0 goes by the number of processors. Half of them are for lists of more than 512 KiB (${default})." past:"waits; a long list: max-lists"`
	MaxLists         int64 `setting:"" default:"${lists}" placeholder:"BYTES" help:"Bytes that are kept of lists of more than 512 KiB while all connections for them are taken (${default})." past:"waits for a connection for half of write-timeout, then 503 with Retry-After"`
	MinPace          int64 `setting:"" default:"${pace}" placeholder:"BYTES" help:"Bytes per second that the reader of a list of more than 512 KiB takes while others wait for its connection (${default})." past:"the slowest is closed once it is 5s and 2 MiB behind"`
	MaxWAL           int64 `name:"max-wal" setting:"" default:"${wal}" placeholder:"BYTES" help:"Bytes of the write-ahead log of SQLite (${default})." past:"it is emptied; a list that it is kept for is closed, the oldest first"`

	HeaderTimeout    time.Duration `setting:"" default:"${header_timeout}" placeholder:"TIME" help:"For the headers of a request (${default})." past:"the connection is closed"`
	ChunkTimeout     time.Duration `setting:"" default:"${chunk_timeout}" placeholder:"TIME" help:"For each 32 KiB of a body, and of an answer that is longer (${default})." past:"408, or without one the connection is closed"`
	ReadTimeout      time.Duration `setting:"" default:"${read_timeout}" placeholder:"TIME" help:"For a whole body, or an answer that is complete (${default})." past:"408, or without one the connection is closed"`
	WriteTimeout     time.Duration `setting:"" default:"${write_timeout}" placeholder:"TIME" help:"For the work and an answer of up to 32 KiB (${default})." past:"the connection is closed"`
	IdleTimeout      time.Duration `setting:"" default:"${idle_timeout}" placeholder:"TIME" help:"For the next request of a connection (${default})." past:"the connection is closed"`
	StatementTimeout time.Duration `setting:"" zero:"" default:"0s" placeholder:"TIME" help:"For one statement of the database; a list that streams is one, for as long as its reader takes; 0 is 5m in SQLite, and in PostgreSQL leaves it to the server (${default})." past:"503 with Retry-After"`
}

// limitVars returns the defaults of limits.
func limitVars() kong.Vars {
	l := serve.Limits{}.WithDefaults()
	t := l.Traffic
	vars := kong.Vars{}
	for name, value := range map[string]any{
		"header": t.Header, "query": l.Query, "params": l.Params, "param_values": l.ParamValues, "param_text": l.ParamText, "page": l.Page, "export": l.Export, "body": l.Body, "upload": l.Upload, "bodies": t.Bodies,
		"login": l.Login, "lists": t.Lists, "answers": t.Answers, "depth": l.Depth, "values": l.Values, "fields": l.Fields, "aliases": l.Aliases,
		"keys": l.Keys, "row": l.Row, "day_uploads": l.DayUploads, "day_records": l.DayRecords, "requests": t.Requests, "connections": t.Connections, "streams": t.Streams, "pace": t.Pace, "wal": database.DefaultMaxWAL, "hashes": passwords.DefaultHashes, "waiting": passwords.DefaultHashesWaiting,
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

// check refuses a limit that would refuse every request.
func (l limits) check(flags []*kong.Flag) error {
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
	if used := l.serve().Traffic.WithDefaults().Header; used != l.MaxHeader {
		return fmt.Errorf("max-header: has to be at least %d", used)
	}
	return nil
}

func (l limits) serve() serve.Limits {
	return serve.Limits{
		Limits: media.Limits{
			Body: l.MaxBody, Upload: l.MaxUpload, Text: l.MaxText, Depth: l.MaxDepth, Values: l.MaxValues, Fields: l.MaxFields, Aliases: l.MaxAliases,
		},
		Traffic: traffic.Limits{
			Header: l.MaxHeader, Requests: l.MaxRequests, Bodies: l.MaxBodies, Answers: l.MaxAnswers, Lists: l.MaxLists, Pace: l.MinPace, Connections: l.MaxConnections, Streams: l.MaxStreams,
			HeaderTimeout: l.HeaderTimeout, ChunkTimeout: l.ChunkTimeout, ReadTimeout: l.ReadTimeout,
			WriteTimeout: l.WriteTimeout, IdleTimeout: l.IdleTimeout,
		},
		Login: l.MaxLogin, Query: l.MaxQuery, Params: l.MaxParams, ParamValues: l.MaxParamValues, ParamText: l.MaxParamText, Page: l.MaxPage, Export: l.MaxExport, Keys: l.MaxKeys, Row: l.MaxRow, DayUploads: l.MaxDayUploads, DayRecords: l.MaxDayRecords,
	}
}

func (l limits) auth() auth.Options {
	return auth.Options{Hashes: l.MaxHashes, HashesWaiting: l.MaxHashesWaiting}
}
