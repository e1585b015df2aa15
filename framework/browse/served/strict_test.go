package served_test

const (
	typeJSON = "application/json"
	typeYAML = "application/yaml"
	typeForm = "application/x-www-form-urlencoded"
)
