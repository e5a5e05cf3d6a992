import { get } from '#shared/contract.ts'
import { moveSchema } from './moves.ts'

// Beyond specification §7.
export const getMove = get('/bookings/:id/move', { may: 'signedIn', returns: moveSchema })
/** Only once the move is confirmed. */
export const downloadMoveEvent = get('/bookings/:id/move.ics', { may: 'signedIn' })
