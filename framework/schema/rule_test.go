// Tests of validation rules and choices.

package schema_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

// ruled compiles one field of the Go type of sample with a validate tag, and says what becomes
// of a value that a client sends.
func ruled(t *testing.T, rules *field.Rules, sample any, validate string) (check func(value any) string, mistakes []string) {
	t.Helper()
	sf := reflect.StructField{Name: "Field", Type: reflect.TypeOf(sample), Tag: reflect.StructTag(fmt.Sprintf(`rest:"field" validate:%q`, validate))}
	key := reflect.StructField{Name: "ID", Type: reflect.TypeFor[int64](), Tag: `rest:"id,readonly"`}
	typ := structs.Compile(reflect.StructOf([]reflect.StructField{key, sf}), "things", field.Builtin(), rules, nil, func(_, msg string) {
		mistakes = append(mistakes, msg)
	})
	return func(value any) string { return bound(typ, tree("field", value), schema.Create, "field") }, mistakes
}

// Rules that fit each kind: a value that keeps them, one that breaks them, and the message.
func TestRules(t *testing.T) {
	number := func(s string) any { return decode(t, s) }
	tests := []struct {
		sample    any
		validate  string
		good, bad any
		want      string
	}{
		{"", "max=3", "äöü", "äöüß", "Ensure this field has no more than 3 characters."},
		{"", "lte=3", "abc", "abcd", "Ensure this field has no more than 3 characters."},
		{"", "max=0x03", "abc", "abcd", "Ensure this field has no more than 0x03 characters."},
		{"", "min=2", "äö", "ä", "Ensure this field has at least 2 characters."},
		{"", "gte=2", "ab", "a", "Ensure this field has at least 2 characters."},
		{"", "gt=2", "abc", "ab", "Ensure this field has more than 2 characters."},
		{"", "lt=2", "a", "ab", "Ensure this field has fewer than 2 characters."},
		{"", "len=2", "äö", "a", "Ensure this field has exactly 2 characters."},
		{"", "eq=a", "a", "b", "Ensure this value is a."},
		{"", "ne=a", "b", "a", "Ensure this value is not a."},
		{"", "contains=x", "axb", "ab", `Ensure this field contains "x".`},
		{"", "contains=0x2C", "a,b", "ab", `Ensure this field contains ",".`},
		{"", "startswith=a", "ab", "b", `Ensure this field starts with "a".`},
		{"", "endswith=b", "ab", "a", `Ensure this field ends with "b".`},
		{"", "excludes=b", "a", "b", `Ensure this field does not contain "b".`},
		{"", "alpha", "a", "1", "Only letters are allowed."},
		{"", "alphanum", "a1", "-", "Only letters and digits are allowed."},
		{"", "ascii", "a", "ä", "Only ASCII characters are allowed."},
		{"", "lowercase", "a", "A", "Only lower-case letters are allowed."},
		{"", "uppercase", "A", "a", "Only upper-case letters are allowed."},
		{"", "url", "http://a.org/", "a", "Enter a valid URL."},
		{"", "http_url", "http://a.org/", "ftp://a/", "Enter a valid URL."},
		{"", "uuid", "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "a", "Must be a valid UUID."},
		{"", "ip", "::1", "a", "Enter a valid IPv4 or IPv6 address."},
		{"", "ipv4", "127.0.0.1", "::1", "Enter a valid IPv4 address."},
		{"", "hostname", "a.b", "a b", "Enter a valid host name."},
		{"", "isbn13", "9783161484100", "9783161484101", "Enter a valid ISBN of 13 digits."},
		{"", "datetime=2006", "2026", "x", "Enter a valid value (datetime=2006)."},
		{"", "ipv4|ipv6", "::1", "a", "Enter a valid value (ipv4|ipv6)."},
		{"", "max=2|url", "http://a.org/", "abc", "Enter a valid value (max=2|url)."},
		{"", "noneof=a b", "c", "a", "Ensure this value is none of a b."},
		{"", "oneof=a 'b c'", "b c", "b", `"b" is not a valid choice.`},
		{"", "oneof=a0x2Cb 'c", "'c", "c", `"c" is not a valid choice.`},
		{"", "slug", "a-b", "A", "Enter a valid slug."},
		{"", "slug,max=2", "ab", "ABC", "Enter a valid slug.|Ensure this field has no more than 2 characters."},
		{new(string), "max=1", "a", "ab", "Ensure this field has no more than 1 characters."},
		{int8(0), "max=3", number("3"), number("4"), "Ensure this value is less than or equal to 3."},
		{0, "min=3", number("3"), number("2"), "Ensure this value is greater than or equal to 3."},
		{0, "gt=3", number("4"), number("3"), "Ensure this value is greater than 3."},
		{0, "lt=3", number("2"), number("3"), "Ensure this value is less than 3."},
		{0, "eq=3", number("3"), number("2"), "Ensure this value is 3."},
		{0, "oneof=1 2", number("2"), number("3"), "Ensure this value is one of 1 2."},
		{0, "noneof=1 2", number("3"), number("2"), "Ensure this value is none of 1 2."},
		{0, "latitude", number("90"), number("91"), "Enter a latitude from -90 to 90."},
		{new(int64), "max=3", number("3"), number("4"), "Ensure this value is less than or equal to 3."},
		{0.0, "max=1.5", number("1.5"), number("1.6"), "Ensure this value is less than or equal to 1.5."},
		{float32(0), "min=0.5", number("0.5"), number("0.4"), "Ensure this value is greater than or equal to 0.5."},
		{0.0, "longitude", number("-180"), number("-181"), "Enter a longitude from -180 to 180."},
		{false, "eq=true", true, false, "Ensure this value is true."},
		{time.Time{}, "lt", "2000-01-01T00:00", "3000-01-01T00:00", "Ensure this value is in the past."},
		{time.Time{}, "gt", "3000-01-01T00:00", "2000-01-01T00:00", "Ensure this value is in the future."},
		{field.Date{}, "lte", "2000-01-01", "3000-01-01", "Ensure this value is in the past."},
		{&field.Date{}, "gte", "3000-01-01", "2000-01-01", "Ensure this value is in the future."},
		{schema.ManyToMany[shelf]{}, "min=1", []any{"1"}, []any{}, "Ensure this field has at least 1 elements."},
		{schema.ManyToMany[shelf]{}, "len=1", []any{"1", "1"}, []any{"1", "2"}, "Ensure this field has exactly 1 elements."},
	}
	rules := rules()
	for _, tt := range tests {
		check, mistakes := ruled(t, rules, tt.sample, tt.validate)
		if mistakes != nil {
			t.Errorf("%T %s: %s", tt.sample, tt.validate, mistakes)
			continue
		}
		if got := check(tt.good); strings.HasPrefix(got, "!") {
			t.Errorf("%T %s refuses %v: %s", tt.sample, tt.validate, tt.good, got)
		}
		if got := check(tt.bad); got != "! "+tt.want {
			t.Errorf("%T %s of %v: %q, want %q", tt.sample, tt.validate, tt.bad, got, "! "+tt.want)
		}
	}
}

// Every rule of the validator is either taken, and then can be tried on any value, or refused
// with words; none of them panics in a request.
func TestRulesOfTheValidator(t *testing.T) {
	names := strings.Fields(`required required_if skip_unless excluded_with isdefault len min max eq eq_ignore_case ne ne_ignore_case
		lt lte gt gte eqfield eqcsfield nefield gtfield fieldcontains fieldexcludes alpha alphaspace alphanum alphanumspace
		alphaunicode alphanumunicode boolean numeric number hexadecimal hexcolor rgb rgba hsl hsla cmyk e164 email url http_url
		https_url uri origin urn_rfc8141 urn_rfc2141 file filepath base32 base64 base64url base64rawurl contains containsany
		containsrune excludes excludesall excludesrune startswith endswith startsnotwith endsnotwith image mimetype isbn isbn10
		isbn13 issn eth_addr eth_addr_checksum btc_addr btc_addr_bech32 uuid uuid3 uuid4 uuid5 uuid7 uuid_rfc4122 ulid md4 md5
		sha256 sha384 sha512 ripemd128 ripemd160 tiger128 ascii printascii multibyte datauri latitude longitude ssn ipv4 ipv6 ip
		cidrv4 cidrv6 cidr tcp_addr udp_addr ip_addr unix_addr uds_exists mac hostname hostname_rfc1123 hostname_label fqdn unique
		oneof oneofci noneof noneofci html html_encoded url_encoded dir dirpath json jwt hostname_port port lowercase uppercase
		datetime timezone iso3166_1_alpha2 iso3166_1_alpha_numeric iso3166_2 iso4217 iso4217_numeric bcp47_language_tag
		postcode_iso3166_alpha2 postcode_iso3166_alpha2_field bic semver dns_rfc1035_label credit_card cve luhn_checksum mongodb
		mongodb_connection_string cron spicedb ein duration validateFn iscolor country_code omitempty omitnil omitzero dive keys -`)
	samples := []any{"", 0, 0.0, false, time.Time{}, field.Date{}, schema.ManyToMany[shelf]{}, new(string)}
	values := []any{"a", "1", "\x00", "äöü", "2026-01-01", "2026-01-01T00:00", strings.Repeat("9", 400), "a|b,c", "%zz", "{", true, []any{"1"}, []any{}}
	rules := rules()
	for _, name := range names {
		for _, param := range []string{"", "=3", "=x", "=-1"} {
			for _, sample := range samples {
				check, mistakes := ruled(t, rules, sample, name+param)
				if len(mistakes) > 1 || len(mistakes) == 1 && !strings.Contains(mistakes[0], ";") {
					t.Errorf("%T %s%s: %q", sample, name, param, mistakes)
				}
				if mistakes != nil {
					continue
				}
				for _, v := range values {
					check(v)
				}
			}
		}
	}
}

// A field offers its choices to forms and takes the others that are valid too.
func TestChoices(t *testing.T) {
	typ := compile[kinds](t)
	size := typ.ByWire("size")
	if len(size.Choices) != 2 || size.Choices[1].Label != "Large" || size.AllowBlank() {
		t.Errorf("size offers %v", size.Choices)
	}
	text := typ.ByWire("text")
	if text.MaxLength != 5 || text.Choices != nil || text.AllowBlank() {
		t.Errorf("text has the length %d and choices %v", text.MaxLength, text.Choices)
	}
}

func TestReservedRule(t *testing.T) {
	for _, name := range []string{"required", "max", "oneof", "dive", "eqfield", "required_if", "-"} {
		if field.ReservedRule(name) == "" {
			t.Errorf("a set may list %q", name)
		}
	}
	for _, name := range []string{"email", "url", "lexer", "field"} {
		if why := field.ReservedRule(name); why != "" {
			t.Errorf("a set may not list %q: %s", name, why)
		}
	}
	field.NewRules(map[string]field.Check{"required": {Valid: func(string) bool { return true }}}) // must not panic
}
