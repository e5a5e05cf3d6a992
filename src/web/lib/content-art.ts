import type { PictureRecord } from '#web/components/picture.tsx'

export type PagePicture = { record: PictureRecord; /** Position of the subject, such as `object-[70%_40%]`. */ focus: string }

const photo = (name: string, color: string): PictureRecord => ({
  filePath: `/art/${name}-1600.webp`,
  alt: '',
  width: 1600,
  height: 1067,
  color,
  widths: [800, 1600],
})

/** Demo tour pictures used on content pages. Kept out of lib/art.ts, which the home page loads. */
export const CONTENT_ART = {
  chamonix: photo('france-chamonix-alps', '#487858'),
  okinawa: photo('japan-okinawa-beach', '#68c8d8'),
  newYork: photo('usa-new-york', '#182858'),
  pacificCoast: photo('usa-pacific-coast', '#f8b878'),
} as const
