package tickets

import (
	"math"
	"math/rand/v2"
	"strings"
	"time"
)

// What is searched: a word that most tickets have, and one that ten of them have at any size.
const (
	FrequentWord = "baba"
	RareWord     = "zugzwang"
	rareTickets  = 10
)

// source makes up tickets, from the oldest on: most are closed and have no due date, few words are in most of them,
// and most words are in few.
type source struct {
	random *rand.Rand
	words  []string
	made   int
	all    int
}

func newSource(n int) *source {
	s := &source{random: rand.New(rand.NewPCG(1, 2)), all: n}
	const consonants, vowels = "bdfghjklmnprstvw", "aeio"
	var syllables []string
	for _, c := range consonants {
		for _, v := range vowels {
			syllables = append(syllables, string(c)+string(v))
		}
	}
	for _, first := range syllables[:32] {
		for _, second := range syllables {
			s.words = append(s.words, first+second)
		}
	}
	return s
}

// The tickets are spread over ten years.
var (
	begin = time.Date(2016, 1, 1, 0, 0, 0, 0, time.UTC)
	years = 10 * 365 * 24 * time.Hour
)

// next returns the values of the columns of the next ticket.
func (s *source) next() []any {
	created := begin.Add(years / time.Duration(s.all) * time.Duration(s.made)).Truncate(time.Second)
	title, body := s.text(4, 8), s.text(10, 40)
	if s.made%max(1, s.all/rareTickets) == 0 {
		body += " " + RareWord
	}
	var due any
	if s.random.IntN(10) < 4 {
		due = created.AddDate(0, 0, s.random.IntN(90)).Format(time.DateOnly)
	}
	s.made++
	return []any{
		title, body, pick(s.random, []string{"closed", "open", "doing"}, 80, 15, 5), pick(s.random, []int64{3, 2, 4, 1, 5}, 50, 20, 15, 10, 5),
		due, created.Format("2006-01-02T15:04:05.000000Z"),
	}
}

// text has so many words.
func (s *source) text(least, most int) string {
	list := make([]string, least+s.random.IntN(most-least+1))
	for i := range list {
		list[i] = s.words[int(float64(len(s.words))*math.Pow(s.random.Float64(), 4))]
	}
	return strings.Join(list, " ")
}

// pick returns one of the values, by their shares of a hundred.
func pick[T any](random *rand.Rand, values []T, shares ...int) T {
	at := random.IntN(100)
	for i, share := range shares {
		if at -= share; at < 0 {
			return values[i]
		}
	}
	return values[len(values)-1]
}
