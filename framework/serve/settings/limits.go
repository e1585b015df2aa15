// The limits of a service, and their defaults.

package settings

import (
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/serve/pageapi"
	"example.com/resourceful/framework/traffic"
)

// Limits bounds the cost of requests. A field that is zero or negative has its default. A client address
// gets at most half of each budget of Traffic: an IPv4 address or an IPv6 /64, as Authenticator.ClientAddr
// returns it.
type Limits struct {
	media.Limits                // of one body
	Traffic      traffic.Limits // for all requests together

	Login       int64 // bytes of the body of a login, and of other forms of views; default 64 KiB, above it 413
	Query       int   // bytes of the query; default 32 KiB, above it 414
	Params      int   // parameters of the query; default 1000, above it 400
	ParamValues int   // values of one parameter of a list; default 100, above it 400
	ParamText   int   // characters of such a value; default 1000, above it 400
	Page        int64 // number of a page; default 1,000,000, above it 404
	Export      int64 // records of an exported list; default 10,000,000, above it 400
	Keys        int   // related rows that one field may name; default 1000, above it 400
	Row         int64 // bytes of the texts of a row, including those of BeforeSave; default 64 MiB, above it 413

	// KeptPages are the bytes of pages in memory of lists with KeepLists; default 64 MiB. Beyond it they are read again.
	KeptPages int64

	// DayUploads are the bytes of files that one account uploads in a day; default 10 GiB, above it 507.
	DayUploads int64
	// DayRecords are the bytes of histories, events and the audit that one account's changes add in a day; default 1
	// GiB, above it 507.
	DayRecords int64
}

// WithDefaults returns l with the default for each field that is not positive.
func (l Limits) WithDefaults() Limits {
	l.Limits, l.Traffic = l.Limits.WithDefaults(), l.Traffic.WithDefaults()
	l.Login = positive(l.Login, pageapi.DefaultLogin)
	l.Query = positive(l.Query, 32<<10)
	l.Params = positive(l.Params, 1000)
	l.ParamValues = positive(l.ParamValues, 100)
	l.ParamText = positive(l.ParamText, 1000)
	l.Page = positive(l.Page, 1_000_000)
	l.Export = positive(l.Export, 10_000_000)
	l.Keys = positive(l.Keys, 1000)
	l.Row = positive(l.Row, 64<<20)
	l.KeptPages = positive(l.KeptPages, 64<<20)
	l.DayUploads = positive(l.DayUploads, 10<<30)
	l.DayRecords = positive(l.DayRecords, 1<<30)
	return l
}

func positive[N int | int64](n, otherwise N) N {
	if n > 0 {
		return n
	}
	return otherwise
}

// Documented returns the limits that the document and the reference of a service list.
func (l Limits) Documented() openapi.Limits {
	l = l.WithDefaults()
	return openapi.Limits{
		ParamText: l.ParamText, ParamValues: l.ParamValues, Keys: l.Keys,
		Body: l.Body, Query: l.Query, Params: l.Params,
	}
}
