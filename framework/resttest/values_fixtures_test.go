// The set and the values of the value table.

package resttest_test

import (
	"encoding/json"
	"net/netip"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type (
	// mood is an enum of texts, and floor one of numbers.
	mood  string
	floor int8

	// spot is an object with members.
	spot struct {
		City string   `rest:"city" validate:"max=9"`
		Zip  *int32   `rest:"zip"`
		Tags []string `rest:"tags,optional" validate:"max=2"`
	}

	// plainValue has each kind of value once, and all of them are required.
	plainValue struct {
		Text     string                    `rest:"text" validate:"max=5"`
		Lines    string                    `rest:"lines,multiline"`
		Slug     string                    `rest:"slug" validate:"slug"`
		URL      string                    `rest:"web" validate:"url"`
		Email    string                    `rest:"email" validate:"email"`
		Regex    string                    `rest:"regex" pattern:"^[A-Z]{2}$"`
		Choice   string                    `rest:"choice" validate:"oneof=a b"`
		Mood     mood                      `rest:"mood"`
		Floor    floor                     `rest:"floor"`
		Moods    rest.MultipleChoice[mood] `rest:"moods" validate:"min=1"`
		Bool     bool                      `rest:"bool"`
		Int8     int8                      `rest:"int8"`
		Int16    int16                     `rest:"int16"`
		Int32    int32                     `rest:"int32"`
		Int      int                       `rest:"int"`
		Int64    int64                     `rest:"int64"`
		Uint8    uint8                     `rest:"uint8"`
		Uint16   uint16                    `rest:"uint16"`
		Uint32   uint32                    `rest:"uint32"`
		Uint64   uint64                    `rest:"uint64"`
		Float    float64                   `rest:"float"`
		Float32  float32                   `rest:"float32" validate:"min=0"`
		Decimal  decimal.Decimal           `rest:"decimal" digits:"5,2"`
		Quoted   int64                     `rest:"quoted,string,filter" validate:"min=-9007199254740993"`
		Quotes   []uint64                  `rest:"quotes,string"`
		Wide     decimal.Decimal           `rest:"wide" digits:"38,10"`
		UUID     uuid.UUID                 `rest:"uuid"`
		IP       netip.Addr                `rest:"ip"`
		Date     rest.Date                 `rest:"date"`
		Time     rest.TimeOfDay            `rest:"time"`
		Moment   time.Time                 `rest:"moment"`
		Zoned    time.Time                 `rest:"zoned" zone:"Europe/Berlin"`
		Duration time.Duration             `rest:"duration"`
		List     []string                  `rest:"list" validate:"max=2"`
		Numbers  []uint16                  `rest:"numbers"`
		Days     []rest.Date               `rest:"days"`
		Spots    []spot                    `rest:"spots" validate:"max=2"`
		Object   map[string]any            `rest:"object"`
		Spot     spot                      `rest:"spot"`
		JSON     json.RawMessage           `rest:"json"`
		Bytes    []byte                    `rest:"bytes" validate:"max=3"`
	}

	// nullValue has each kind of value that may be null.
	nullValue struct {
		NullText     *string                    `rest:"text_null"`
		NullLines    *string                    `rest:"lines_null,multiline"`
		NullSlug     *string                    `rest:"slug_null" validate:"slug"`
		NullURL      *string                    `rest:"web_null" validate:"url"`
		NullEmail    *string                    `rest:"email_null" validate:"email"`
		NullRegex    *string                    `rest:"regex_null" pattern:"^[A-Z]{2}$"`
		NullChoice   *string                    `rest:"choice_null" validate:"oneof=a b"`
		NullMood     *mood                      `rest:"mood_null"`
		NullFloor    *floor                     `rest:"floor_null"`
		NullMoods    *rest.MultipleChoice[mood] `rest:"moods_null"`
		NullBool     *bool                      `rest:"bool_null"`
		NullInt8     *int8                      `rest:"int8_null"`
		NullInt16    *int16                     `rest:"int16_null"`
		NullInt32    *int32                     `rest:"int32_null"`
		NullInt      *int                       `rest:"int_null"`
		NullUint8    *uint8                     `rest:"uint8_null"`
		NullUint16   *uint16                    `rest:"uint16_null"`
		NullUint32   *uint32                    `rest:"uint32_null"`
		NullInt64    *int64                     `rest:"int64_null"`
		NullUint64   *uint64                    `rest:"uint64_null"`
		NullFloat32  *float32                   `rest:"float32_null"`
		NullFloat    *float64                   `rest:"float_null"`
		NullDecimal  *decimal.Decimal           `rest:"decimal_null" digits:"5,2"`
		NullUUID     *uuid.UUID                 `rest:"uuid_null"`
		NullIP       *netip.Addr                `rest:"ip_null"`
		NullDate     *rest.Date                 `rest:"date_null"`
		NullTime     *rest.TimeOfDay            `rest:"time_null"`
		NullMoment   *time.Time                 `rest:"moment_null"`
		NullZoned    *time.Time                 `rest:"zoned_null" zone:"Europe/Berlin"`
		NullDuration *time.Duration             `rest:"duration_null"`
		NullList     *[]string                  `rest:"list_null"`
		NullNumbers  *[]uint16                  `rest:"numbers_null"`
		NullDays     *[]rest.Date               `rest:"days_null"`
		NullSpots    *[]spot                    `rest:"spots_null"`
		NullObject   *map[string]any            `rest:"object_null"`
		NullSpot     *spot                      `rest:"spot_null"`
		NullJSON     *json.RawMessage           `rest:"json_null"`
		NullBytes    *[]byte                    `rest:"bytes_null"`
	}

	// openValue has kinds that may be left out.
	openValue struct {
		OpenText     string                    `rest:"text_open,optional"`
		OpenLines    string                    `rest:"lines_open,multiline,optional"`
		OpenSlug     string                    `rest:"slug_open,optional" validate:"slug"`
		OpenURL      string                    `rest:"web_open,optional" validate:"url"`
		OpenEmail    string                    `rest:"email_open,optional" validate:"email"`
		OpenRegex    string                    `rest:"regex_open,optional" pattern:"^[A-Z]{2}$"`
		OpenChoice   string                    `rest:"choice_open" default:"b" validate:"oneof=a b"`
		OpenMoods    rest.MultipleChoice[mood] `rest:"moods_open,optional"`
		OpenBool     bool                      `rest:"bool_open,optional"`
		OpenUint8    uint8                     `rest:"uint8_open,optional"`
		OpenFloat    float64                   `rest:"float_open,optional"`
		OpenDecimal  decimal.Decimal           `rest:"decimal_open,optional" digits:"5,2"`
		OpenTime     rest.TimeOfDay            `rest:"time_open,optional"`
		OpenDuration time.Duration             `rest:"duration_open,optional"`
		OpenList     []string                  `rest:"list_open,optional"`
		OpenNumbers  []uint16                  `rest:"numbers_open,optional"`
		OpenSpots    []spot                    `rest:"spots_open,optional"`
		OpenObject   map[string]any            `rest:"object_open,optional"`
		OpenBytes    []byte                    `rest:"bytes_open,optional"`
		OpenInt64    int64                     `rest:"int64_open,optional"`
		OpenDate     rest.Date                 `rest:"date_open" default:"2030-01-02"`
		OpenMoment   time.Time                 `rest:"moment_open" default:"2030-01-02T03:04:05Z"`
		OpenIP       netip.Addr                `rest:"ip_open" default:"192.0.2.7"`
		OpenInt8     int8                      `rest:"int8_open,optional"`
		OpenInt16    int16                     `rest:"int16_open,optional"`
		OpenInt32    int32                     `rest:"int32_open,optional"`
		OpenInt      int                       `rest:"int_open,optional"`
		OpenUint16   uint16                    `rest:"uint16_open,optional"`
		OpenUint32   uint32                    `rest:"uint32_open,optional"`
		OpenUint64   uint64                    `rest:"uint64_open,optional"`
		OpenFloat32  float32                   `rest:"float32_open,optional"`
		OpenUUID     uuid.UUID                 `rest:"uuid_open" default:"0e2c5f5e-4b0b-4c6d-9d3c-3f6a5c1b2d3f"`
		OpenZoned    time.Time                 `rest:"zoned_open" zone:"Europe/Berlin" default:"2030-01-02T03:04:05Z"`
		OpenDays     []rest.Date               `rest:"days_open,optional"`
		OpenMood     mood                      `rest:"mood_open" default:"glad"`
		OpenFloor    floor                     `rest:"floor_open" default:"0"`
	}

	value struct {
		ID int64 `rest:"id,readonly"`
		plainValue
		nullValue
		openValue
	}
)

func (mood) Choices() []rest.Choice {
	return []rest.Choice{rest.ChoiceOf(mood("glad"), ""), rest.ChoiceOf(mood("sad"), "Not glad")}
}

func (floor) Choices() []rest.Choice {
	return []rest.Choice{rest.ChoiceOf(floor(-1), "Cellar"), rest.ChoiceOf(floor(0), "Ground")}
}

func valueSet() *rest.Set {
	return rest.NewSet("values", rest.ViewSet[value]{Path: "/values/", Access: permission.Anyone})
}

// goodValues are values as JSON that all fields of plainValue take.
var goodValues = map[string]string{
	"text": `"a"`, "lines": `" a "`, "slug": `"a-1"`, "web": `"https://example.com/"`, "email": `"a@example.com"`, "regex": `"AB"`, "choice": `"a"`, "mood": `"glad"`, "floor": `-1`, "moods": `["sad"]`,
	"bool": `true`, "int8": `1`, "int16": `1`, "int32": `1`, "int": `1`, "uint16": `1`, "uint32": `1`, "int64": `1`, "uint8": `1`, "uint64": `1`, "float": `1.5`, "float32": `1.5`, "decimal": `"1.50"`, "wide": `"1.50"`, "quoted": `"1"`, "quotes": `["1"]`, "uuid": `"0e2c5f5e-4b0b-4c6d-9d3c-3f6a5c1b2d3e"`, "ip": `"192.0.2.1"`,
	"date": `"2030-01-02"`, "time": `"08:30:00"`, "moment": `"2030-01-02T03:04:05Z"`, "zoned": `"2030-01-02T04:04:05+01:00"`, "duration": `"00:01:30"`, "list": `["a"]`, "numbers": `[1]`, "days": `["2030-01-02"]`, "spots": `[{"city":"Ulm","zip":89073,"tags":[]}]`,
	"object": `{"a":1}`, "spot": `{"city":"Ulm","zip":89073,"tags":["a"]}`, "json": `[1]`, "bytes": `"AP8="`,
}

// triedValues are sent beside nothing, null, the empty text, an empty list and an object, as JSON: zero, the
// boundaries and values beyond them.
var triedValues = map[string][]string{
	"text":     {`" b "`, `0`, `true`, `"éééée"`, `"éééééé"`, `"a\u0000b"`, `"\ud800"`},
	"lines":    {`" b\n"`, `" \n"`},
	"slug":     {`"A_b-9"`, `"é"`, `"a b"`},
	"web":      {`"http://localhost:8000/?a=b#c"`, `"ftp://[2001:db8::1]/"`, `"javascript:alert(1)"`, `"http://nowhere"`, `"/a"`},
	"email":    {`" b@example.com "`, `"b@"`},
	"regex":    {`"ab"`, `"ABC"`},
	"choice":   {`"b"`, `"c"`, `1`},
	"mood":     {`"sad"`, `"Not glad"`, `1`},
	"floor":    {`0`, `"0"`, `0.0`, `1`, `true`, `"Ground"`},
	"moods":    {`["sad","glad","sad"]`, `["glad","bad"]`, `[null]`, `"sad"`},
	"bool":     {`false`, `"off"`, `1`, `1e-400`, `2`, `"maybe"`},
	"int8":     {`0`, `-128`, `127`, `-129`, `128`, `"7.0"`, `7.5`, `1e1`, `1e400`, `"x"`},
	"int16":    {`-32768`, `32767`, `-32769`, `32768`},
	"int32":    {`-2147483648`, `2147483647`, `-2147483649`, `2147483648`},
	"int":      {`0`, `-9223372036854775808`, `9223372036854775808`},
	"uint16":   {`0`, `65535`, `65536`},
	"uint32":   {`0`, `4294967295`, `4294967296`, `-1`},
	"int64":    {`9007199254740993.0`, `9.007199254740993e15`, `-9223372036854775808`, `9223372036854775807`, `9223372036854775808`},
	"uint8":    {`0`, `255`, `-1`, `256`},
	"uint64":   {`9223372036854775807`, `9223372036854775808`, `-1`},
	"float":    {`0`, `-0.0`, `1e308`, `1e400`, `"NaN"`, `"-inf"`, `"1,5"`},
	"float32":  {`3e38`, `4e38`, `-0.5`},
	"quoted":   {`"9007199254740993"`, `9007199254740993.0`, `-9007199254740993`, `-9007199254740994`, `"9223372036854775808"`, `"1.5"`, `"a"`},
	"quotes":   {`["9007199254740993",9007199254740993]`, `[]`, `["-1"]`},
	"wide":     {`9007199254740993.0000000001`, `"-9999999999999999999999999999.9999999999"`, `1e28`, `0.00000000001`},
	"decimal":  {`0`, `"-999.99"`, `1000`, `0.001`, `1e400`, `"NaN"`},
	"uuid":     {`"{0E2C5F5E4B0B4C6D9D3C3F6A5C1B2D3F}"`, `0`, `"x"`},
	"ip":       {`"2001:DB8::0:1"`, `"0.0.0.0"`, `"192.0.2.256"`, `"192.0.2.1/24"`, `1`},
	"date":     {`"0001-01-01"`, `"9999-12-31"`, `"10000-01-01"`, `"2030-02-30"`, `"2030-01-02T00:00"`, `20300102`},
	"time":     {`"0:00"`, `"23:59:59.999999"`, `"24:00"`, `830`},
	"moment":   {`"0001-01-01T00:00:00Z"`, `"9999-12-31T23:59:59.999999Z"`, `"9999-12-31T23:59:59-01:00"`, `"10000-01-01T00:00:00Z"`, `"2030-01-02T03:04"`, `"2030-01-02"`},
	"zoned":    {`"2030-07-02T03:04"`, `"2026-10-25T02:30"`, `"2026-03-29T02:30"`, `"2030-01-02T03:04Z"`},
	"duration": {`0`, `-1`, `"106751 00:00:00"`, `"106753 00:00:00"`, `"P1DT2H"`, `"NaN"`},
	"list":     {`["[]"]`, `["a\nb"]`, `["a",""]`, `[1,"b"]`, `["a","b","c"]`, `[null]`, `[[]]`, `"a"`},
	"numbers":  {`[0,65535]`, `[1e2,1E400,-0.0]`, `[65536,-1,"x"]`},
	"days":     {`["0001-01-01","9999-12-31"]`, `["10000-01-01","x",null]`},
	"spots":    {`[{"city":"Bonn"},{"city":"Ulm","zip":null}]`, `[{"city":"Bonn","zap":1},{"zip":"x","tags":["a",""]}]`, `[1,null]`, `{"city":"Bonn"}`, `[{"city":"a"},{"city":"b"},{"city":"c"}]`},
	"object":   {`{"b":{"c":[1.50,null]}}`, `{"a\u0000":1}`, `[1]`, `"a"`},
	"spot":     {`{"city":"Bonn"}`, `{"city":"Bonn","zap":1,"x.y":1}`, `{"zip":"x","tags":["a",""]}`, `{"city":"Nowhere at all","zip":2147483648}`, `[1]`},
	"json":     {`0`, `"a"`, `{"z":1,"a":{"y":1.50,"b":[{"d":1E400,"c":-0}]}}`, `{"b":[1e400]}`, `{"a":"\ud800"}`},
	"bytes":    {`"AAAA"`, `"AAAAAA=="`, `"AP8"`, `1`},
}
