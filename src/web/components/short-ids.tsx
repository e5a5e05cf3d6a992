import { ProviderId } from './provider-id.tsx'

/** Ids of the card provider: of a payment, a refund, a dispute, a checkout; and our own. */
const LONG_ID = /(\b(?:pi|ch|py|re|pyr|du|dp|cs|evt)_\w{10,}|\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b)/

/** Shows a text in which long ids are short and can be copied. `of`: what the text is about. */
export function ShortIds({ text, of }: { text: string; of: string }) {
  // With its one group, every second part is an id.
  return text.split(LONG_ID).map((part, place) => (place % 2 === 1 ? <ProviderId key={part} id={part} of={of} /> : part))
}
