/**
 * `blocked`: waits for the end of a dispute. `lost`: the dispute was lost, so that the bank has given the money back itself. `settled`: paid
 * another way than through the card provider.
 */
export type RefundState = 'requested' | 'pending' | 'succeeded' | 'failed' | 'canceled' | 'blocked' | 'lost' | 'settled'

export type RefundCause = 'cancellation' | 'duplicate' | 'late' | 'external' | 'quarantined' | 'goodwill'
