// Package gst knows India's goods and services tax: the numbers of taxpayers (GSTIN, PAN), and what the government's
// public records say about one.
//
// # Words
//
// A GSTIN is the number of an ordinary taxpayer: state, PAN, entity, Z, check character. The upstream is the public
// search that a GST Suvidha Provider resells; the operator sets its address and headers. A record is what it says
// about a GSTIN, in the contract's words. A filing is the newest return that the taxpayer has filed. A fault is a
// failure of the upstream, with a reason that is fit for the log.
//
// # What always holds
//
//   - The upstream is asked only for numbers whose form and check character are right, and once for all who ask for
//     the same number at the same time; who gives up waiting doesn't stop the others' call.
//   - A lookup takes 5 seconds at most. After repeated failures it fails at once for half a minute, then one call
//     tries whether the upstream is back.
//   - A record counts for 24 hours, in memory and in the database, for the upstream that gave it. Failures and
//     numbers that don't exist are not kept. Where only the call for returns has failed, the record is kept without
//     a filing, and that call is made again the next time.
//   - What the upstream says never reaches a caller or the log as it is: a record holds cleaned text of limited
//     length, a failure one sentence of ours. Its address (which may hold a key) and its headers are in no log line,
//     error or metric; its host is.
//   - Nothing here belongs to an organization: the records are public and the same for everyone.
//
// # Who may import it
//
// Everybody above it for the form of numbers. app, for the service.
package gst
