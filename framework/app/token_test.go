package app

import (
	"context"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/sets"
)

// withTokens is a program whose snippets take tokens.
func withTokens(ctx context.Context, stdout, stderr *output) *program {
	sets := []*rest.Set{sets.Snippets().Schemes(session.Scheme{}, basic.Scheme{}, token.Scheme{})}
	return newProgram(ctx, ours(), sets, strings.NewReader(""), stdout, stderr, env())
}

// tokens runs "user" of a program that takes tokens, and returns what it writes, and its mistake.
func tokens(t *testing.T, args ...string) (stdout, stderr, mistake string) {
	t.Helper()
	var out, errs output
	p := withTokens(t.Context(), &out, &errs)
	command, err := p.parse(append([]string{"user"}, args...))
	if err == nil {
		err = command.Run()
	}
	if err != nil {
		mistake = err.Error()
	}
	return out.String(), errs.String(), mistake
}

// A token is shown once, where a script can take it, works until it is revoked, and is in no log.
func TestUserToken(t *testing.T) {
	t.Chdir(t.TempDir())
	call(t, 0, "a-password", env(), "user", "add", "alice")
	stdout, stderr, mistake := tokens(t, "token", "alice", "--name", "laptop")
	if !regexp.MustCompile(`^rsf_[a-z2-7]{52}\n$`).MatchString(stdout) || mistake != "" {
		t.Fatalf("got %q and the mistake %q, want only a token", stdout, mistake)
	}
	secret := strings.TrimSpace(stdout)
	if !regexp.MustCompile(`^Made token "laptop" of account "alice"; it expires \S+\. It is shown this once:\n$`).MatchString(stderr) {
		t.Errorf("on standard error: got %q", stderr)
	}
	other, _, _ := tokens(t, "token", "alice", "--name", "ci", "--expires", "never", "--scopes", "read,snippets:create")

	var out, log output
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		p := withTokens(ctx, &out, &log)
		command, err := p.parse([]string{"serve", "--listen", "127.0.0.1:0", "--log-level", "debug", "--log-requests"})
		if err == nil {
			err = command.Run(command)
		}
		ended <- err
	}()
	address := out.await(t, regexp.MustCompile(`at http://(\S+)/\n`))[1]
	status := func(secret string) int {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+address+"/snippets/", strings.NewReader(`{"code":"x"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+secret)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.StatusCode
	}
	for about, want := range map[string]int{secret: 201, strings.TrimSpace(other): 201, secret[:20]: 403} {
		if got := status(about); got != want {
			t.Errorf("%.12s…: got %d, want %d", about, got, want)
		}
	}
	if got, _, mistake := tokens(t, "tokens", "alice", "--revoke", "laptop"); got != "Revoked token \"laptop\" of account \"alice\".\n" {
		t.Errorf("revoke: got %q, %q", got, mistake)
	}
	if got := status(secret); got != 403 {
		t.Errorf("a token that is revoked: got %d, want 403", got)
	}
	list, _, _ := tokens(t, "tokens", "alice")
	if want := "NAME    BEGINS WITH  SCOPES                CREATED               EXPIRES               LAST USED             REVOKED\n" +
		"laptop  …   all                   …  …  …  …\nci      …   read,snippets:create  …  never                 …  no\n"; !pattern(want).MatchString(list) {
		t.Errorf("got the list\n%swant\n%s", list, want)
	}
	if got, _, _ := tokens(t, "tokens", "alice", "--revoke-all"); got != "Revoked the tokens of account \"alice\": 1.\n" {
		t.Errorf("revoke all: got %q", got)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	for name, text := range map[string]string{"log": log.String(), "output": out.String(), "list": list} {
		if strings.Contains(text, secret[len("rsf_")+6:]) || strings.Contains(text, secret[:20]) {
			t.Errorf("%s: has the token:\n%s", name, text)
		}
	}
	if !strings.Contains(log.String(), "event=login_failed scheme=token user=1 username=alice") {
		t.Errorf("a refused token is not logged:\n%s", log.String())
	}
}

func TestUserTokenMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	call(t, 0, "a-password", env(), "user", "add", "alice")
	call(t, 0, "a-password", env(), "user", "add", "ivan", "--inactive")
	if _, _, mistake := tokens(t, "token", "alice", "--name", "laptop"); mistake != "" {
		t.Fatal(mistake)
	}
	for _, tt := range []struct{ about, args, want string }{
		{"a name twice", "token alice --name laptop", `account "alice" has a token named "laptop" already; revoke it with "resourceful user tokens", or write another name`},
		{"nobody", "token carol --name x", `there is no account named "carol" in the database (SQLite, file snippets.sqlite)`},
		{"inactive", "token ivan --name x", `account "ivan" is inactive; its tokens would be refused`},
		{"no name", "token alice", `missing flags: --name=LABEL`},
		{"empty name", "token alice --name=", `name "": write up to 100 characters in one line`},
		{"control character", "token alice --name=a\x1bb", `name "a\x1bb": write up to 100 characters in one line`},
		{"no time", "token alice --name x --expires soon", `expires: "soon" is not a duration; write 90d, 12h or never`},
		{"past", "token alice --name x --expires=-1d", `expires: "-1d" is not a duration; write 90d, 12h or never`},
		{"nothing", "token alice --name x --expires 0d", `expires: "0d" is not a duration; write 90d, 12h or never`},
		{"too many days", "token alice --name x --expires 99999999d", `expires: "99999999d" is not a duration; write 90d, 12h or never`},
		{"unknown token", "tokens alice --revoke phone", `account "alice" has no token named "phone" that is not revoked`},
		{"one and all", "tokens alice --revoke laptop --revoke-all", `--revoke and --revoke-all can't be used together`},
	} {
		if stdout, _, got := tokens(t, strings.Split(tt.args, " ")...); got != tt.want || stdout != "" {
			t.Errorf("%s\n got %s, with %q\nwant %s", tt.about, got, stdout, tt.want)
		}
	}
	// A set that does not list the scheme would refuse the token.
	if _, got := call(t, 1, "", env(), "user", "token", "alice", "--name", "x"); got != "resourceful: configuration snippets takes no tokens; list token.Scheme{} in the Schemes of its set\n" {
		t.Errorf("got %q", got)
	}
	if err := os.Remove("snippets.sqlite"); err != nil {
		t.Fatal(err)
	}
	if _, _, got := tokens(t, "tokens", "alice"); !strings.HasPrefix(got, "there is no database") {
		t.Errorf("got %q", got)
	}
}
