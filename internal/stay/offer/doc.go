// Package offer finds what a hotel can sell to a party for some nights: for each rate plan and category the price of
// each night with its tax, or why it isn't sold.
//
// Words: an offer is a product's price for a stay, as it is promised for 15 minutes. Its token is the promise itself,
// sealed: product, nights, prices and policies. It holds no room.
//
// What always holds:
//   - A night's tax is found after all rules, by what the night costs the party. What is included in a product is part
//     of that price and bears no tax of its own.
//   - An offer breaks none of the plan's windows and none of the restrictions of its nights and its departure date;
//     what breaks one is among the rejected, with every reason. Plans that the buyer may not see are not mentioned.
//   - A token is good for the organization that made it alone, and says what it said. What has changed in the meantime
//     doesn't change it.
//
// Who may import it: hold, booking, and app. What it needs to know of the front desk is a function.
package offer
