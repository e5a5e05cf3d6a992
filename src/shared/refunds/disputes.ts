/**
 * What a dispute means for a payment: an `inquiry` moves no money, `open` holds it at the bank, `lifted` leaves it with us, and `lost` gave it
 * back to the cardholder. After an appeal it is open again.
 */
export type DisputeStanding = 'inquiry' | 'open' | 'lifted' | 'lost'
