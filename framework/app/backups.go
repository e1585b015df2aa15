// Backups that a service makes of its database at intervals.

package app

import (
	"context"
	"fmt"
	"os"

	"example.com/resourceful/framework/app/backups"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/backup"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/webhook"
)

// openBackups prepares the backups that the settings ask for; nil for none.
func (c *serveCmd) openBackups(p *program, plan *plan.Plan, db *database.DB) (*backups.Backups, error) {
	if c.BackupEvery == 0 {
		return nil, nil
	}
	address, err := c.address(plan.Name)
	if err != nil {
		return nil, err
	}
	if database.IsPostgres(address) {
		return nil, fmt.Errorf("backup-every: %w", errBackupOfPostgres)
	}
	source, err := c.source(p, plan, db, address)
	if err == nil {
		err = os.MkdirAll(c.BackupFolder, 0o700)
	}
	if err != nil {
		return nil, fmt.Errorf("backup-folder: %w", err)
	}
	var sender *webhook.Sender
	if c.BackupWebhook != "" {
		allowed, _ := networks("webhook-networks", c.WebhookNetworks) // check has parsed them
		if refusal := webhook.Refuse(c.BackupWebhook, allowed); refusal != "" {
			return nil, fmt.Errorf("backup-webhook: %s Add a private network to webhook-networks", refusal)
		}
		sender = webhook.NewSender(allowed)
	}
	return &backups.Backups{
		Settings: c.Settings, Set: plan.Name, Log: p.log(), Sender: sender,
		Write: func(ctx context.Context, archive string) (backup.Written, error) {
			done, err := backup.Write(ctx, archive, source)
			warnOfLost(p, done)
			return done, err
		},
	}, nil
}
