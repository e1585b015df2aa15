package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/require"
)

// The files of pages are accepted by the programs that read them, as far as these are installed.
func TestFilesOfProduction(t *testing.T) {
	const production = "production.md"
	for _, tt := range []struct {
		page, begin, file string // of the block
		replace           []string
		tool, args        string // DIR is a folder with the file
	}{
		{
			page: production, begin: "upstream resourceful {", file: "site.conf",
			replace: []string{"ssl_certificate", "# ssl_certificate", "443 ssl http2", "unix:DIR/https.sock", "listen 80", "listen unix:DIR/http.sock"},
			tool:    "nginx", args: "-t -p DIR -e DIR/error.log -c DIR/nginx.conf",
		},
		{
			page: recipes, begin: "server {", file: "site.conf",
			replace: []string{"ssl_certificate", "# ssl_certificate", "443 ssl", "unix:DIR/https.sock"},
			tool:    "nginx", args: "-t -p DIR -e DIR/error.log -c DIR/nginx.conf",
		},
		{page: production, begin: "api.example.com {", file: "Caddyfile", tool: "caddy", args: "validate --adapter caddyfile --config DIR/Caddyfile"},
		{page: recipes, begin: "api.example.com {", file: "Caddyfile", tool: "caddy", args: "validate --adapter caddyfile --config DIR/Caddyfile"},
		{
			page: production, begin: "[Unit]", file: "resourceful@8000.service", replace: []string{"/usr/local/bin/resourceful", "/bin/true"},
			tool: "systemd-analyze", args: "verify DIR/resourceful@8000.service",
		},
		{
			page: recipes, begin: "[Unit]", file: "shop.service", replace: []string{"/usr/local/bin/shop", "/bin/true"},
			tool: "systemd-analyze", args: "verify DIR/shop.service",
		},
		{page: production, begin: "groups:", file: "rules.yaml", tool: "promtool", args: "check rules DIR/rules.yaml"},
	} {
		t.Run(tt.page+" "+tt.tool, func(t *testing.T) {
			dir := t.TempDir()
			text := strings.NewReplacer(tt.replace...).Replace(blockThatBegins(t, tt.page, tt.begin))
			write(t, filepath.Join(dir, tt.file), strings.ReplaceAll(text, "DIR", dir))
			write(t, filepath.Join(dir, "nginx.conf"), strings.ReplaceAll(nginxConf, "DIR", dir))
			command := exec.Command(tt.tool, strings.Fields(strings.ReplaceAll(tt.args, "DIR", dir))...)
			if command.Err != nil {
				require.Missing(t, tt.tool, command.Err)
			}
			command.Env = append(os.Environ(), "HOME="+dir)
			out, err := command.CombinedOutput()
			if err != nil || strings.Contains(string(out), tt.file+":") { // warnings of systemd-analyze
				t.Errorf("%s: %v\n%s", tt.begin, err, out)
			}
		})
	}
}

// nginxConf is the file that includes a site; nginx makes folders for bodies even to test it.
const nginxConf = `pid DIR/pid;
events {}
http {
	access_log off;
	client_body_temp_path DIR/body;
	proxy_temp_path DIR/proxy;
	fastcgi_temp_path DIR/fastcgi;
	uwsgi_temp_path DIR/uwsgi;
	scgi_temp_path DIR/scgi;
	include DIR/site.conf;
}
`

// blockThatBegins returns the text of the one block of a page that begins with some words.
func blockThatBegins(t *testing.T, page, begin string) string {
	t.Helper()
	var found []string
	for _, b := range blocks(t, page) {
		if strings.HasPrefix(b.text, begin) {
			found = append(found, b.text)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%s has %d blocks that begin with %q, want 1", page, len(found), begin)
	}
	return found[0]
}
