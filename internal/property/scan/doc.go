// Package scan keeps pictures of guests' identity documents: of each guest one of each kind, of one or more pages.
//
// What is uploaded is never kept: pictures are decoded, bounded in size, and redrawn as JPEGs, so that nothing of the
// file stays except its pixels. Of a scanned PDF the pictures of its pages are taken, and redrawn likewise; a PDF that
// is anything else is refused, since it can't be cleaned for certain.
//
// What always holds: pages are encrypted in the database, each piece bound to its place, under keys derived from the
// token keys. A page is shown only to who may manage guests, with who looks at it, when, for which hotel and for what
// drawn all over it, and each look is an event of the guest, in the transaction that reads the page. A document is
// deleted with its guest, and when the hotel's period is over, counted from its upload. Whoever scans an Aadhaar card
// covers its first eight digits: hotels may not keep them, and no program can find them in a picture for certain.
package scan
