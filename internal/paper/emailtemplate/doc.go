// Package emailtemplate keeps the texts of the mails that a hotel sends its guests, and makes mails of them.
//
// # Making a mail
//
// Values take the place of {{key}} first; the result is cleaned afterwards, so a value that reaches a tag or a link
// is held to the same rules as what the author wrote. Values are escaped in HTML and put on one line in the subject;
// a key without a value becomes nothing. Only the body is HTML: header and footer are text.
//
// Cleaning happens whenever a mail is made, not when a template is stored: what is stored may be older than the
// rules. What always holds of a cleaned body: it has no script, event handler, form, frame, style sheet, or element of
// another language (SVG, MathML); links go to http, https, mailto and tel, pictures come by http and https, both as
// whole addresses; inline styles neither load anything nor leave the body's place; and every element is closed, no
// cell or row stands outside a table, so the body can't end the layout around it. It takes time in proportion to the
// body's length: nothing here builds a tree, which hostile HTML can make grow with the square of its length.
//
// # Defaults
//
// Every organization begins with one template of each type but custom, and each is its type's default. What always
// holds, whatever happens at the same moment: a type has at most one default (the database has a unique index), and
// a type that had a default keeps one. A default can go when it is the last beside the one that the organization
// began with, which then takes over.
//
// # Who may import it
//
// What sends mails to guests and colleagues (notification, quote, invoice …), for Render, and app.
package emailtemplate
