// German words of pages: labels, buttons and headings.

package german

// words are the words of pages: labels, buttons, headings, and texts from Go code.
var words = map[string]string{
	// Of the frame and of every page.
	"Skip to content": "Zum Inhalt", "Home": "Start", "Breadcrumbs": "Pfad", "Logged in as": "Angemeldet als",
	"Log in": "Anmelden", "Log out": "Abmelden", "Log in with %s": "Mit %s anmelden", "Log in to go on": "Anmelden und weitermachen",
	"You are logged in as": "Sie sind angemeldet als", "You are not logged in.": "Sie sind nicht angemeldet.",
	"Too many attempts to log in have failed. Please try again in %s seconds.": "Zu viele Anmeldungen sind fehlgeschlagen. Versuchen Sie es in %s Sekunden noch einmal.",
	"Too many attempts to log in have failed. Please try again in %s minutes.": "Zu viele Anmeldungen sind fehlgeschlagen. Versuchen Sie es in %s Minuten noch einmal.",
	"Username": "Benutzername", "Username or email address": "Benutzername oder E-Mail-Adresse", "Password": "Passwort", "Request ID:": "Kennung der Anfrage:", "Preview": "Vorschau", "Related": "Dazu",
	"Request and response": "Anfrage und Antwort", "The response has no body.": "Die Antwort hat keinen Inhalt.",
	"For developers": "Für Entwickler",

	// Of the account menu and the pages of the account.
	"Tokens": "Token", "Token": "Token", "Sessions": "Sitzungen", "Session": "Sitzung", "Email address": "E-Mail-Adresse", "Log out everywhere": "Überall abmelden",
	"The tokens of your account.": "Die Token Ihres Kontos.", "A token of your account.": "Ein Token Ihres Kontos.", "Make a token": "Token erstellen", "Revoke": "Widerrufen",
	"Makes a token, which is shown once. Without scopes it may do all that you may.": "Erstellt ein Token, das einmal gezeigt wird. Ohne Bereiche darf es alles, was Sie dürfen.", "Revokes the token for good.": "Widerruft das Token endgültig.",
	"Where you are logged in. End a session that you do not recognize, and change your password.": "Wo Sie angemeldet sind. Beenden Sie eine Sitzung, die Sie nicht kennen, und ändern Sie Ihr Passwort.",
	"A session of your account.": "Eine Sitzung Ihres Kontos.", "End session": "Sitzung beenden", "Ends the session: its browser is logged out.": "Beendet die Sitzung: ihr Browser wird abgemeldet.",
	"Logs you out in every browser, here too. Your tokens remain.": "Meldet Sie in jedem Browser ab, auch hier. Ihre Token bleiben.", "You are logged out everywhere.": "Sie sind überall abgemeldet.",
	"A second factor is a code of an app on your phone. The login asks for it after your password.": "Ein zweiter Faktor ist ein Code einer App auf Ihrem Telefon. Die Anmeldung fragt nach dem Passwort danach.",
	"Second factor": "Zweiter Faktor", "Set up a second factor": "Zweiten Faktor einrichten", "Confirm the second factor": "Zweiten Faktor bestätigen", "New recovery codes": "Neue Wiederherstellungscodes", "Remove the second factor": "Zweiten Faktor entfernen",
	"Of the account, unless it has none.": "Das Ihres Kontos, falls es eines hat.", "Of the app, or a recovery code.": "Der App, oder ein Wiederherstellungscode.",
	"Makes a secret for an authenticator app. It counts once it is confirmed.": "Erzeugt ein Geheimnis für eine Authenticator-App. Es gilt, sobald es bestätigt ist.", "Confirms the second factor by a code of the app. All your other sessions and your tokens end.": "Bestätigt den zweiten Faktor mit einem Code der App. Alle Ihre anderen Sitzungen und Ihre Token enden.",
	"Makes ten new recovery codes, each of which replaces a code of the app once. The former ones end.": "Erzeugt zehn neue Wiederherstellungscodes, von denen jeder einmal einen Code der App ersetzt. Die früheren verfallen.", "Removes the second factor. From then on the password is enough.": "Entfernt den zweiten Faktor. Von da an genügt das Passwort.",

	"The account has a second factor:": "Das Konto hat einen zweiten Faktor:", "Code of the app, or a recovery code": "Code der App, oder ein Wiederherstellungscode", "Log in as somebody else": "Als jemand anderes anmelden", "The login took too long. Please begin again.": "Die Anmeldung hat zu lange gedauert. Bitte beginnen Sie noch einmal.",
	"Confirmed": "Bestätigt", "Recovery codes left": "Übrige Wiederherstellungscodes", "Recovery codes": "Wiederherstellungscodes", "Secret": "Geheimnis", "Picture": "Bild", "Confirm": "Bestätigen", "Code": "Code", "Address": "Adresse",
	"Only people with a second factor may %s.": "Nur für Leute mit einem zweiten Faktor: %s.",
	"Started": "Begonnen", "Expires": "Läuft ab", "Current": "Diese hier",
	"Changes the password. All other sessions and tokens of the account end.": "Ändert das Passwort. Alle anderen Sitzungen und Token des Kontos enden.", "Changes the address. A link to confirm the new one is sent there.": "Ändert die Adresse. Ein Link zur Bestätigung wird an die neue gesendet.",

	// Of the pages of accounts.
	"Makes an account. A link to confirm the address is sent there.": "Legt ein Konto an. Ein Link zur Bestätigung wird an die Adresse gesendet.", "Makes the account whose address is confirmed by a link, with a password.": "Legt das Konto an, dessen Adresse ein Link bestätigt, mit einem Passwort.",
	"Sends a link to set a new password where the old one is forgotten.": "Sendet einen Link, mit dem sich ein vergessenes Passwort ersetzen lässt.", "Sets a new password by a link.": "Setzt mit einem Link ein neues Passwort.",
	"Changes the address to one that is confirmed by a link.": "Ändert die Adresse in eine, die ein Link bestätigt.", "Deactivates the account. All of its sessions and tokens end.": "Deaktiviert das Konto. Alle seine Sitzungen und Token enden.",
	"Invites somebody to have an account. A link to choose its password is sent to the address.": "Lädt jemanden ein, ein Konto zu haben. Ein Link, mit dem sich das Passwort wählen lässt, wird an die Adresse gesendet.", "Makes the account that an invitation is about, with a password.": "Legt das Konto einer Einladung an, mit einem Passwort.",
	"Sets the password of an account. All of its sessions and tokens end.": "Setzt das Passwort eines Kontos. Alle seine Sitzungen und Token enden.", "Activates or deactivates an account.": "Aktiviert oder deaktiviert ein Konto.",
	"Sign up": "Registrieren", "Password reset": "Passwort zurücksetzen", "Password change": "Passwort ändern", "Email change": "E-Mail-Adresse ändern", "Deactivate": "Deaktivieren", "Invite": "Einladen", "Set password": "Passwort setzen", "Set active": "Aktivieren",
	"Email": "E-Mail-Adresse", "New password": "Neues Passwort", "Old password": "Altes Passwort", "Active": "Aktiv",

	// Of the page that finds records.
	"Find": "Finden", "Find: %s": "Finden: %s", "Find resources and records": "Ressourcen und Datensätze finden", "Resources": "Ressourcen",
	"Search all": "Alle davon durchsuchen", "There are more.": "Es gibt mehr.", "Not searched:": "Diese wurden nicht durchsucht:",
	"Nothing matches “%s”.": "Nichts heißt “%s” oder hat das in dem, was durchsucht wird.",

	// Of lists.
	"Me": "Ich", "today": "heute", "yesterday": "gestern", "tomorrow": "morgen",
	"%s days ago": "vor %s Tagen", "1 day ago": "vor 1 Tag", "in %s days": "in %s Tagen", "in 1 day": "in 1 Tag",
	"%s weeks ago": "vor %s Wochen", "1 week ago": "vor 1 Woche", "in %s weeks": "in %s Wochen", "in 1 week": "in 1 Woche",
	"%s hours ago": "vor %s Stunden", "1 hour ago": "vor 1 Stunde", "in %s hours": "in %s Stunden", "in 1 hour": "in 1 Stunde",
	"%s minutes ago": "vor %s Minuten", "1 minute ago": "vor 1 Minute", "in %s minutes": "in %s Minuten", "in 1 minute": "in 1 Minute",
	"Records": "Datensätze", "Record": "Datensatz", "record": "Datensatz", "records": "Datensätze", "%s records": "%s Datensätze",
	"%s records, page %s of %s": "%s Datensätze, Seite %s von %s", "Page %s": "Seite %s", "Pages": "Seiten", "Previous": "Zurück", "Next": "Weiter", "Previous: %s": "Zurück: %s", "Next: %s": "Weiter: %s", "In the list": "In der Liste",
	"Copy": "Kopieren", "Copied": "Kopiert", "Filter %s": "%s filtern", "No name has this text.": "Kein Name enthält das.", "Select all on this page": "Alle dieser Seite auswählen", "%s selected": "%s ausgewählt", "%s of %s": "%s von %s",
	"You typed something here on %s that was not saved.": "Was Sie hier am %s getippt haben, wurde nicht gespeichert.", "Go on with it": "Damit weitermachen", "These values have no input any more:": "Für diese Werte gibt es keine Eingabe mehr:", "Discard it": "Verwerfen",
	"Compare": "Vergleichen", "Compare the selected versions": "Gewählte Fassungen vergleichen", "From, to": "Von, bis", "From %s": "Von %s", "To %s": "Bis %s", "created": "hat angelegt", "changed": "hat geändert", "deleted": "hat gelöscht", "restored": "hat wiederhergestellt", "Two versions": "Zwei Fassungen", "They are the same.": "Sie sind gleich.",
	"Select all": "Alle auswählen", "Select all %s": "Alle %s auswählen", "You cannot change these, so they stay as they are:": "Diese bleiben, wie sie sind, weil Sie sie nicht ändern dürfen:",
	"Narrow the filters: at most %s can be changed at once.": "Filtern Sie weiter: mehr als %s können nicht auf einmal geschrieben werden.", "You cannot change any of these.": "Von diesen dürfen Sie keinen ändern.",
	"All matching records were deleted.": "Alles, was die Filter übrig ließen, wurde gelöscht.", "All matching records were changed.": "Alles, was die Filter übrig ließen, wurde geändert.",
	"Import CSV": "CSV einlesen", "Import %s": "%s einlesen", "At most %s rows.": "Höchstens %s Zeilen.", "Create %s": "%s anlegen",
	"Nothing was saved. Problems found: %s.": "Es wurde nichts gespeichert. Was nicht stimmt, steht unten: %s.",
	"What is wrong":                          "Was nicht stimmt", "Cells with problems": "Falsche Zellen", "Row": "Zeile", "Column": "Spalte", "Message": "Meldung", "the row": "die Zeile",
	"These columns cannot be written and are ignored: %s.": "Spalten, die übergangen werden, weil man sie nicht schreiben kann: %s.",
	"Rows": "Zeilen", "Or a CSV file": "Oder eine CSV-Datei", "Check": "Prüfen", "Check again": "Noch einmal prüfen",
	"Label": "Beschriftung", "Value": "Wert",
	"The first row names the fields. Separate cells by commas, semicolons or tabs, or paste them from a spreadsheet. %s": "Die erste Zeile hat die Namen der Felder. Zwischen den Zellen stehen Kommas, Semikolons oder Tabulatoren, so dass man sie aus einer Tabelle einfügen kann. %s",
	"Nothing here yet.": "Hier ist noch nichts.", "No matching records.": "Kein Datensatz passt.",
	"No changes are recorded yet.":                               "Noch keine Änderungen aufgezeichnet.",
	"The table shows the first %s of %s records; all are in the": "Die Tabelle zeigt die ersten %s von %s Datensätzen; alle stehen unten in der", "representation": "Darstellung", "below.": ".",
	"This is one page of the list. The whole list:":                           "Das ist eine Seite der Liste. Alles zusammen:",
	"Not shown, because they are long: the last %s of the page's %s records.": "Hier weggelassen, weil sie lang sind: die letzten %s der %s Datensätze dieser Seite.",
	"… %s in all": "… %s insgesamt", "History": "Verlauf", "When": "Wann", "By": "Von", "Operation": "Vorgang", "Changes": "Änderungen", "Restore": "Wiederherstellen",
	"1 record": "1 Datensatz", "Columns": "Spalten", "Columns of the table": "Spalten der Tabelle", "Show": "Anzeigen", "Default columns": "Übliche Spalten",
	"Export": "Exportieren", "Import": "Importieren", "Views": "Ansichten", "Trash": "Papierkorb", "All": "Alle", "Skip the records": "Die Datensätze überspringen", "Skip past the records": "Hinter die Datensätze",
	"yes": "ja", "no": "nein", "none": "nichts",
	"Restore %s": "%s wiederherstellen", "Restore what it was after this, of %s": "Den Stand danach wiederherstellen, vom %s",

	// Of bulk writes.
	"The selected records": "Die gewählten Datensätze", "Select %s": "%s wählen", "Set": "Feld setzen", "Set…": "Setzen …", "Delete…": "Löschen …",
	"Set %s of %s": "%s setzen: %s", "Set for %s": "Setzen: %s", "and %s more": "und %s weitere", "They can be restored.": "Sie können wiederhergestellt werden.", "The key of the record.": "Der Schlüssel des Datensatzes.",
	"Select records first: none of the selected ones exists.":  "Wählen Sie erst Datensätze: von den gewählten ist keiner da.",
	"Select fewer records: at most %s can be changed at once.": "Wählen Sie weniger Datensätze: es lassen sich höchstens %s auf einmal schreiben.",
	"Choose which field to set.":                               "Wählen Sie, welches Feld gesetzt wird.",

	// Of filters.
	"Search": "Suchen", "Search %s": "%s suchen", "Sort": "Sortieren", "Sort by": "Sortieren nach", "%s, descending": "%s, absteigend", "Default order": "Übliche Reihenfolge", "Filter": "Filtern", "Apply": "Anwenden",
	"Clear all": "Alle entfernen", "Active filters, each a link that removes it": "Aktive Filter, jeder ein Verweis, der ihn entfernt", "Separate several by commas.": "Mehrere mit Kommas dazwischen.",
	"Any": "Alle", "Yes": "Ja", "No": "Nein", "Not known": "Unbekannt",
	"%s is empty": "%s ist leer", "%s is the empty text": "%s ist der leere Text", "%s, not": "%s, nicht", "%s, all of": "%s, alle von", "%s, containing": "%s, enthält", "%s, beginning with": "%s, beginnt mit", "%s, matching": "%s, entspricht", "%s, on": "%s, am",
	"%s, in any case": "%s, groß oder klein", "%s, in the year": "%s, im Jahr", "%s, in the month": "%s, im Monat", "%s, on the day": "%s, am Tag", "%s, in the hour": "%s, in der Stunde",
	"%s, in the quarter": "%s, im Quartal", "%s, in the week": "%s, in der Woche", "%s, on the day of the week (1 is Sunday)": "%s, am Wochentag (1 ist Sonntag)",
	"%s, on the day of the week (1 is Monday)": "%s, am Wochentag (1 ist Montag)", "%s, in the year of the week": "%s, im Jahr der Woche", "%s, in the minute": "%s, in der Minute", "%s, in the second": "%s, in der Sekunde",
	"%s, at least": "%s, mindestens", "%s, at most": "%s, höchstens", "%s, more than": "%s, mehr als", "%s, less than": "%s, weniger als", "%s, from": "%s, ab", "%s, until": "%s, bis", "%s, after": "%s, nach", "%s, before": "%s, vor",
	"At least": "Mindestens", "At most": "Höchstens", "More than": "Mehr als", "Less than": "Weniger als", "From": "Ab", "Until": "Bis", "After": "Nach", "Before": "Vor",

	// Of forms.
	"New %s": "Neu: %s", "Edit %s": "%s bearbeiten", "Delete %s": "%s löschen", "Delete %s?": "%s löschen?", "Create": "Anlegen", "Save": "Speichern", "Delete": "Löschen", "Cancel": "Abbrechen",
	"Any of": "Eines von", "required": "erforderlich", "optional": "freiwillig", "new": "neu", "New": "Neu", "empty": "leer", "%s the same on both sides": "%s auf beiden Seiten gleich", "Leave out %s": "%s weglassen", "Today": "Heute", "Last 7 days": "Letzte 7 Tage", "Last 30 days": "Letzte 30 Tage", "Next 7 days": "Nächste 7 Tage", "Another field": "Weiteres Feld", "Deleted": "Gelöscht", "Deleted by": "Gelöscht von", "Empty": "Leer", "Remove": "Entfernen", "Remove this file": "Diese Datei entfernen", "Add another": "Weitere hinzufügen", "Add": "Hinzufügen", "Add to %s": "Hinzufügen zu: %s", "See all %s": "Alle ansehen: %s",
	"Preview changes": "Änderungen ansehen", "Raw data": "Rohdaten", "From a program": "Aus einem Programm", "Media type": "Medientyp", "Content": "Inhalt",
	"The examples leave out %s.": "In den Beispielen fehlt %s.", "chosen": "gewählt", "of %s": "von %s", "There is nothing to choose.": "Es gibt nichts zu wählen.",
	"There are more: search for a part of the name.": "Mehr passen, als gezeigt werden: suchen Sie nach einem Teil des Namens.",
	"Choose it again: a page cannot keep it.":        "Wählen Sie es noch einmal: eine Seite kann es nicht behalten.", "Type it again: it is never shown or kept.": "Geben Sie es noch einmal ein: es wird weder gezeigt noch behalten.",
	"In UTC.": "In UTC.", "In the zone %s.": "In der Zeitzone %s.", "At most %s characters.": "Höchstens %s Zeichen.", "At most %s entries.": "Höchstens %s Einträge.", "At most %s bytes.": "Höchstens %s Bytes.",
	"At most %s KiB.": "Höchstens %s KiB.", "At most %s MiB.": "Höchstens %s MiB.", "At most %s GiB.": "Höchstens %s GiB.", "At most %s.": "Höchstens %s.", "At least %s.": "Mindestens %s.", "From %s to %s.": "Von %s bis %s.",
	"This cannot be undone.": "Das lässt sich nicht rückgängig machen.", "It can be restored.": "Er kann wiederhergestellt werden.", "Not offered": "Nicht angeboten",
	"Its {rows} are kept; only the connection ends.": "Seine {rows} bleiben; nur die Verbindung endet.", "{Rows} that refer to {of} are kept, without the reference.": "{Rows}, die sich auf {of} beziehen, bleiben, ohne den Bezug.",
	"Duplicate": "Duplizieren", "Duplicate %s": "%s duplizieren", "%s and add another": "%s und noch einen", "Form": "Formular", "Open on its own page": "Auf einer eigenen Seite",
	"Undo": "Rückgängig machen", "Undo the deletion": "Die Löschung rückgängig machen",
	"it": "ihn", "them": "sie", "these %s": "diese %s",

	// Of sent data that is not saved.
	"Nothing was saved.": "Nichts wurde gespeichert.", "Nothing of it was saved.": "Nichts davon wurde gespeichert.", "Nothing of it was saved": "Nichts davon wurde gespeichert", "now": "jetzt",
	". You can copy it from here.": ". Sie können es von hier kopieren.", "What you sent": "Was Sie gesendet haben",
	"What you sent is not shown again, because it may contain %s.":                              "Was Sie gesendet haben, wird nicht noch einmal gezeigt, denn es kann %s enthalten.",
	"What you sent is not shown again, because it may contain secrets.":                         "Was Sie gesendet haben, wird nicht noch einmal gezeigt, denn es kann enthalten, was nie gezeigt wird.",
	"The form comes back with what you typed.":                                                  "Das Formular kommt mit dem zurück, was Sie eingegeben haben.",
	"Nothing was saved now. It may have been saved before; if so, this does not save it twice.": "Jetzt wurde nichts gespeichert; ob vorher, ist nicht bekannt. Wenn ja, wird hiermit nicht noch einmal gespeichert.",
	"It may have been saved already. If so, this does not save it twice.":                       "Ob gespeichert wurde, ist nicht bekannt. Wenn ja, wird hiermit nicht noch einmal gespeichert.",
	"It may have been saved already. Check before you send it again.":                           "Sehen Sie nach, bevor Sie noch einmal senden: ob gespeichert wurde, ist nicht bekannt.",
	"Send it again": "Noch einmal senden", "Send again": "Noch einmal senden",
	"This form was already sent and saved once. Nothing was saved this time. The form below has what you typed; saving it replaces what was saved.": "Dieses Formular wurde schon gesendet und gespeichert; was es jetzt enthielt, nicht. Das Formular unten hat, was Sie eingegeben haben; es zu speichern ersetzt, was gespeichert wurde.",
	"Nothing of this was saved. The form below has what you typed":                                                                                  "Nichts davon wurde gespeichert. Das Formular unten hat, was Sie eingegeben haben", ", except in fields that only others changed": ", außer in Feldern, die nur andere geändert haben",
	"; saving it replaces what was saved before.": "; es zu speichern ersetzt, was zuvor gespeichert wurde.",
	"Differences": "Unterschiede", "No field of the form differs from it.": "Kein Feld des Formulars weicht davon ab.",
	"Yours and theirs": "Ihres und das der anderen", "Yours": "Ihres", "Theirs": "Das der anderen", "What was changed": "Was geändert wurde", "What you typed and what was saved": "Was Sie eingegeben haben und was gespeichert wurde",
	"Take theirs": "Deren Wert nehmen", "Take theirs: %s": "Deren Wert nehmen: %s", "as it was": "wie es war", "The form keeps theirs; if you chose a file, choose it again.": "Das Formular behält deren Wert; haben Sie eine Datei gewählt, wählen Sie sie noch einmal.", "a file": "eine Datei", "another file": "eine andere Datei",
	"Typed": "Eingegeben", "Saved": "Gespeichert", "Now": "Jetzt", "Then": "Dann", "What would change": "Was sich ändern würde", "What would be stored": "Was gespeichert würde", "Fields that would change": "Felder, die sich ändern würden",
	"Nothing: it is as the form has it.": "Nichts: es ist so, wie das Formular es hat.",
	"Show it":                            "Anzeigen", "Show it as it is now": "Zeigen, wie es jetzt ist", "Show what was saved": "Zeigen, was gespeichert wurde", "Go to %s": "Weiter zu %s", "%s was deleted.": "%s wurde gelöscht.", "%s was saved.": "%s wurde gespeichert.", "Save and open the next one": "Speichern und weiter zum nächsten",

	// Of the operations of an address.
	"Explain": "Erklären", "Explanation": "Erklärung", "Negotiation": "Aushandlung", "Permissions": "Berechtigungen", "Steps": "Schritte", "Statement": "Anweisung", "Plan of the list": "Plan der Liste",
	"Format": "Format", "Language": "Sprache", "Time zone": "Zeitzone", "Version": "Version", "Compression": "Kompression", "%s bytes": "%s Bytes", "%s ms": "%s ms", "ETag %s": "ETag %s", "Time in ms": "Zeit in ms", "SQL statements": "SQL-Anweisungen",
	"depends on the record": "hängt vom Datensatz ab", "not asked": "nicht gefragt",
	"What this address offers": "Was diese Adresse bietet", "Methods": "Methoden", "Formats": "Formate", "Field": "Feld", "Fields": "Felder", "Type": "Typ", "Input": "Eingabe", "About": "Bedeutung",
	"Call it from a program": "Aus einem Programm aufrufen", "Read this address from a program": "Diese Adresse aus einem Programm lesen", "%s, PATCH changes only the fields that are sent": "%s, PATCH ändert nur die gesendeten Felder",
	"read only": "nur lesbar", "required at the creation": "beim Anlegen erforderlich", "at the creation only": "nur beim Anlegen", "at changes only": "nur beim Ändern", "default %s": "üblicherweise %s",
	"No two records may have the same.":                     "Keine zwei Datensätze dürfen dasselbe haben.",
	"No two records may have the same, in any letter case.": "Keine zwei Datensätze dürfen dasselbe haben, auch nicht in anderer Groß- und Kleinschreibung.",
	"Any.": "Beliebig viele.", "One of %s.": "Eines von %s.", "One of %s … %s in all.": "Eines von %s … %s insgesamt.",

	// Of permissions, with the operation after a colon.
	"Log in to %s.": "Dafür müssen Sie angemeldet sein: %s.", "You do not have permission to %s.": "Dazu sind Sie nicht berechtigt: %s.", "Only the owner may %s.": "Nur für den Eigentümer: %s.", "Only administrators may %s.": "Nur für Administratoren: %s.",
	"Nobody may %s.": "Für niemanden: %s.", "Only members of %s may %s.": "Nur für Mitglieder von %s: %s.", "Only people with the permission %s may %s.": "Nur mit der Berechtigung %s: %s.",
	"Only people who were granted %s may %s.": "Nur wer %s dafür erhalten hat: %s.",
	"Only %s may %s.":                         "Nur für %s: %s.", "This is possible only %s.": "Möglich ist das nur so: %s.", "These credentials do not let you %s.": "Diese Anmeldedaten gelten dafür nicht: %s.",
	"create one here": "Anlegen", "change this": "Ändern", "delete this": "Löschen", "do this": "Ausführen", "change": "Ändern", "delete": "Löschen", "do": "Ausführen",
	"the owner": "den Eigentümer", "administrators": "Administratoren", "the owner or administrators": "den Eigentümer oder Administratoren", "administrators or the owner": "Administratoren oder den Eigentümer",
	"change or delete this": "Ändern oder Löschen", "change and delete this": "Ändern oder Löschen", "create one here or change this": "Anlegen oder Ändern",

	// Of titles of pages.
	"Not found": "Nicht gefunden", "Not found · %s": "Nicht gefunden · %s", "Error: %s": "Fehler: %s",

	// Of pages of codes.
	"Problems": "Probleme", "All problems": "Alle Probleme",

	// What to do about a mistake: see the package plain.
	"Fill in this field.": "Füllen Sie dieses Feld aus.", "Choose at least one.": "Wählen Sie mindestens eines.",
	"Enter more than %s.": "Geben Sie mehr als %s ein.", "Enter at least %s.": "Geben Sie mindestens %s ein.",
	"Enter less than %s.": "Geben Sie weniger als %s ein.", "Enter at most %s.": "Geben Sie höchstens %s ein.",
	"Enter a time in the future.": "Geben Sie eine Zeit in der Zukunft ein.", "Enter a time in the past.": "Geben Sie eine Zeit in der Vergangenheit ein.",
	"This is not in the required form. Look at the help below the field.": "Das hat nicht die richtige Form. Sehen Sie die Hilfe unter dem Feld an.",
	"Shorten this to at most %s characters.":                              "Kürzen Sie das auf höchstens %s Zeichen.", "Enter at least %s characters.": "Geben Sie mindestens %s Zeichen ein.", "Enter exactly %s characters.": "Geben Sie genau %s Zeichen ein.",
	"Enter or choose at most %s.": "Geben Sie höchstens %s ein.", "Enter or choose at least %s.": "Geben Sie mindestens %s ein.",
	"Enter a whole number, such as 12.": "Geben Sie eine ganze Zahl wie 12 ein.", "Enter a number, such as 12.5.": "Geben Sie eine Zahl wie 12.5 ein.",
	"Choose yes or no.": "Wählen Sie Ja oder Nein.", "Enter a UUID, such as 123e4567-e89b-12d3-a456-426614174000.": "Geben Sie eine UUID wie 123e4567-e89b-12d3-a456-426614174000 ein.",
	"“%s” is not among the choices. Choose one of them.": "„%s“ steht nicht zur Auswahl. Wählen Sie etwas davon.",
	"Enter at most %s digits.":                           "Geben Sie höchstens %s Ziffern ein.", "Enter at most %s digits after the decimal point.": "Geben Sie höchstens %s Nachkommastellen ein.", "Enter at most %s digits before the decimal point.": "Geben Sie vor dem Komma höchstens %s Ziffern ein.",
	"Enter a date, such as 2030-12-31.": "Geben Sie ein Datum wie 2030-12-31 ein.", "Enter a time, such as 14:30.": "Geben Sie eine Uhrzeit wie 14:30 ein.",
	"Enter a duration, such as 02:30:00 or 2 days.": "Geben Sie eine Dauer wie 02:30:00 oder 2 days ein.", "Enter a date and a time, such as 2030-12-31 14:30.": "Geben Sie Datum und Uhrzeit wie 2030-12-31 14:30 ein.",
	"Enter a date without a time.": "Geben Sie ein Datum ohne Uhrzeit ein.", "This is not JSON. Enter, for example, {\"size\": 3}.": "Das ist kein JSON. Geben Sie etwa {\"size\": 3} ein.",
	"Choose a file.": "Wählen Sie eine Datei.", "This file is empty. Choose another one.": "Diese Datei ist leer. Wählen Sie eine andere.",
	"There is no record “%s”. Choose another one.": "Einen Datensatz „%s“ gibt es nicht. Wählen Sie einen anderen.", "There is no “%s” with this %s. Check the spelling.": "„%s“ gibt es nicht (%s). Prüfen Sie die Schreibweise.",
	"The record at this address does not exist. Choose another one.": "Den Datensatz mit dieser Adresse gibt es nicht. Wählen Sie einen anderen.",
	"Another record has the same values for these fields: %s.":       "Ein anderer Datensatz hat dieselben Werte für diese Felder: %s.",
	"That record does not exist any more. Choose another one.":       "Diesen Datensatz gibt es nicht mehr. Wählen Sie einen anderen.",
	"Choose one.": "Wählen Sie etwas aus.", "The list has no such page.": "Eine solche Seite hat die Liste nicht.",
	"You have sent too many requests. Try again in %s s.": "Sie haben zu viele Anfragen gesendet. Versuchen Sie es in %s s noch einmal.", "You have sent too many requests. Try again in 1 s.": "Sie haben zu viele Anfragen gesendet. Versuchen Sie es in 1 s noch einmal.",

	// Of bulk changes, and of searches without a result.
	"Choose a field": "Feld wählen", "Make it empty": "Leeren", "Enter a value.": "Geben Sie einen Wert ein.",
	"The search looks in: %s.": "Die Suche berücksichtigt: %s.", "Search everywhere": "Überall suchen", "Back": "Zurück",
	"The changes of the record, newest first.": "Die Änderungen des Datensatzes, neueste zuerst.", "The changes of the record, newest first. Not recorded: %s.": "Die Änderungen des Datensatzes, neueste zuerst. Nicht aufgezeichnet: %s.",
	"API reference": "API-Referenz",
}
