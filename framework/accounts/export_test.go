// Doors into the package for its tests.

package accounts

import (
	"example.com/resourceful/framework/auth"
)

// ForgetAttempts lets the next counted failure remove the expired ones.
func ForgetAttempts(a auth.Attempts) { a.(*attempts).sweeper.last.Store(0) }

// ForgetSessions lets the next commit of a session remove the expired ones.
func ForgetSessions(s auth.Sessions) { s.(*Sessions).sweeper.last.Store(0) }

// LoginStatement is the statement that finds the accounts of a login.
func LoginStatement(a *Users) (string, error) {
	text, _, err := a.ofLogin().ToSQL()
	return text, err
}
