import { afterAll, expect, test } from 'vitest'
import * as passkeyCalls from '#shared/accounts/passkey-calls.ts'
import { Authenticator } from '../../../../../tests/support/authenticator.ts'
import { isAnyWaiting } from '../../../../../tests/support/lock-waits.ts'
import { createMember, originByName } from '../../../../../tests/support/passkeys.ts'
import { poll } from '../../../../../tests/support/poll.ts'
import { createTestApp } from '../../../../../tests/support/test-app.ts'

const site = await createTestApp()
const { db } = site.deps
afterAll(async () => site.close())

test('a passkey is not added when its owner is signed out meanwhile', async () => {
  const member = await createMember(site)
  const { id } = await db.selectFrom('users').select('id').where('email', '=', member.email).executeTakeFirstOrThrow()
  const options = await member.get(passkeyCalls.addPasskey.path)
  const passkey = new Authenticator(originByName(site)).create(options.json)
  const { pending } = await db.transaction().execute(async (trx) => {
    await trx.updateTable('sessions').set({ revoked_at: new Date() }).where('user_id', '=', id).execute()
    const adding = member.post(passkeyCalls.addPasskey.path, { passkey })
    await Promise.race([adding, poll('the passkey to wait', async () => isAnyWaiting(db))])
    return { pending: adding }
  })
  const { status } = await pending
  const kept = await db.selectFrom('passkeys').select('id').where('user_id', '=', id).execute()
  expect({ status, kept }).toEqual({ status: 401, kept: [] })
})
