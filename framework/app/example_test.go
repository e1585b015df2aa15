package app_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"

	"example.com/resourceful/framework/app"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type Book struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title"`
}

// A program with its own router has a service below /api/.
func ExampleNew() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	ctx := context.Background()
	books := rest.NewSet("shop", rest.ViewSet[Book]{Path: "/books/", Access: permission.Anyone})
	service, err := app.New(ctx, app.Options{Settings: map[string]string{
		"database": filepath.Join(folder, "shop.sqlite"), "base-url": "https://example.com/api", "allowed-hosts": "*",
	}}, books)
	if err != nil {
		log.Fatal(err)
	}
	defer service.Close()
	if err := service.Start(ctx); err != nil {
		log.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/api/", service.Handler())
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "The shop.") })

	server := httptest.NewServer(mux)
	defer server.Close()
	for _, path := range []string{"/", "/api/"} {
		response, err := http.Get(server.URL + path)
		if err != nil {
			log.Fatal(err)
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		fmt.Println(string(body))
	}
	// Output:
	// The shop.
	// {"books":"https://example.com/api/books/"}
}
