import { expect, test } from 'vitest'
import { networkOf } from './rate-limits.ts'

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0'],
  ['2001:db8:1:aabb::9', '2001:db8:1:aa00'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['2001:0DB8:0001::9', '2001:db8:1:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  // What a trusted proxy wrote is not always an address.
  ['unknown', 'unknown'],
  ['2001:db8::1::2', '2001:db8::1::2'],
])('the address %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
