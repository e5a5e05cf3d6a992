import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'
import { useReload } from '#web/lib/use-send.ts'
import { confirmationQuery } from './get-confirmation.ts'

export function saveTravellers(bookingId: string, travellers: { names: string[]; phone: string }) {
  return postJson(calls.travellers(bookingId), travellers)
}

/** Resolves after the saved names have been refetched, so that the form can close over them. */
export function useSaveTravellers(bookingId: string) {
  const reload = useReload(confirmationQuery(bookingId).queryKey)
  return async (travellers: Parameters<typeof saveTravellers>[1]) => {
    await saveTravellers(bookingId, travellers)
    await reload()
  }
}
