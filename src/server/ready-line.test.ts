import { expect, test } from 'vitest'
import { readyLine } from './ready-line.ts'

const ADDRESS = 'http://localhost:3000'
const ACCOUNTS = [{ email: 'user@example.com', password: 'user1234' }]

test('at a terminal the start ends with the address and with who can sign in', () => {
  expect(readyLine(ADDRESS, ACCOUNTS, true)).toBe(
    'Meridian is ready: http://localhost:3000\n  sign in as user@example.com / user1234\n  stop it with Ctrl-C',
  )
})

test('elsewhere it ends with one line of JSON, without a password, in which the address ends at a space', () => {
  const line = readyLine(ADDRESS, ACCOUNTS, false)
  expect(JSON.parse(line)).toMatchObject({ level: 30, pid: process.pid, msg: expect.stringContaining(`Meridian is ready: ${ADDRESS} `) })
  expect(line).not.toContain('user1234')
})
