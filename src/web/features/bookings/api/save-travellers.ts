import { saveTravellers } from '#shared/bookings/confirmation-calls.ts'
import { ask } from '#web/lib/ask.ts'
import { useReload } from '#web/lib/use-send.ts'
import { confirmationQuery } from './get-confirmation.ts'

/** Resolves after the saved names have been refetched, so that the form can close over them. */
export function useSaveTravellers(bookingId: string) {
  const reload = useReload(confirmationQuery(bookingId).queryKey)
  return async (body: { names: string[]; phone: string }) => {
    await ask(saveTravellers, { params: { id: bookingId }, body })
    await reload()
  }
}
