import type { Trx } from '#server/lib/db.ts'
import type { SeedPicture } from './schemas.ts'

/** Skips pictures that already exist. */
export async function insertPictures(trx: Trx, pictures: SeedPicture[]): Promise<void> {
  const rows = pictures.map(({ name, width, height, widths, ...rest }) => {
    const largest = Math.max(...widths)
    return {
      ...rest,
      id: name,
      name,
      file_path: `/art/${name}-${largest}.webp`,
      width: largest,
      height: Math.round((height * largest) / width),
      widths,
    }
  })
  await trx
    .insertInto('pictures')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
