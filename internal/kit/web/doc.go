// Package web makes an HTTP server of routes, which are data. Envelopes, errors, permissions, request ids, limits, logs
// and metrics are made here, once for all routes.
//
//	route.go      what a route is; file.go and upload.go: routes of files
//	server.go     the server, made of all routes
//	observe.go    what surrounds every request; limit.go: who is sent away before anything else
//	serve.go      what a route's request passes, in order; caller.go: on whose behalf
//	writer.go     what every answer passes; envelope.go, paging.go and failure.go: what is in it
//	fields.go     what bodies and views are made of
//
// What a request passes on its arrival is package intake, and the API's document package openapi. Only files that hold
// routes, bodies and views import this package.
package web
