// The command doctor: whether a service is well set up, and what to do where it is not.

package app

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"example.com/resourceful/framework/app/backups"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/backup"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/traffic/certificate"
)

type doctorCmd struct {
	Of   serveCmd `embed:""`
	JSON bool     `name:"json" help:"Write one JSON object, for programs."`
}

// finding is the result of one check.
type finding struct {
	Check  string `json:"check"`
	Status status `json:"status"`
	Text   string `json:"text"`
	Remedy string `json:"remedy,omitempty"` // "" if all is well
}

type status string

const (
	isGood    status = "ok"
	isWarning status = "warning"
	isProblem status = "problem"
)

// doctor collects findings about a service.
type doctor struct {
	*serveCmd
	program  *program
	plan     *plan.Plan
	address  string
	findings []finding
}

// Run checks a service by the settings of serve, and prints a line for each check. It fails if there is a problem. It
// may run beside the service, and changes no rows.
func (c *doctorCmd) Run(p *program, command *kong.Context) error {
	compiled, err := p.plan(c.Of.Configuration)
	if err != nil {
		return err
	}
	d := &doctor{serveCmd: &c.Of, program: p, plan: compiled}
	d.checkSettings(command.Flags())
	d.checkHosts()
	d.checkCertificate()
	if d.address, err = c.Of.address(compiled.Name); err == nil {
		d.checkDisks()
		d.checkDatabase()
		d.checkBackups()
	}
	if err := d.print(c.JSON); err != nil {
		return err
	}
	if d.has(isProblem) {
		return errSaid
	}
	return nil
}

func (d *doctor) add(check string, is status, text, remedy string) {
	d.findings = append(d.findings, finding{check, is, text, remedy})
}

// failed adds the error of a check as a problem.
func (d *doctor) failed(check string, err error, remedy string) {
	for line := range strings.Lines(err.Error()) {
		d.add(check, isProblem, strings.TrimSpace(line), remedy)
	}
}

func (d *doctor) has(is status) bool {
	return slices.ContainsFunc(d.findings, func(f finding) bool { return f.Status == is })
}

// print writes the findings in the order of the checks.
func (d *doctor) print(asJSON bool) error {
	if asJSON {
		return json.NewEncoder(d.program.stdout).Encode(map[string]any{"set": d.plan.Name, "ok": !d.has(isProblem), "findings": d.findings})
	}
	for _, f := range d.findings {
		text := f.Check + ": " + f.Text
		if f.Remedy != "" {
			text += "; " + f.Remedy
		}
		if _, err := fmt.Fprintf(d.program.stdout, "%-8s %s\n", f.Status, text); err != nil {
			return err
		}
	}
	return nil
}

// checkSettings checks the settings as serve does, and the declarations as check does.
func (d *doctor) checkSettings(flags []*kong.Flag) {
	err := d.check(flags)
	if err == nil {
		_, err = d.serveCmd.address(d.plan.Name)
	}
	if err != nil {
		d.failed("settings", err, "")
	}
	for _, text := range append(slices.Clone(d.plan.Warnings), d.program.settingWarnings(d.plan)...) {
		d.add("settings", isWarning, text, "")
	}
	if len(d.findings) == 0 {
		d.add("settings", isGood, "no mistakes", "")
	}
}

// checkHosts checks the names under which the service answers.
func (d *doctor) checkHosts() {
	if d.checkBaseURL() != nil {
		return // a mistake of the settings
	}
	at, err := url.Parse(d.BaseURL)
	switch {
	case err != nil:
	case d.BaseURL == "" && d.AllowedHosts == "" || slices.Contains(list(d.AllowedHosts), "*"):
		d.add("hosts", isWarning, "every host name is answered", "set base-url or allowed-hosts to those that are yours")
	case at.Scheme == "http" && !slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, at.Hostname()):
		d.add("hosts", isWarning, "passwords and sessions go over HTTP without encryption",
			"serve HTTPS, by tls-certificate or a proxy, and write it in base-url")
	case d.BaseURL == "":
		d.add("hosts", isGood, strings.Join(list(d.AllowedHosts), ", "), "")
	default:
		d.add("hosts", isGood, d.BaseURL, "")
	}
}

