import { expect, test } from 'vitest'
import { renderToStaticMarkup } from 'react-dom/server'
import { shortId, ShortIds } from './short-ids.tsx'

/** Returns what is seen of markup. */
function seen(html: string): string {
  return html.replaceAll(/<span [^>]*class="sr-only"[^>]*>[^<]*<\/span>/g, '').replaceAll(/<[^>]+>/g, '')
}

test('a long id is shown by its beginning and its end, a short one whole', () => {
  expect(shortId('pi_R9v74CyvmHl1Fkovzqcu82g1')).toBe('pi_R9v7…82g1')
  expect(shortId('2f97c49e-0000-4006-8eb0-8f59feb6f5b7')).toBe('2f97c49…f5b7')
  expect(shortId('re_1234')).toBe('re_1234')
  expect(shortId('Transfer 4711 of 2 March')).toBe('Transfer 4711 of 2 March')
})

test('ids in a text are short, and whole in their tooltips', () => {
  const html = renderToStaticMarkup(
    <ShortIds text="Payment pi_R9v74CyvmHl1Fkovzqcu82g1 of $5.00 is disputed (du_R9v74CyvmHl1Fkovzqcu82g2)." of="the task" />,
  )
  expect(seen(html)).toBe('Payment pi_R9v7…82g1 of $5.00 is disputed (du_R9v7…82g2).')
  const own = renderToStaticMarkup(<ShortIds text="Refund 2f97c49e-0000-4006-8eb0-8f59feb6f5b7 did not go through." of="the task" />)
  expect(seen(own)).toBe('Refund 2f97c49…f5b7 did not go through.')
  expect(html).toContain('title="du_R9v74CyvmHl1Fkovzqcu82g2"')
})
