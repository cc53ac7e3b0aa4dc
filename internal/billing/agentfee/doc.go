// Package agentfee keeps travel agents' commission: what is agreed with an agent, which bookings are its, what they
// have earned it, its bills and their payment.
//
// What always holds: a booking's agent is the company that was said to be, or else the agent that it is for. Commission
// is reckoned on what the booking's folio charges, before tax, once its guests have left; a stay that was called off
// earns on what it was charged. A bill has of each booking what that has earned by then less what earlier bills have,
// so credit notes and corrections lower the next one. A bill is posted when it is recorded (commission, input tax, TDS
// and what is owed), paid as a whole, and reversed while it is unpaid; nothing else changes it. What unpaid bills owe
// is the balance of the books' own account AgentPayable.
package agentfee
