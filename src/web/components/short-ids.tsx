import { ProviderId } from './provider-id.tsx'

/** Ids of the card provider: of a payment, a refund, a dispute, a checkout. */
const PROVIDER_ID = /(\b(?:pi|ch|py|re|pyr|du|dp|cs|evt)_\w{10,})/

/** Shows a text in which the long ids of the card provider are short and can be copied. `of`: what the text is about. */
export function ShortIds({ text, of }: { text: string; of: string }) {
  // With its one group, every second part is an id.
  return text.split(PROVIDER_ID).map((part, place) => (place % 2 === 1 ? <ProviderId key={part} id={part} of={of} /> : part))
}
