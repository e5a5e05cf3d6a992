import { expect, test } from 'vitest'
import { coloursOf } from '#shared/brand-theme.ts'
import { brand } from '#shared/brand.ts'
import { renderMail } from './layout.ts'

test('an email uses the name and the colours of the brand record', () => {
  const { html, text } = renderMail({
    subject: 'Hello',
    heading: 'Hello',
    paragraphs: ['A & B'],
    action: { label: 'Open', href: 'https://site.example/' },
  })
  for (const part of [brand.name, brand.address, brand.email, brand.phone]) {
    expect(text).toContain(part)
    expect(html).toContain(part.replaceAll('&', '&#38;'))
  }
  const colours = html.match(/#[0-9a-f]{6}\b/g) ?? []
  expect(colours.filter((colour) => !Object.values(coloursOf(brand.colours)).includes(colour))).toEqual([])
})
