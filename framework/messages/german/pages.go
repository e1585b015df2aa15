// German messages of HTML pages about requests.

package german

// pages are the messages of pages about requests.
var pages = map[string]string{
	"%s created.": "%s angelegt.",
	"%s saved.":   "%s gespeichert.",
	"%s: done.":   "%s: erledigt.",
	"%s deleted.": "%s gelöscht.",
	"%s changed.": "%s geändert.",
	"You do not have permission to change this record.":                                  "Sie sind nicht berechtigt, diesen Datensatz zu ändern.",
	"You do not have permission to create a record.":                                     "Sie sind nicht berechtigt, einen Datensatz anzulegen.",
	"The form has theirs now.":                                                           "Das Formular hat jetzt deren Wert.",
	"Choose the file again: a page cannot keep it.":                                      "Wählen Sie die Datei noch einmal: eine Seite kann sie nicht behalten.",
	"The input was not accepted. The messages are beside the fields.":                    "Die Eingabe wurde nicht angenommen. Die Meldungen stehen bei den Feldern.",
	"This will work. Nothing is saved yet.":                                              "Das geht. Noch ist nichts gespeichert.",
	"This will work. Nothing is deleted yet.":                                            "Das geht. Noch ist nichts gelöscht.",
	"This will work. Nothing is saved yet: the form has what you typed.":                 "Das geht. Noch ist nichts gespeichert: das Formular hat, was Sie eingegeben haben.",
	"You are logged in, but may not do this. Nothing was saved.":                         "Sie sind angemeldet, dürfen das aber nicht. Nichts wurde gespeichert.",
	"You are logged in. What you typed is not saved yet: look at it, and send it again.": "Sie sind angemeldet. Was Sie eingegeben haben, ist noch nicht gespeichert: sehen Sie es durch und senden Sie es noch einmal.",
	"You are not logged in any more.":                                                    "Sie sind nicht mehr angemeldet.",
	"You do not have permission to delete this record.":                                  "Sie sind nicht berechtigt, diesen Datensatz zu löschen.",
	"Only others changed it.":                                                            "Nur andere haben es geändert.",
	"Only others changed it. The form has theirs now.":                                   "Nur andere haben es geändert. Das Formular hat jetzt deren Wert.",
	"Only you changed it.":                                                               "Nur Sie haben es geändert.",
	"Others changed it too.":                                                             "Andere haben es auch geändert.",
	"At most %s %s.":                                                                     "Höchstens %s %s.",
	"It cannot be deleted while {rows} refer to {of}.":                                   "Es kann nicht gelöscht werden, solange sich {rows} auf {of} beziehen.",
	"All {rows} that refer to {of} are deleted too.":                                     "Alle {rows}, die sich auf {of} beziehen, werden auch gelöscht.",
}
