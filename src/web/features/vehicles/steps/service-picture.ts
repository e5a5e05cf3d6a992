import { ART } from '#web/lib/art.ts'

/** The words by which a service is recognised: staff name and describe the services, and a picture is not theirs to choose. */
const SIGNS = [
  { picture: ART.van4, words: ['carrier', 'passenger', 'minibus', 'airport'] },
  { picture: ART.van2, words: ['truck', 'lorry', 'piano', 'house', 'office'] },
  { picture: ART.van3, words: ['pickup', 'pick-up', 'single item', 'timber', 'garden'] },
]

/** Returns the vehicle that a service is shown by: the first that its name or description tells of, else the cargo van. */
export function servicePicture({ name, description = '' }: { name: string; description?: string | undefined }) {
  const text = `${name} ${description}`.toLowerCase()
  return SIGNS.find(({ words }) => words.some((word) => text.includes(word)))?.picture ?? ART.van1
}
