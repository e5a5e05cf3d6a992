import { randomUUID } from 'node:crypto'
import { makeAdministrator } from '../../src/server/features/accounts/people/staff.ts'
import { replacePassword } from '../../src/server/features/accounts/password-changes.ts'
import * as auditCalls from '../../src/shared/audit/staff-calls.ts'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import * as securityCalls from '../../src/shared/accounts/security-calls.ts'
import * as passkeyCalls from '../../src/shared/accounts/passkey-calls.ts'
import * as peopleCalls from '../../src/shared/accounts/staff-calls.ts'
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
    await person.post(securityCalls.changeEmail.path, { email: `${randomUUID()}.${EMAIL}`, password: PASSWORD })
  }

  async function resetByLink(email: string): Promise<void> {
    await site.visitor().post(accountCalls.forgotPassword.path, { email })
    await site.visitor().post(accountCalls.resetPassword.path, { token: await newestToken(site, email, 'reset'), password: PASSWORD })
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
    'accounts/password-changes.ts': [
      async () => {
        const person = { name: 'Xanthippe Quill', email: EMAIL, password: PASSWORD }
        const { email } = await traveller()
        await makeAdministrator(site.deps, person)
        await makeAdministrator(site.deps, { ...person, email })
        await replacePassword(db, EMAIL, PASSWORD, now())
      },
      ['role.changed', 'password.set'],
    ],
    'accounts/people/staff.ts': [
      async () => makeAdministrator(site.deps, { name: 'Xanthippe Quill', email: `boss.${EMAIL}`, password: PASSWORD }),
      ['account.created'],
    ],
    'accounts/email-changes.ts': [
      async () => {
        await askForAddress()
        await runEmailChanges(site)
        const objection = await tokenIn(site, 'email-changing')
        await site.visitor().post(accountCalls.confirmEmail.path, { token: await tokenIn(site, 'email-change') })
        await site.visitor().post(accountCalls.objectToEmail.path, { token: objection })
      },
      ['email.change_asked', 'email.changed', 'email.change_undone'],
    ],
    'accounts/identity.ts': [
      async () => {
        const person = await traveller()
        await person.post(passkeyCalls.confirmIdentity.path, { password: REASON })
        await person.post(passkeyCalls.confirmIdentity.path, { password: PASSWORD })
        const manager = await createStaff(site, 'manager')
        await letProofsEnd(site, manager)
        await manager.get(auditCalls.downloadAudit.path)
      },
      ['identity.refused', 'identity.confirmed', 'identity.asked'],
    ],
    'accounts/own-data.ts': [
      async () => (await traveller()).post(securityCalls.deleteAccount.path, { password: PASSWORD }),
      ['account.deleted'],
    ],
    'accounts/passkeys/passkeys.ts': [
      async () => {
        const member = await createMember(site)
        await addPasskey(site, member)
        await member.delete(
          pathOf(passkeyCalls.removePasskey, { id: (await member.get(passkeyCalls.listPasskeys.path)).json.passkeys[0].id }),
        )
      },
      ['passkey.added', 'passkey.removed'],
    ],
    'accounts/passkeys/sign-in.ts': [
      async () => signInBy(await addPasskey(site, await createMember(site)), visitorByName(site), { origin: EMAIL }),
      ['session.refused'],
    ],
    'accounts/sessions/sign-in.ts': [
      async () => site.visitor().post(accountCalls.logIn.path, { email: (await traveller()).email, password: REASON }),
      ['session.signed_in', 'session.refused'],
    ],
    'accounts/people/actions.ts': [
      async () => {
        const boss = await createStaff(site, 'admin')
        const person = await traveller()
        await setUpFactor(site, person, PASSWORD)
        const { id } = await db.selectFrom('users').select('id').where('email', '=', person.email).executeTakeFirstOrThrow()
        await boss.post(pathOf(peopleCalls.resetFactor, { id }))
        await boss.post(pathOf(peopleCalls.changeRole, { id }), { role: 'staff' })
        await boss.post(pathOf(peopleCalls.disableAccount, { id }))
        await boss.post(pathOf(peopleCalls.enableAccount, { id }))
        await boss.post(peopleCalls.invitePerson.path, { name: 'Xanthippe Quill', email: `invited.${EMAIL}`, role: 'staff' })
      },
      ['second_factor.reset', 'role.changed', 'account.disabled', 'account.enabled', 'account.invited'],
    ],
    'accounts/clean-start.ts': [
      async () => {
        const { email } = await traveller()
        await db.updateTable('users').set({ email_confirmed_at: null }).where('email', '=', email).execute()
        await resetByLink(email)
      },
      ['account.cleared'],
    ],
    'accounts/recovery.ts': [async () => resetByLink((await traveller()).email), ['password.reset']],
    'accounts/second-factor.ts': [
      async () => {
        const person = await traveller()
        const { recoveryCodes } = await setUpFactor(site, person, PASSWORD)
        await person.post(securityCalls.removeSecondFactor.path, { password: PASSWORD, code: recoveryCodes[0] })
      },
      ['second_factor.set_up', 'second_factor.removed'],
    ],
  }
}
