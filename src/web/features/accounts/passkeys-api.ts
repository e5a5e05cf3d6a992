import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import type { Lenient } from '#shared/lenient.ts'
import { newPasskeyOptionsSchema, type passkeySchema, passkeysSchema, type renamePasskeyBodySchema } from '#shared/passkeys.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, postJson, responseOf, sendJson } from '#web/lib/http.ts'
import { canKeepPasskey, createOnDevice } from './device-passkeys.ts'

export type Passkey = Lenient<typeof passkeySchema>

export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: ({ signal }) => responseOf(passkeysSchema, getJson(calls.passkeys, {}, { signal })),
  staleTime: 0,
})

/** Whether this very device can keep a passkey. */
export const ownDeviceQuery = queryOptions({ queryKey: ['device', 'passkeys'], queryFn: canKeepPasskey, staleTime: Infinity })

/** Has this browser make a passkey for the account of whoever is signed in. */
export async function addPasskey(): Promise<void> {
  const options = await exactResponseOf(newPasskeyOptionsSchema, getJson(calls.newPasskey))
  await postJson(calls.newPasskey, { passkey: await createOnDevice(options) })
}

export const renamePasskey = (id: string, body: z.infer<typeof renamePasskeyBodySchema>) => sendJson('PUT', calls.passkey(id), body)
export const removePasskey = (id: string) => sendJson('DELETE', calls.passkey(id))
export const putOffPasskey = () => sendJson('DELETE', calls.newPasskey)
