// Names of Go for the names of a database.

package inspect

import (
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/schema"
)

// initialisms are the words that Go writes in capitals.
var initialisms = strings.Fields("acl api ascii cpu css dns eof guid html http https id ip isbn json jwt os pdf qps ram rpc sku smtp sql ssh tcp tls ttl udp ui uid uri url utf8 uuid vat vm xml xss")

// goName returns the exported name of Go for a name in snake case: "OrderID" of "order_id".
func goName(name, prefix string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(name, "_") {
		switch {
		case word == "":
		case slices.Contains(initialisms, word):
			b.WriteString(strings.ToUpper(word))
		default:
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	if s := b.String(); s != "" && (s[0] < '0' || s[0] > '9') {
		return s
	}
	return prefix + b.String()
}

// snakeOf returns a name in snake case, by its written form if that has capitals.
func snakeOf(name, written string) string {
	if snake := schema.WireFor(written); written != name && strings.ReplaceAll(snake, "_", "") == strings.ReplaceAll(name, "_", "") {
		return snake
	}
	return name
}

// uninflected are nouns whose plural is their singular, and those for which there is none.
var uninflected = strings.Fields("aircraft audio cash data equipment evidence feedback fish history info information inventory media metadata money news police rice series sheep software species staff stock stuff")

// irregular are nouns with a plural of their own.
var irregular = map[string]string{
	"analyses": "analysis", "children": "child", "criteria": "criterion", "diagnoses": "diagnosis", "feet": "foot", "geese": "goose", "indices": "index", "matrices": "matrix",
	"men": "man", "mice": "mouse", "movies": "movie", "people": "person", "teeth": "tooth", "vertices": "vertex", "women": "woman", "cookies": "cookie", "axes": "axis", "crises": "crisis",
	"buses": "bus", "aliases": "alias", "statuses": "status", "viruses": "virus", "bonuses": "bonus", "campuses": "campus", "gases": "gas", "lenses": "lens", "atlases": "atlas", "quizzes": "quiz", "caches": "cache",
	"leaves": "leaf", "shelves": "shelf", "halves": "half", "wolves": "wolf", "lives": "life", "wives": "wife", "knives": "knife",
}

// singular returns a name in snake case with its last word in the singular.
func singular(name string) string {
	i := strings.LastIndexByte(name, '_') + 1
	first, word := name[:i], name[i:]
	ends := func(suffixes ...string) bool {
		return slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(word, s) && len(word) > len(s) })
	}
	switch {
	case slices.Contains(uninflected, word), len(word) < 3:
	case irregular[word] != "":
		word = irregular[word]
	case ends("ies"):
		word = strings.TrimSuffix(word, "ies") + "y"
	case ends("sses", "shes", "ches", "xes", "zzes"):
		word = strings.TrimSuffix(word, "es")
	case ends("ss", "us", "is", "'s"):
	default:
		word = strings.TrimSuffix(word, "s")
	}
	return first + word
}

// plural returns a name in snake case with its last word in the plural, for addresses.
func plural(name string) string {
	one := singular(name)
	i := strings.LastIndexByte(one, '_') + 1
	first, word := one[:i], one[i:]
	if slices.Contains(uninflected, word) {
		return one
	}
	for many, single := range irregular {
		if single == word {
			return first + many
		}
	}
	return first + schema.Plural(word)
}

// registry gives each name once.
type registry map[string]bool

// unique returns the name, with a number behind it if it is taken.
func (r registry) unique(name string) string {
	for n := 1; ; n++ {
		attempt := name
		if n > 1 {
			attempt += strconv.Itoa(n)
		}
		if !r[attempt] {
			r[attempt] = true
			return attempt
		}
	}
}

// systemColumns are columns that each table of PostgreSQL has.
var systemColumns = []string{"tableoid", "xmin", "xmax", "cmin", "cmax", "ctid"}
