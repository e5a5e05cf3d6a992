import { ProviderId } from './provider-id.tsx'

const LONG_WORD = /([\w-]{13,})/
/** Prefixes of the card provider's ids: payments, refunds, disputes, checkouts. */
const PROVIDER_PREFIXES = new Set(['pi', 'ch', 'py', 're', 'pyr', 'du', 'dp', 'cs', 'evt'])
/** Our ids consist of groups of this many hexadecimal digits. */
const UUID_GROUPS = '8 4 4 4 12'

function isId(word: string): boolean {
  const isOurs =
    /^[\da-f-]+$/.test(word) &&
    word
      .split('-')
      .map(({ length }) => length)
      .join(' ') === UUID_GROUPS
  return isOurs || (!word.includes('-') && PROVIDER_PREFIXES.has(word.split('_')[0] ?? ''))
}

/** Abbreviates the long ids in a text and makes them copyable. `of` names what the text is about. */
export function ShortIds({ text, of }: { text: string; of: string }) {
  return text.split(LONG_WORD).map((part) => (isId(part) ? <ProviderId key={part} id={part} of={of} /> : part))
}
