import { beforeEach, expect, test } from 'vitest'
import { bookAndPay, createBuyer, nextDay, refundsOn } from '../../../tests/support/buyers.ts'
import { commandLineOf } from '../../../tests/support/command-line.ts'
import { askForQuote, createStaff } from '../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../tests/support/payment-site.ts'
import { listDecisions } from '#server/features/quotes/decisions.ts'
import { runCommandLine } from './command-line.ts'

const site = await openPaymentSite({ settles: true })
const manager = await createStaff(site, 'manager')

beforeEach(() => commandLineOf(site))

/** Returns what the command printed, and its complaint. */
async function command(...args: string[]) {
  const [said, complaints]: [string[], string[]] = [[], []]
  const isDone = await runCommandLine(
    [...args, '--by', manager.email],
    (line) => said.push(line),
    (line) => complaints.push(line),
  )
  return { isDone, said: said.join('\n'), complaint: complaints.join('\n') }
}

test.each([
  ['90,50', 9050, '$90.50'],
  ['$90.50', 9050, '$90.50'],
  ['1.089,99', 108_999, '$1,089.99'],
  ['1 089,9', 108_990, '$1,089.90'],
])('bookings refund reads the amount “%s” as %i cents', async (typed, cents, shown) => {
  const day = nextDay()
  const { reference } = await bookAndPay(site, await createBuyer(site), 1, day)
  const { said } = await command('bookings', 'refund', reference, '--amount', typed, '--reason', 'Rain')
  expect(said).toContain(`  refunded ${shown}  `)
  expect((await refundsOn(site, day)).map(({ amount_cents }) => amount_cents)).toEqual([cents])
})

test.each([
  ['1,089', '“1,089” can be read as 1089 or as 1.089. Please enter it without a thousands separator.'],
  ['90,505', '“90,505” can be read as 90505 or as 90.505. Please enter it without a thousands separator.'],
  ['90,5050', 'Please use at most 2 decimals.'],
  ['€90,50', 'Please enter the amount in USD.'],
  ['ninety', '“ninety” is no amount.'],
])('bookings refund refuses the amount “%s” with its usage and refunds nothing', async (typed, message) => {
  const day = nextDay()
  const { reference } = await bookAndPay(site, await createBuyer(site), 1, day)
  const { isDone, complaint } = await command('bookings', 'refund', reference, '--amount', typed, '--reason', 'Rain')
  expect(isDone).toBe(false)
  expect(complaint).toMatch(/^[^\n]+\nUsage:\n {2}npm run bookings -- /)
  expect(complaint.split('\n')[0]).toBe(`--amount: ${message}`)
  expect(await refundsOn(site, day)).toEqual([])
})

test('quotes approve reads a price with a decimal comma and refuses one in another currency than the quote’s', async () => {
  const { id, reference } = await askForQuote(site)
  const approve = async (price: string) => command('quotes', 'approve', reference, '--price', price, '--reason', 'A piano')
  expect((await approve('$35700,50')).complaint).toMatch(/^--price: Please enter the amount in INR\.\nUsage:/)
  expect(await listDecisions(site.deps.db, id)).toEqual([])
  expect(await approve('35.700,50')).toMatchObject({ isDone: true, complaint: '' })
  expect(await listDecisions(site.deps.db, id)).toMatchObject([{ decision: 'approved', total_cents: 3_570_050, currency: 'inr' }])
})
