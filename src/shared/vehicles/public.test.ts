import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ratesOf, vehiclePrice } from './public.ts'
import { MAX_FLOOR, MAX_HELPERS } from './requests.ts'

const cents = fc.integer({ min: 0, max: 10_000_000 })
const rule = fc.option(cents, { nil: null })
const floors = fc.integer({ min: 0, max: 2 * MAX_FLOOR })
const helperCount = fc.integer({ min: 0, max: MAX_HELPERS })
const anyRates = fc.record({ baseCents: cents, perFloorCents: rule, perHelperCents: rule })

test('the price is base + floors × per floor + helpers × per helper, exactly', () => {
  fc.assert(
    fc.property(anyRates, floors, helperCount, (rates, floorCount, helpers) => {
      const exact =
        BigInt(rates.baseCents) +
        BigInt(floorCount) * BigInt(rates.perFloorCents ?? 0) +
        BigInt(helpers) * BigInt(rates.perHelperCents ?? 0)
      const price = vehiclePrice(rates, floorCount, helpers)
      expect(BigInt(price.totalCents)).toBe(exact)
      expect(price.baseCents + price.floorsCents + price.helpersCents).toBe(price.totalCents)
    }),
  )
})

test('one floor or helper more never makes it cheaper, and a missing rule costs nothing', () => {
  fc.assert(
    fc.property(anyRates, floors, helperCount, (rates, floorCount, helpers) => {
      const { totalCents } = vehiclePrice(rates, floorCount, helpers)
      expect(vehiclePrice(rates, floorCount + 1, helpers).totalCents - totalCents).toBe(rates.perFloorCents ?? 0)
      expect(vehiclePrice(rates, floorCount, helpers + 1).totalCents - totalCents).toBe(rates.perHelperCents ?? 0)
    }),
  )
})

test('rates survive being sent as rupees', () => {
  fc.assert(
    fc.property(anyRates, (rates) => {
      const pricingRules = [
        ...(rates.perFloorCents === null ? [] : [{ type: 'perFloor' as const, value: rates.perFloorCents / 100 }]),
        ...(rates.perHelperCents === null ? [] : [{ type: 'perHelper' as const, value: rates.perHelperCents / 100 }]),
      ]
      expect(ratesOf({ price: rates.baseCents / 100, pricingRules })).toEqual(rates)
    }),
  )
})

test('the demo example: a flat move over 3 floors with 2 helpers', () => {
  const rates = { baseCents: 2_490_000, perFloorCents: 90_000, perHelperCents: 360_000 }
  expect(vehiclePrice(rates, 3, 2)).toEqual({ baseCents: 2_490_000, floorsCents: 270_000, helpersCents: 720_000, totalCents: 3_480_000 })
})
