// Package registration keeps the cards that guests complete and sign on arrival, and the register of guests that the
// police may see.
//
// Words: a card is that of a whole party, or of one adult guest of the stay, by the hotel's choice; either way the
// booking's own guest has one, under the booking's id. It is issued when it gets its number, which is when somebody
// asks for it or signs it. It is signed on the desk's screen, on a tablet that has opened the card's link, or on paper.
//
// What always holds: numbers of cards come from a series without gaps. Of a document's number a card and the register
// show the last four characters. What stands in a guest's record is on the card only for who may view guests; its place
// is left empty for others. A link shows and signs nothing but its card, once, for half an hour; a newer link of the
// card ends it. What guests have signed and answered is deleted when the hotel's period is over, which its state's law
// gives; the stay itself stays in the register.
package registration
