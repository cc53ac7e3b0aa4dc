// Package approval has a second person say yes to what is above a hotel's limits: refunds, voids, credit notes,
// vouchers, allowances, discounts and nights for nothing.
//
// An act is what a request does of one kind, as the events tell that it publishes. The service listens: at the end of
// each person's transaction it compares the sums of its acts with the limits, and an act above one undoes all of it
// with Needed. So whatever makes an act impossible is answered first, and no way to do it goes around the limit. The
// request is kept then, as an approval that waits (pending), and answered 202.
//
// Approving makes the request again on behalf of who has asked, with the approver's consent in its scope. The act's own
// transaction turns the approval from pending to approved, by a conditional update, so that of two managers one counts,
// and an act that fails leaves its approval pending. A code at the desk is the same without waiting.
//
// What always holds: nothing of a request is stored while it waits, but the approval. Nobody consents to what they have
// asked for themselves, unless the hotel lets them. Consent covers the amounts that were asked for, and no more. Both
// persons are in the audit log. What jobs do needs nobody. A hotel without limits sees none of this.
package approval
