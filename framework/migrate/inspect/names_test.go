// Tests of names.

package inspect

import "testing"

func TestSingular(t *testing.T) {
	tests := []struct{ many, one, again string }{
		{"orders", "order", "orders"},
		{"categories", "category", "categories"},
		{"addresses", "address", "addresses"},
		{"address", "address", "addresses"},
		{"order_statuses", "order_status", "order_statuses"},
		{"boxes", "box", "boxes"},
		{"branches", "branch", "branches"},
		{"people", "person", "people"},
		{"sales_people", "sales_person", "sales_people"},
		{"news", "news", "news"},
		{"staff", "staff", "staff"},
		{"houses", "house", "houses"},
		{"movies", "movie", "movies"},
		{"series", "series", "series"},
		{"film", "film", "films"},
		{"bus", "bus", "buses"},
		{"s", "s", "ses"},
		{"os", "os", "oses"},
	}
	for _, tt := range tests {
		if one, again := singular(tt.many), plural(tt.many); one != tt.one || again != tt.again {
			t.Errorf("%s: got %q and %q, want %q and %q", tt.many, one, again, tt.one, tt.again)
		}
	}
}

func TestGoName(t *testing.T) {
	for name, want := range map[string]string{
		"order_id": "OrderID", "url": "URL", "api_url_list": "APIURLList", "type": "Type", "_2fa": "Field2fa", "__": "Field", "a__b": "AB", "x1": "X1", "order_no": "OrderNo",
	} {
		if got := goName(name, "Field"); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestSnakeOf(t *testing.T) {
	for written, want := range map[string]string{"InvoiceLine": "invoice_line", "invoiceline": "invoiceline", "ArtistId": "artist_id", "URL": "url", "Film Id": "film id"} {
		name := []byte(written)
		for i, c := range name {
			if c >= 'A' && c <= 'Z' {
				name[i] = c | 0x20
			}
		}
		if got := snakeOf(string(name), written); got != want {
			t.Errorf("%s: got %q, want %q", written, got, want)
		}
	}
}
