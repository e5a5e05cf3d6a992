import { afterAll, beforeEach, expect, test } from 'vitest'
import { bookAndPay, createBuyer, nextDay } from '../../../tests/support/buyers.ts'
import { commandLineOf } from '../../../tests/support/command-line.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { ledger } from './ledger.ts'

const site = await createTestApp()
afterAll(async () => site.close())

beforeEach(() => commandLineOf(site))

async function command(...args: string[]): Promise<string[]> {
  const said: string[] = []
  await ledger.run(args, (line) => said.push(line))
  return said
}

test('the command shows the balances of the accounts and the journal of a booking, for people and for programs', async () => {
  expect(await command('trial-balance')).toEqual(['No entries.'])
  const { reference } = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  expect((await command('trial-balance')).map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
    'customer_advances −$1,090.00',
    'provider_clearing $1,090.00',
  ])
  expect(await command('trial-balance', '--on', '2026-01-01')).toEqual(['No entries.'])
  const [journal = ''] = await command('journal', '--booking', reference, '--json')
  expect(JSON.parse(journal)).toMatchObject([
    { kind: 'received', account: 'provider_clearing', cents: 109_000 },
    { kind: 'received', account: 'customer_advances', cents: -109_000 },
  ])
})

test('a command that says too little is told what to add', async () => {
  await expect(command('journal')).rejects.toThrow('Missing --booking.')
  await expect(command('journal', '--booking', 'M-UNKNOWN0')).rejects.toThrow('No booking M-UNKNOWN0.')
  await expect(command('trial-balance', '--on', 'yesterday')).rejects.toThrow('Enter the day in the format 2026-11-25.')
  await expect(command('balance')).rejects.toThrow('Missing command')
})
