/** `blocked`: waits for the end of a dispute. `lost`: the dispute was lost, so the bank has returned the money itself. */
export type RefundState = 'requested' | 'pending' | 'succeeded' | 'failed' | 'canceled' | 'blocked' | 'lost'

export type RefundCause = 'cancellation' | 'duplicate' | 'late' | 'external' | 'quarantined' | 'goodwill'
