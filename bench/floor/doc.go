// Package floor is what Sarai is measured beside: net/http without any work for reading, and for booking the same rows
// in one transaction without layers and without HTTP, on either engine.
package floor
