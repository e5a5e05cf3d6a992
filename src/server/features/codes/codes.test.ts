import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as codeCalls from '#shared/codes/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { askOffer } from '#shared/tours/offer-calls.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { CODE_TERMS } from '../../../../tests/support/codes.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let site: TestApp
let manager: Browser

beforeAll(async () => {
  site = await createTestApp()
  manager = await createStaff(site, 'manager')
})
afterAll(async () => site.close())

async function list(search = '') {
  return (await manager.get(`${codeCalls.listCodes.path}${search && `?search=${search}`}`)).json
}

test('a resent code is created once, in capitals, and its text can’t be used again', async () => {
  const body = { id: randomUUID(), text: ' spring10 ', ...CODE_TERMS }
  for (let time = 0; time < 2; time++) expect((await manager.post(codeCalls.addCode.path, body)).status).toBe(200)
  expect(await list('ring1')).toMatchObject([{ text: 'SPRING10', uses: 0, version: 1, gives: { kind: 'percent', percent: 10 } }])
  const other = await manager.post(codeCalls.addCode.path, { ...body, id: randomUUID() })
  expect([other.status, other.json.issues]).toEqual([400, [{ path: 'text', message: 'This code already exists' }]])
  const amount = { ...body, id: randomUUID(), text: 'FIVE-OFF', gives: { kind: 'amount', amountCents: 500 } }
  expect((await manager.post(codeCalls.addCode.path, amount)).json.issues[0]).toMatchObject({ path: 'currency' })
  expect((await manager.post(codeCalls.addCode.path, { ...body, id: randomUUID(), text: 'NO!' })).json.issues[0]).toMatchObject({
    path: 'text',
  })
})

test('a change to a code is refused if someone else has changed the code since', async () => {
  const id = randomUUID()
  await manager.post(codeCalls.addCode.path, { id, text: 'CHANGING', ...CODE_TERMS })
  const terms = { ...CODE_TERMS, mostUses: 5, usableTo: '2030-01-31' }
  expect((await manager.put(pathOf(codeCalls.changeCode, { id }), { version: 1, ...terms })).status).toBe(200)
  expect((await manager.put(pathOf(codeCalls.changeCode, { id }), { version: 1, ...CODE_TERMS })).json.code).toBe('settings_changed')
  expect(await list('changing')).toMatchObject([{ version: 2, mostUses: 5, usableTo: '2030-01-31' }])
})

test('a campaign has the requested number of codes, is one entry in the list, and can be downloaded as a file', async () => {
  const body = { name: 'Spring fair', prefix: 'fair', count: 500, ...CODE_TERMS }
  expect((await manager.post(codeCalls.addCampaign.path, body)).status).toBe(200)
  expect((await manager.post(codeCalls.addCampaign.path, body)).json.issues[0]).toMatchObject({ path: 'name' })
  const listed = (await list()).filter(({ campaign }: { campaign: string }) => campaign === 'Spring fair')
  expect(listed).toMatchObject([{ mostUses: 1, uses: 0 }])
  expect(await list('SPRING%20f')).toMatchObject([{ id: listed[0].id }])
  const { text } = await manager.get(`${codeCalls.downloadCampaign.path}?campaign=${encodeURIComponent('Spring fair')}`)
  const codes = text.trimEnd().split('\r\n').slice(1)
  expect(new Set(codes).size).toBe(500)
  const last = codes.at(-1)?.slice(1, 14) ?? ''
  expect(await list(last.toLowerCase())).toMatchObject([{ text: last }])
  expect(await list('fair-')).toMatchObject([{ id: listed[0].id }])
  expect(await list(last.slice(0, -1))).toEqual([])
  for (const line of codes) expect(line).toMatch(/^"FAIR-[A-HJ-NP-Z2-9]{8}",""$/)
  expect((await manager.get(`${codeCalls.downloadCampaign.path}?campaign=None`)).status).toBe(404)
  const { rows: entries } = await site.deps.pool.query<{ after: object; subject_id: string }>(
    `select after, subject_id from audit_entries where action = 'code.exported'`,
  )
  expect(entries).toEqual([{ after: { rows: 500, by_campaign: true }, subject_id: listed[0].id }])
})

