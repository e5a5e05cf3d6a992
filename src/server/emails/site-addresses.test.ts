import { expect, test } from 'vitest'
import { atThisSite } from './site-addresses.ts'
import { previews, renderTemplate } from './templates.ts'

const SITE = { ofMails: () => 'https://pages.example.org', ofCalls: () => 'https://calls.example.org' }

test.each(previews)('every link in $name leads to the site that sends it, wherever it was queued', ({ name, data }) => {
  const { html, text } = renderTemplate(name, atThisSite(data, SITE))
  for (const part of [html, text]) expect(part).not.toContain('www.example.com')
})

test('pages use the address of the pages, endpoints that of the endpoints, and the rest of a link is unchanged', () => {
  const data = {
    siteUrl: 'http://localhost:3000',
    resetUrl: 'http://localhost:3000/#/reset-password?token=a%2Fb',
    payUrl: 'http://localhost:3000/pay/q/token?x=1',
    emptiedUrl: '',
    none: null,
    name: 'http://localhost:3000',
  }
  expect(atThisSite(data, SITE)).toEqual({
    siteUrl: 'https://pages.example.org',
    resetUrl: 'https://pages.example.org/#/reset-password?token=a%2Fb',
    payUrl: 'https://calls.example.org/pay/q/token?x=1',
    emptiedUrl: '',
    none: null,
    name: 'http://localhost:3000',
  })
})
