// Package pdf draws A4 pages with text in the scripts of India, lines, areas and a picture, and writes them as a PDF.
//
// Text is shaped (go-text/typesetting, a port of HarfBuzz), so that conjuncts, vowel signs and right-to-left words look
// right. The glyphs go into the file by their numbers, in subsets of the embedded fonts, with the text that they stand
// for, so text can be selected, searched and copied.
//
// What always holds:
//   - The same calls give the same bytes, at any time, in any process, on any processor: every length is a whole
//     number, nothing depends on map order, and the file's dates and id come from what is drawn.
//   - A letter that none of the fonts has is drawn as an empty box; it can still be copied.
//   - Fonts are read once for each process, when first needed.
package pdf
