// The mailer of the program.

package app

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/mail"
)

// openMailer returns the mailer of the setting; nil for none.
func (c *serveCmd) openMailer(p *program) (mail.Mailer, error) {
	scheme, _, _ := strings.Cut(c.Mailer, ":")
	switch {
	case c.Mailer == "":
		return nil, nil
	case scheme == "log":
		return mail.Log{Logger: p.log()}, nil
	case p.own.Mailer != nil && scheme != "smtp" && scheme != "smtps":
		m, err := p.own.Mailer(p.ctx, c.Mailer)
		if err != nil {
			return nil, fmt.Errorf("mailer: %w", err)
		}
		return m, nil
	}
	m, err := mail.Parse(c.Mailer)
	if err != nil {
		return nil, fmt.Errorf("mailer: %w", err)
	}
	return m, nil
}
