import { randomUUID } from 'node:crypto'
import { makeAdministrator } from '../../src/server/features/accounts/administrators/commands.ts'
import { replacePassword } from '../../src/server/features/accounts/password-changes/commands.ts'
import * as auditCalls from '../../src/shared/audit/staff-calls.ts'
import { calls } from '../../src/shared/paths.ts'
import { pathOf } from '../../src/shared/contract.ts'
import * as codeCalls from '../../src/shared/codes/staff-calls.ts'
import * as settingsCalls from '../../src/shared/settings/staff-calls.ts'
import type { Browser } from './browser.ts'
import { CODE_TERMS } from './codes.ts'
import { runEmailChanges, tokenIn } from './email-changes.ts'
import { newestToken } from './links.ts'
import { createStaff } from './movers.ts'
import { addPasskey, createMember, signInBy, visitorByName } from './passkeys.ts'
import { EMAIL, REASON, type Writers } from './payment-writers.ts'
import { letProofsEnd } from './proofs.ts'
import { setUpFactor } from './second-factors.ts'
import type { TestApp } from './test-app.ts'

export const PASSWORD = 'wombat-lanterns-ferries'

/** Returns the account features' files that write audit entries. `traveller` signs up a customer with the test password. */
export function accountWriters(site: TestApp, traveller: () => Promise<Browser>): Writers {
  const { db, now } = site.deps

  async function askForAddress(): Promise<void> {
    const person = await traveller()
    await db.updateTable('users').set({ email_confirmed_at: now() }).where('email', '=', person.email).execute()
    await person.post(calls.changeEmail, { email: `${randomUUID()}.${EMAIL}`, password: PASSWORD })
  }

  async function resetByLink(email: string): Promise<void> {
    await site.visitor().post(calls.forgotPassword, { email })
    await site.visitor().post(calls.resetPassword, { token: await newestToken(site, email, 'reset'), password: PASSWORD })
  }

  return {
    'settings/settings.ts': [
      async () => {
        const settings = { version: 1, bankDetails: 'IBAN 1', currency: 'eur', goodwillCeilings: { usd: 1_000_000 } }
        await (await createStaff(site, 'admin')).put(settingsCalls.getSettings.path, settings)
      },
      ['settings.changed'],
    ],
    'codes/codes.ts': [
      async () => {
        const [id, manager] = [randomUUID(), await createStaff(site, 'manager')]
        await manager.post(codeCalls.addCode.path, { id, text: 'WOMBAT', ...CODE_TERMS })
        await manager.put(pathOf(codeCalls.changeCode, { id }), { version: 1, ...CODE_TERMS, isActive: false })
      },
      ['code.added', 'code.changed'],
    ],
    'codes/campaigns.ts': [
      async () => {
        const manager = await createStaff(site, 'manager')
        await manager.post(codeCalls.addCampaign.path, { name: 'Wombats', prefix: 'WOMBAT', count: 2, ...CODE_TERMS })
        await manager.put(codeCalls.switchCampaign.path, { campaign: 'Wombats', isActive: false })
        await manager.post(codeCalls.addCampaign.path, { name: 'Wombat fair', prefix: 'LANE', count: 2, ...CODE_TERMS })
        await manager.get(`${codeCalls.downloadCampaign.path}?campaign=Wombat%20fair`)
      },
      ['code.campaign_made', 'code.campaign_switched', 'code.exported'],
    ],
    'settings/taxes.ts': [
      async () => {
        const [id, admin] = [randomUUID(), await createStaff(site, 'admin')]
        await admin.post(settingsCalls.listTaxCategories.path, { id, name: 'Wombat Lane', accountKey: '3', rateBasisPoints: 1900 })
        await admin.put(pathOf(settingsCalls.changeTaxCategory, { id }), {
          version: 1,
          name: 'Wombat Lane',
          accountKey: '',
          isActive: false,
        })
        await admin.delete(pathOf(settingsCalls.changeTaxCategory, { id }))
      },
      ['tax_category.added', 'tax_category.changed', 'tax_category.deleted'],
    ],
    'accounts/password-changes/commands.ts': [
      async () => {
        const person = { name: 'Xanthippe Quill', email: EMAIL, password: PASSWORD }
        const { email } = await traveller()
        await makeAdministrator(site.deps, person)
        await makeAdministrator(site.deps, { ...person, email })
        await replacePassword(db, EMAIL, PASSWORD, now())
      },
      ['role.changed', 'password.set'],
    ],
    'accounts/administrators/commands.ts': [
      async () => makeAdministrator(site.deps, { name: 'Xanthippe Quill', email: `boss.${EMAIL}`, password: PASSWORD }),
      ['account.created'],
    ],
    'accounts/email-changes/routes.ts': [askForAddress, ['email.change_asked']],
    'accounts/email-changes/commands.ts': [
      async () => {
        await askForAddress()
        await runEmailChanges(site)
        const objection = await tokenIn(site, 'email-changing')
        await site.visitor().post(calls.confirmEmail, { token: await tokenIn(site, 'email-change') })
        await site.visitor().post(calls.objectToEmail, { token: objection })
      },
      ['email.changed', 'email.change_undone'],
    ],
    'accounts/identity/routes.ts': [
      async () => {
        const person = await traveller()
        await person.post(calls.confirmIdentity, { password: REASON })
        await person.post(calls.confirmIdentity, { password: PASSWORD })
        const manager = await createStaff(site, 'manager')
        await letProofsEnd(site, manager)
        await manager.get(auditCalls.downloadAudit.path)
      },
      ['identity.refused', 'identity.confirmed', 'identity.asked'],
    ],
    'accounts/own-data/commands.ts': [
      async () => (await traveller()).post(calls.deleteAccount, { password: PASSWORD }),
      ['account.deleted'],
    ],
    'accounts/passkeys/commands.ts': [
      async () => {
        const member = await createMember(site)
        await addPasskey(site, member)
        await member.delete(calls.passkey((await member.get(calls.passkeys)).json.passkeys[0].id))
      },
      ['passkey.added', 'passkey.removed'],
    ],
    'accounts/passkeys/sign-in-routes.ts': [
      async () => signInBy(await addPasskey(site, await createMember(site)), visitorByName(site), { origin: EMAIL }),
      ['session.refused'],
    ],
    'accounts/sessions/refusals.ts': [
      async () => site.visitor().post(calls.login, { email: (await traveller()).email, password: REASON }),
      ['session.refused'],
    ],
    'accounts/sessions/starting.ts': [traveller, ['session.signed_in']],
    'accounts/people/commands.ts': [
      async () => {
        const boss = await createStaff(site, 'admin')
        const person = await traveller()
        await setUpFactor(site, person, PASSWORD)
        const { id } = await db.selectFrom('users').select('id').where('email', '=', person.email).executeTakeFirstOrThrow()
        await boss.post(calls.resetFactor(id))
        await boss.post(calls.changeRole(id), { role: 'staff' })
        await boss.post(calls.disableAccount(id))
        await boss.post(calls.enableAccount(id))
        await boss.post(calls.invitePerson, { name: 'Xanthippe Quill', email: `invited.${EMAIL}`, role: 'staff' })
      },
      ['second_factor.reset', 'role.changed', 'account.disabled', 'account.enabled', 'account.invited'],
    ],
    'accounts/clean-start/commands.ts': [
      async () => {
        const { email } = await traveller()
        await db.updateTable('users').set({ email_confirmed_at: null }).where('email', '=', email).execute()
        await resetByLink(email)
      },
      ['account.cleared'],
    ],
    'accounts/recovery/commands.ts': [async () => resetByLink((await traveller()).email), ['password.reset']],
    'accounts/second-factor/routes.ts': [
      async () => {
        const person = await traveller()
        const { recoveryCodes } = await setUpFactor(site, person, PASSWORD)
        await person.post(calls.removeSecondFactor, { password: PASSWORD, code: recoveryCodes[0] })
      },
      ['second_factor.set_up', 'second_factor.removed'],
    ],
  }
}
