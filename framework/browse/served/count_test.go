package served_test

type note struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text"`
}
