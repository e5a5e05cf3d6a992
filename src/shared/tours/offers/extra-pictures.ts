import type { Selling } from './selling-schema.ts'

export function extraPictureIds({ extras }: Pick<Selling, 'extras'>): string[] {
  return [...new Set(extras.flatMap(({ pictureId }) => pictureId ?? []))]
}
