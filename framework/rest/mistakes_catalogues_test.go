// Mistakes in catalogues of translated messages.

package rest_test

import "example.com/resourceful/framework/rest"

var catalogueMistakes = []mistake{
	{"catalogue without a language", catalogued("", "Not found.", "Nicht gefunden.")},
	{"catalogue of a language with an underscore", catalogued("de_AT", "Not found.", "Nicht gefunden.")},
	{"message that is nothing but a parameter", catalogued("de", "%s", "%s")},
	{"message with a verb for numbers", catalogued("de", "No more than %d.", "Höchstens %s.")},
	{"translation with a verb for numbers", catalogued("de", "No more than %s.", "Höchstens %d.")},
	{"translation that leaves a parameter out", catalogued("de", "%s of %s.", "%s.")},
	{"translation with a parameter too many", catalogued("de", "Not found.", "%s wurde nicht gefunden.")},
	{"translation that counts from 0", catalogued("de", "No %s.", "Kein %[0]s.")},
}

// catalogued is a set with a catalogue of one message.
func catalogued(language, message, text string) func() *rest.Set {
	return func() *rest.Set {
		return plainSet().Catalogues(rest.Catalogue{Language: language, Messages: map[string]string{message: text}})
	}
}
