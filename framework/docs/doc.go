// Package docs holds the pages about the framework, one subject a page. Its tests run the commands and
// build the programs that the pages and the README show.
package docs
