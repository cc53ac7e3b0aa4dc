// Package company keeps the companies that book rooms for their people: how to reach them, their GSTIN, and which rate
// plans they have negotiated. What they owe is not known here.
//
// What always holds: a code, where there is one, is unique in its organization whatever its case. The GSTIN of a
// company has its check character right, since it goes on invoices. A company that a rate plan names can't be deleted;
// a foreign key sees to it.
//
// The permissions are those of the module guests. Who may import it: app.
package company
