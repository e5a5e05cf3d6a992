import { ProviderId } from './provider-id.tsx'

/** May be an id. */
const LONG_WORD = /([\w-]{13,})/
/** Ids of the card provider begin so: of a payment, a refund, a dispute, a checkout. */
const PROVIDER_PREFIXES = new Set(['pi', 'ch', 'py', 're', 'pyr', 'du', 'dp', 'cs', 'evt'])
/** Ours are in groups of so many hexadecimal digits. */
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

/** Shows a text in which long ids are short and can be copied. `of`: what the text is about. */
export function ShortIds({ text, of }: { text: string; of: string }) {
  return text.split(LONG_WORD).map((part) => (isId(part) ? <ProviderId key={part} id={part} of={of} /> : part))
}
