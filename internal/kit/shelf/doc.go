// Package shelf keeps the files that people add to a record: photos of what is broken or was found, and papers behind
// a posting.
//
// What always holds: a photo is kept as a JPEG that was redrawn, so that nothing of the file stays except its pixels.
// A paper is a PDF, which is kept as it is, since whoever gets it must find it unchanged, or a picture without anything
// but its pixels, whose small print stays readable. What a file is, its content says (kit/web), and never its name. A
// file is in its owner's table, in the row of its record and place, and goes with them.
package shelf