// checkCertificate checks the certificate of tls-certificate.
func (d *doctor) checkCertificate() {
	if d.TLSCertificate == "" || d.secured.check(d.BaseURL) != nil {
		return
	}
	const name, remedy = "certificate", "renew it; a running service reads it again"
	pair, err := d.secured.open(slog.New(slog.DiscardHandler))
	if err != nil {
		d.failed(name, err, "see that the files are a certificate and its key, which the service may read")
		return
	}
	leaf := pair.Current().Leaf
	text := "it ends at " + moment(leaf.NotAfter)
	base, err := url.Parse(d.BaseURL)
	switch left := time.Until(leaf.NotAfter); {
	case left <= 0 || time.Until(leaf.NotBefore) > 0:
		d.add(name, isProblem, "it is valid from "+moment(leaf.NotBefore)+" to "+moment(leaf.NotAfter), remedy)
	case left < certificate.Soon:
		d.add(name, isWarning, text, remedy)
	case err == nil && base.Host != "" && leaf.VerifyHostname(base.Hostname()) != nil:
		d.add(name, isProblem, "it is not for "+base.Hostname(), "write the host of the certificate in base-url, or take one for this host")
	default:
		d.add(name, isGood, text, "")
	}
}

const (
	// fewFree and noneFree are the free bytes of a disk below which there is a isWarning, and a problem.
	fewFree  = 1 << 30
	noneFree = 100 << 20
)

// checkDisks checks the room for the database, its log, its files and its backups.
func (d *doctor) checkDisks() {
	var folders []string
	least := uint64(fewFree)
	if !database.IsPostgres(d.address) {
		folders = append(folders, filepath.Dir(d.address))
		if info, err := os.Stat(d.address); err == nil {
			least = max(least, uint64(info.Size())) // a backup copies it, and so does a restore
		}
	}
	if d.Files != "" && !storeAddress.MatchString(d.Files) {
		folders = append(folders, d.Files)
	}
	if d.BackupFolder != "" {
		folders = append(folders, d.BackupFolder)
	}
	for _, folder := range folders {
		free, err := freeSpace(folder)
		text := fmt.Sprintf("%s free for %s", size(int64(min(free, 1<<62))), folder)
		switch {
		case os.IsNotExist(err): // it is made at the start
		case err != nil:
			d.add("disk", isWarning, fmt.Sprintf("%s: %v", folder, err), "look at the disk")
		case free < noneFree:
			d.add("disk", isProblem, text, "make room: writes fail when there is none")
		case free < least:
			d.add("disk", isWarning, text, "make room for a copy of the database, or for more")
		default:
			d.add("disk", isGood, text, "")
		}
	}
}

// checkBackups checks the age of the newest backup.
func (d *doctor) checkBackups() {
	if d.BackupEvery == 0 || d.BackupFolder == "" {
		return
	}
	b := &backups.Backups{Settings: d.Settings, Set: d.plan.Name}
	all, err := b.List()
	switch {
	case err != nil || len(all) == 0:
		d.add("backups", isProblem, "there is none in "+d.BackupFolder, "start the service, and read its log")
	case time.Since(all[len(all)-1].Made) > 2*d.BackupEvery:
		d.add("backups", isProblem, fmt.Sprintf("the newest is of %s", moment(all[len(all)-1].Made)),
			"read the log of the service: backups fail, or it does not run")
	case backup.CheckHead(all[len(all)-1].Path) != nil:
		d.failed("backups", backup.CheckHead(all[len(all)-1].Path), "remove it, and read the log of the service")
	default:
		d.add("backups", isGood, fmt.Sprintf("the newest of %d is of %s", len(all), moment(all[len(all)-1].Made)), "")
	}
}
