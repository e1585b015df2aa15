package s3_test

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"example.com/resourceful/framework/files/filestest"
	"example.com/resourceful/framework/files/s3"
)

func TestStore(t *testing.T) {
	backend := s3mem.New()
	if err := backend.CreateBucket("tracker"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	at := "?region=eu-central-1&endpoint=" + url.QueryEscape(server.URL)
	for _, address := range []string{"s3://tracker" + at, "s3://tracker/folder" + at} {
		store, err := s3.Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		filestest.Store(t, store)
	}
	for address, want := range map[string]string{
		"s3://other" + at:                "there is no bucket other",
		"s3://key:secret@tracker":        "credentials belong into the environment",
		"s3://tracker?zone=1":            `no parameter "zone"`,
		"s3://tracker?endpoint=minio:80": "endpoint=minio:80 is not an address",
		"https://tracker":                "s3://bucket",
	} {
		if _, err := s3.Open(t.Context(), address); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", address, err, want)
		}
	}
}
