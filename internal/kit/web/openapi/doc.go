// Package openapi makes the API's document (OpenAPI 3.1) of what the routes are, and the page that shows it.
//
// A type says by itself how its values are written, where its fields don't: by a method InJSON, which names a type of
// Go that is written alike and adds tags of a field, such as format:"date". So packages describe their types without
// importing anything of kit/web. The same schemas check the requests (package intake).
package openapi
