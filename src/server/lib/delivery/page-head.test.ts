import { expect, test } from 'vitest'
import { headTags, shortened } from './page-head.ts'

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
