// Tests of sample values for rules.

package resttest

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/field/samples"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// ruledBook has members whose rules ask for more than a length.
type ruledBook struct {
	ID       int64      `rest:"id,readonly"`
	ISBN     string     `rest:"isbn,unique" validate:"isbn,max=100"`
	Old      string     `rest:"old,unique" validate:"isbn10,max=100"`
	Series   string     `rest:"series,unique" validate:"issn,max=100"`
	Card     string     `rest:"card,unique" validate:"credit_card,max=100"`
	Digits   string     `rest:"digits,unique" validate:"luhn_checksum,max=100"`
	Phone    string     `rest:"phone,unique" validate:"e164,max=100"`
	Letters  string     `rest:"letters,unique" validate:"alpha,max=100"`
	Capital  string     `rest:"capital,unique" validate:"uppercase,max=100"`
	Host     string     `rest:"host,unique" validate:"fqdn,max=100"`
	Port     string     `rest:"port,unique" validate:"hostname_port,max=100"`
	Address  string     `rest:"address,unique" validate:"ipv6,max=100"`
	Network  string     `rest:"network,unique" validate:"cidr,max=100"`
	Network4 string     `rest:"network4,unique" validate:"cidrv4,max=100"`
	MAC      string     `rest:"mac,unique" validate:"mac,max=100"`
	Version  string     `rest:"version,unique" validate:"semver,max=100"`
	Encoded  string     `rest:"encoded,unique" validate:"base64,max=100"`
	ISBN13   string     `rest:"isbn13,unique" validate:"isbn13,max=100"`
	Prefix   string     `rest:"prefix,unique" validate:"startswith=A-,max=100"`
	Suffix   string     `rest:"suffix,unique" validate:"endswith=-Z,max=100"`
	Middle   string     `rest:"middle,unique" validate:"contains=-,max=100"`
	Zone     string     `rest:"zone" validate:"timezone"`
	Country  string     `rest:"country" validate:"iso3166_1_alpha2"`
	Country3 string     `rest:"country3" validate:"iso3166_1_alpha3"`
	Currency string     `rest:"currency" validate:"iso4217"`
	Language string     `rest:"language" validate:"bcp47_language_tag"`
	Read     *time.Time `rest:"read,readonly"`
}

// Values are made for the rules of the validator that ask for check digits, codes and addresses.
func TestRulesHaveSamples(t *testing.T) {
	c := compiledSet(t, rest.NewSet("books", rest.ViewSet[ruledBook]{Path: "/books/", Access: permission.Anyone}))
	for _, f := range c.plan.Resources[0].Type.Fields {
		if f.Writable() && samples.Of(&f.Spec, f.Unique, nil).Make == nil {
			t.Errorf("no value is known that %s takes, of %q", f.Wire, f.Rules[0].Tag)
		}
	}
	tags := map[string]bool{}
	for i := range reflect.TypeFor[ruledBook]().NumField() {
		rule, _, _ := strings.Cut(reflect.TypeFor[ruledBook]().Field(i).Tag.Get("validate"), ",")
		tags[rule] = true
	}
	for name := range samples.ByRule {
		if !tags[name] {
			t.Errorf("the values of %s are not tried", name)
		}
	}
	silent(t, "no such thing", func(tb testing.TB) { c.writeOn(tb, filepath.Join(t.TempDir(), "test.db"), map[string]string{}, true) })
}

type spelled struct {
	ID   int64  `rest:"id,readonly"`
	Word string `rest:"word,unique" validate:"spell,max=100"`
}

// Of a column of which no value is known, or not enough of a unique one, the kit says what gives some.
func TestRowsWithoutValues(t *testing.T) {
	begins := rest.Check{Valid: func(text string) bool { return strings.HasPrefix(text, "abra ") }, Message: "No."}
	run := func(options ...Option) func(testing.TB) {
		set := rest.NewSet("spells", rest.ViewSet[spelled]{Path: "/spells/", Access: permission.Anyone}).Rule("spell", begins)
		c := &conformance{set: set, options: settings(t, set, append(options, Folder(t.TempDir())))}
		c.compile(t)
		return func(tb testing.TB) {
			c.compareStatements(tb, func() string { return filepath.Join(t.TempDir(), "test.db") })
		}
	}
	reports(t, "none", `no value is known that word of /spells/ takes; give some with resttest.Values("/spells/", "word", …), or with resttest.Made where each row needs another`, run())
	reports(t, "too few", `word of /spells/ is unique, and 10 rows need as many values; resttest.Values has 2, so make them with resttest.Made("/spells/", "word", …)`,
		run(Values("/spells/", "word", `"abra cadabra"`, `"abra kebabra"`)))
	silent(t, "as many as are asked for", run(Made("/spells/", "word", func(i int) string { return fmt.Sprintf(`"abra %d"`, i) })))
}
