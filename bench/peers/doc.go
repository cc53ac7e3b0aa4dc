// Package peers measures other servers that do the work of Sarai's busiest requests beside it: those in its folders,
// which README.md describes.
package peers
