import { expect, test } from 'vitest'
import { PageShell } from './page-shell.ts'

const INDEX = `<!doctype html><html lang="en"><head><meta charset="utf-8" />
<title>Home</title><script>start()</script><link rel="preload" as="image" href="/art/hero.webp" /><style>a{}</style>
<meta name="description" content="Home" /><meta property="og:title" content="Home" /></head>
<body><div id="root"><div><h1>Home</h1></div></div>
<noscript><p>Booking needs a script.</p></noscript></body></html>`
const PARTS = {
  head: { title: 'About', description: 'Us', type: 'website' as const, picture: { address: '/a.webp', alt: '' } },
  page: '/about',
  markup:
    '<a href="#/about">About</a><a href="#/">Home</a><a class="x" href="#/support/guides#cancelling">Cancel</a>' +
    '<h1>About</h1><p> href=&quot;#/about&quot;</p><a href="#/login?x=1">Login</a>',
}
const shell = new PageShell(INDEX, ['/about', '/support/guides'])

test('nothing of the home page is left but its frame', () => {
  const page = shell.compose(PARTS)
  expect(page).toContain('<html data-page="/about" lang="en">')
  expect(page.match(/<title>/g)).toHaveLength(1)
  expect(page.match(/og:title/g)).toHaveLength(1)
  expect(page).not.toContain('Home" />')
  expect(page).not.toContain('hero.webp')
  expect(page).not.toContain('<h1>Home</h1>')
  expect(page).toContain('<div id="root"><a href="/about">')
  expect(page).toContain('Booking needs a script.')
})

test('each link leads somewhere from any address: to a path of its own, or into the program', () => {
  const links = Array.from(shell.compose(PARTS).matchAll(/<a[^>]* href="([^"]*)"/g), ([, href]) => href)
  expect(links).toEqual(['/about', '/', '/support/guides#cancelling', '/#/login?x=1'])
})

test('a page that stays as it is starts nothing, and keeps what it tells robots', () => {
  const page = shell.composeStill({ ...PARTS, head: { ...PARTS.head, jsonLd: { name: '<script>' } } })
  expect(page).not.toContain('start()')
  expect(page.match(/<script/g)).toEqual(['<script'])
  expect(page).toContain('application/ld+json')
})

test('its policy knows the inline script and style of the build, and nothing else', () => {
  expect(shell.policy.match(/'sha256-/g)).toHaveLength(2)
  expect(shell.policy).not.toContain('unsafe')
})

test('an index.html without a place for the page is refused', () => {
  expect(() => new PageShell('<html></html>', [])).toThrow('no title, no #root or no script')
})
