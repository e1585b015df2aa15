// Package plain says the messages of the API as pages say them: what to do, in the words of people who see a form. The API itself
// keeps its sentences, which follow Django REST framework.
package plain

import (
	"slices"

	"example.com/resourceful/framework/problem"
)

// sentences are those of pages, by the messages of the API, with %s for each parameter.
var sentences = map[string]string{
	"This field is required.":                                                                  "Fill in this field.",
	"This field may not be null.":                                                              "Fill in this field.",
	"This field may not be blank.":                                                             "Fill in this field.",
	"This selection may not be empty.":                                                         "Choose at least one.",
	"Ensure this value is greater than %s.":                                                    "Enter more than %s.",
	"Ensure this value is greater than or equal to %s.":                                        "Enter at least %s.",
	"Ensure this value is less than %s.":                                                       "Enter less than %s.",
	"Ensure this value is less than or equal to %s.":                                           "Enter at most %s.",
	"Ensure this value is in the future.":                                                      "Enter a time in the future.",
	"Ensure this value is in the past.":                                                        "Enter a time in the past.",
	"This value does not match the required pattern.":                                          "This is not in the required form. Look at the help below the field.",
	"Ensure this field has no more than %s characters.":                                        "Shorten this to at most %s characters.",
	"Ensure this field has at least %s characters.":                                            "Enter at least %s characters.",
	"Ensure this field has exactly %s characters.":                                             "Enter exactly %s characters.",
	"Ensure this field has no more than %s elements.":                                          "Enter or choose at most %s.",
	"Ensure this field has at least %s elements.":                                              "Enter or choose at least %s.",
	"A valid integer is required.":                                                             "Enter a whole number, such as 12.",
	"A valid number is required.":                                                              "Enter a number, such as 12.5.",
	"Must be a valid boolean.":                                                                 "Choose yes or no.",
	"Must be a valid UUID.":                                                                    "Enter a UUID, such as 123e4567-e89b-12d3-a456-426614174000.",
	"\"\" is not a valid choice.":                                                              "Choose one.",
	"\"%s\" is not a valid choice.":                                                            "“%s” is not among the choices. Choose one of them.",
	"Ensure that there are no more than %s digits in total.":                                   "Enter at most %s digits.",
	"Ensure that there are no more than %s decimal places.":                                    "Enter at most %s digits after the decimal point.",
	"Ensure that there are no more than %s digits before the decimal point.":                   "Enter at most %s digits before the decimal point.",
	"Date has wrong format. Use one of these formats instead: YYYY-MM-DD.":                     "Enter a date, such as 2030-12-31.",
	"Time has wrong format. Use one of these formats instead: hh:mm[:ss[.uuuuuu]].":            "Enter a time, such as 14:30.",
	"Duration has wrong format. Use one of these formats instead: [DD] [HH:[MM:]]ss[.uuuuuu].": "Enter a duration, such as 02:30:00 or 2 days.",
	"Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].": "Enter a date and a time, such as 2030-12-31 14:30.",
	"Expected a date but got a datetime.":                      "Enter a date without a time.",
	"Value must be valid JSON.":                                "This is not JSON. Enter, for example, {\"size\": 3}.",
	"No file was submitted.":                                   "Choose a file.",
	"The submitted file is empty.":                             "This file is empty. Choose another one.",
	"Invalid pk \"%s\" - object does not exist.":               "There is no record “%s”. Choose another one.",
	"Object with %s=%s does not exist.":                        "There is no “%[2]s” with this %[1]s. Check the spelling.",
	"Invalid hyperlink - Object does not exist.":               "The record at this address does not exist. Choose another one.",
	"The fields %s must make a unique set.":                    "Another record has the same values for these fields: %s.",
	"The record that this refers to does not exist.":           "That record does not exist any more. Choose another one.",
	"Authentication credentials were not provided.":            "You are not logged in.",
	"Request was throttled. Expected available in %s seconds.": "You have sent too many requests. Try again in %s s.",
	"Request was throttled. Expected available in 1 second.":   "You have sent too many requests. Try again in 1 s.",
	"Invalid page.": "The list has no such page.",
}

// english has the sentences as a language.
var english = problem.NewLanguages([]problem.Catalogue{{Language: "en", Messages: sentences}}).Choose("en")

// Say returns a message of the API as the pages of a language say it: in the words of the language or, if these lack it, as
// the API says it in the language.
func Say(in *problem.Language, message string) string {
	said := english.Say(message)
	if said == message {
		return in.Say(message)
	}
	if in == nil {
		return said
	}
	if translated := in.SayWord(said); translated != said {
		return translated
	}
	if translated := in.Say(message); translated != message {
		return translated
	}
	return said
}

// Refusal returns a refusal with the messages of pages.
func Refusal(e *problem.Error) *problem.Error {
	said, in := *e.Original(), e.Language
	said.Language, said.Detail, said.Fields = in, Say(in, said.Detail), fields(in, said.Fields)
	said.Items = slices.Clone(said.Items)
	for i := range said.Items {
		said.Items[i] = fields(in, said.Items[i])
	}
	return &said
}

func fields(in *problem.Language, of problem.Fields) problem.Fields {
	said := slices.Clone(of)
	for i := range said {
		said[i].Messages = slices.Clone(said[i].Messages)
		for j, message := range said[i].Messages {
			said[i].Messages[j] = Say(in, message)
		}
	}
	return said
}
