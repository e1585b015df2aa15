package plain

var Sentences = sentences
