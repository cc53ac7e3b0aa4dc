// Amounts of the API are decimals; no currency has more than three places.
const unit = 1000

/** exact takes off what computing with decimals leaves behind, such as the end of 0.30000000000000004. */
export const exact = (amount: number): number => Math.round(amount * unit) / unit

/** sum adds up amounts of money. */
export const sum = (amounts: readonly number[]): number => exact(amounts.reduce((all, amount) => all + amount, 0))
