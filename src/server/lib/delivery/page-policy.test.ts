import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './page-policy.ts'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const html = '<head><script>boot()</script><script src="/a.js"></script><style>p{top:0}</style></head><p>Home</p>'

test('only the inline scripts and styles of the page are allowed, each by its hash (ASVS 1.3.2, 3.4.3)', () => {
  const policy = contentSecurityPolicy(html)
  expect(policy).toContain(`script-src 'self' ${hash('boot()')};`)
  expect(policy).toContain(`style-src 'self' ${hash('p{top:0}')};`)
  expect(policy).not.toContain('unsafe')
})

test('a page without any inline part needs no exception', () => {
  expect(contentSecurityPolicy('<p>')).toContain("script-src 'self'; style-src 'self'; ")
})
