// Package emailtemplate keeps the texts of the mails that a hotel sends its guests, and makes mails from them.
//
// # Making a mail
//
// Values replace {{key}} first, and the result is cleaned afterwards, so a value that ends up in a tag or a link obeys
// the same rules as what the author wrote. Values are escaped in HTML and put on one line in the subject; a key without
// a value becomes nothing. Only the body is HTML; header and footer are text.
//
// Cleaning happens whenever a mail is made, not when a template is stored, because a stored template may be older than
// the rules. What always holds of a cleaned body:
//   - It has no script, event handler, form, frame, style sheet, or element of another language (SVG, MathML).
//   - Links go to http, https, mailto and tel; pictures load over http and https; both are absolute addresses.
//   - Inline styles load nothing and stay in the body's place.
//   - Every element is closed and no cell or row stands outside a table, so the body can't break the layout around it.
//
// Cleaning takes time in proportion to the body's length: nothing here builds a tree, which hostile HTML could make
// grow with the square of its length.
//
// # Defaults
//
// Every organization begins with one template of each type but custom, each the default of its type. What always holds,
// whatever happens at the same time: a type has at most one default (the database has a unique index), and a type that
// had a default keeps one. A default can be deleted if the only other template of its type is the one that the
// organization began with, which then becomes the default.
//
// # Who may import it
//
// Packages that send mails to guests and colleagues (notification, quote, invoice …), and app.
package emailtemplate
