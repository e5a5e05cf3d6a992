import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#shared/paths.ts'
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
  return (await manager.get(`${calls.staffCodes}${search && `?search=${search}`}`)).json
}

test('a code is made once however often it is sent, in capitals, and no other can have its name', async () => {
  const body = { id: randomUUID(), text: ' spring10 ', ...CODE_TERMS }
  for (let time = 0; time < 2; time++) expect((await manager.post(calls.staffCodes, body)).status).toBe(200)
  expect(await list('ring1')).toMatchObject([{ text: 'SPRING10', uses: 0, version: 1, gives: { kind: 'percent', percent: 10 } }])
  const other = await manager.post(calls.staffCodes, { ...body, id: randomUUID() })
  expect([other.status, other.json.issues]).toEqual([400, [{ path: 'text', message: 'There is such a code already' }]])
  const amount = { ...body, id: randomUUID(), text: 'FIVE-OFF', gives: { kind: 'amount', amountCents: 500 } }
  expect((await manager.post(calls.staffCodes, amount)).json.issues[0]).toMatchObject({ path: 'currency' })
  expect((await manager.post(calls.staffCodes, { ...body, id: randomUUID(), text: 'NO!' })).json.issues[0]).toMatchObject({ path: 'text' })
})

test('a code is changed by whoever saw it last', async () => {
  const id = randomUUID()
  await manager.post(calls.staffCodes, { id, text: 'CHANGING', ...CODE_TERMS })
  const terms = { ...CODE_TERMS, mostUses: 5, usableTo: '2030-01-31' }
  expect((await manager.put(calls.staffCode(id), { version: 1, ...terms })).status).toBe(200)
  expect((await manager.put(calls.staffCode(id), { version: 1, ...CODE_TERMS })).json.code).toBe('settings_changed')
  expect(await list('changing')).toMatchObject([{ version: 2, mostUses: 5, usableTo: '2030-01-31' }])
})

test('a campaign has as many single codes as asked for, is one entry of the list, and comes as a file', async () => {
  const body = { name: 'Spring fair', prefix: 'fair', count: 500, ...CODE_TERMS }
  expect((await manager.post(calls.staffCampaigns, body)).status).toBe(200)
  expect((await manager.post(calls.staffCampaigns, body)).json.issues[0]).toMatchObject({ path: 'name' })
  const listed = (await list()).filter(({ campaign }: { campaign: string }) => campaign === 'Spring fair')
  expect(listed).toMatchObject([{ mostUses: 1, uses: 0 }])
  expect(await list('SPRING%20f')).toMatchObject([{ id: listed[0].id }])
  const { text } = await manager.get(`${calls.campaignFile}?campaign=${encodeURIComponent('Spring fair')}`)
  const codes = text.trimEnd().split('\r\n').slice(1)
  expect(new Set(codes).size).toBe(500)
  const last = codes.at(-1)?.slice(1, 14) ?? ''
  expect(await list(last.toLowerCase())).toMatchObject([{ text: last }])
  expect(await list('fair-')).toEqual([])
  for (const line of codes) expect(line).toMatch(/^"FAIR-[A-HJ-NP-Z2-9]{8}",""$/)
  expect((await manager.get(`${calls.campaignFile}?campaign=None`)).status).toBe(404)
})
