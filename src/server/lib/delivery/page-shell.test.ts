import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentSecurityPolicy, headTags, PageShell, shortened } from './page-shell.ts'

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

const HEAD = {
  title: 'Tokyo',
  description: 'A walk.',
  address: 'https://www.example.com/trips/tokyo',
  type: 'product' as const,
  picture: { address: 'https://www.example.com/art/tokyo-1600.webp', alt: 'A gate' },
}

test('what people have written cannot leave its tag', () => {
  const tags = headTags({ ...HEAD, title: `"><script>alert('1')</script>`, description: '</title><b>', jsonLd: { name: '</script><b>' } })
  expect(tags).not.toContain('<b>')
  expect(tags.match(/<script/g)).toHaveLength(1)
  expect(tags.match(/<\/script>/g)).toHaveLength(1)
  expect(tags).toContain('<title>&#34;&#62;&#60;script&#62;')
})

test('a page without an address of its own is not to be found', () => {
  const { address: _address, ...head } = HEAD
  expect(headTags(head)).toContain('<meta name="robots" content="noindex" />')
  expect(headTags(head)).not.toContain('canonical')
  expect(headTags(HEAD)).not.toContain('noindex')
})

test.each([
  ['Short.', 20, 'Short.'],
  ['Two\n  lines', 20, 'Two lines'],
  ['Streets, shrines and noodles', 16, 'Streets…'],
  ['Streets and shrines', 12, 'Streets and…'],
  ['x'.repeat(30), 10, `${'x'.repeat(10)}…`],
  ['😀'.repeat(10), 5, '😀😀…'],
])('%j in %i characters is %j', (text, most, short) => {
  expect(shortened(text, most)).toBe(short)
})

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
