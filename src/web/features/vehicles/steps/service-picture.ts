import { ART } from '#web/lib/art.ts'

/** Words by which to recognise a service, since staff choose names and descriptions but not pictures. */
const SIGNS = [
  { picture: ART.van4, words: ['carrier', 'passenger', 'minibus', 'airport'] },
  { picture: ART.van2, words: ['truck', 'lorry', 'piano', 'house', 'office'] },
  { picture: ART.van3, words: ['pickup', 'pick-up', 'single item', 'timber', 'garden'] },
]

/** The first vehicle that the service's name or description mentions, or else the cargo van. */
export function servicePicture({ name, description = '' }: { name: string; description?: string | undefined }) {
  const text = `${name} ${description}`.toLowerCase()
  return SIGNS.find(({ words }) => words.some((word) => text.includes(word)))?.picture ?? ART.van1
}