test('a campaign says how many of its codes are used, and only managers can switch it off and on as a whole', async () => {
  const name = 'Autumn fair'
  await manager.post(codeCalls.addCampaign.path, { name, prefix: 'autumn', count: 5, ...CODE_TERMS })
  const ofCampaign = async () => (await list('autumn%20fair'))[0].ofCampaign
  const texts = (await manager.get(`${codeCalls.downloadCampaign.path}?campaign=Autumn%20fair`)).text.match(/AUTUMN-\w+/g) ?? []
  const [used = '', free = ''] = texts
  const ask = async (code: string) =>
    (
      await manager.post(askOffer.path, {
        tourId: 'batur-sunrise',
        date: '2027-03-01',
        optionId: 'german',
        startTime: '08:30',
        units: { adult: 1 },
        code,
      })
    ).json
  await site.deps.db.updateTable('codes').set({ uses: 1 }).where('text', '=', used).execute()
  expect(await ofCampaign()).toEqual({ codes: 5, used: 1, active: 5 })
  const single = (await list(free))[0]
  expect(single).toMatchObject({ text: free, ofCampaign: { codes: 5 } })
  expect(await ask(free)).toHaveProperty('data')

  const staff = await createStaff(site, 'staff')
  expect((await staff.put(codeCalls.switchCampaign.path, { campaign: name, isActive: false })).status).toBe(403)
  for (let time = 0; time < 2; time++)
    expect((await manager.put(codeCalls.switchCampaign.path, { campaign: name, isActive: false })).status).toBe(200)
  expect(await ofCampaign()).toEqual({ codes: 5, used: 1, active: 0 })
  expect(await ask(free)).toMatchObject({ code: 'code_not_valid', message: 'We don’t recognise this code.' })
  const { id, version, text: _, campaign: __, uses: ___, createdAt: ____, ofCampaign: _____, ...terms } = single
  expect((await manager.put(pathOf(codeCalls.changeCode, { id }), { ...terms, version })).json.code).toBe('settings_changed')
  expect((await manager.put(pathOf(codeCalls.changeCode, { id }), { ...terms, version: version + 1, mostUses: null })).json.issues).toEqual(
    [{ path: 'mostUses', message: 'Campaign codes can only be used for one booking' }],
  )
  expect((await manager.put(codeCalls.switchCampaign.path, { campaign: name, isActive: true })).status).toBe(200)
  expect(await ask(free)).toHaveProperty('data')
  const unknown = await Promise.all(
    ['None', ' '].map(async (campaign) => manager.put(codeCalls.switchCampaign.path, { campaign, isActive: false })),
  )
  expect(unknown.map(({ status }) => status)).toEqual([404, 400])
  const { rows: entries } = await site.deps.pool.query(
    `select after from audit_entries where action = 'code.campaign_switched' order by id`,
  )
  expect(entries).toEqual([false, true].map((isActive) => ({ after: { codes: 5, isActive } })))
})

test('a code can only be limited to options of its tours', async () => {
  const make = async (terms: object) =>
    manager.post(codeCalls.addCode.path, { id: randomUUID(), text: 'GERMAN-ONLY', ...CODE_TERMS, ...terms })
  expect((await make({ optionIds: ['german'] })).json.issues).toEqual([
    { path: 'tourIds', message: 'Please choose the tours these options belong to' },
  ])
  expect((await make({ tourIds: ['batur-sunrise'], optionIds: ['german'] })).status).toBe(200)
  const asked = { tourId: 'batur-sunrise', date: '2027-03-01', startTime: '08:30', units: { adult: 1 }, code: 'german-only' }
  expect((await manager.post(askOffer.path, { ...asked, optionId: 'german' })).status).toBe(200)
  expect((await manager.post(askOffer.path, { ...asked, optionId: 'english' })).json.message).toBe('This code isn’t valid for this option.')
})
