import { findFreeBytes, MAKE_ROOM, sayFree, TIGHT_BYTES } from '#server/lib/data-folder.ts'
import { fault, ok, reasonOf, warning, type Finding } from './finding.ts'

const FULL_BYTES = 300_000_000

/** Looks at the room that is left where the data are. */
export async function examineDisk(folder: string): Promise<Finding> {
  try {
    return (await examineRoom('disk', folder, MAKE_ROOM)) ?? ok('disk', sayFree(await findFreeBytes(folder), folder))
  } catch (error) {
    return fault('disk', `Can’t read the folder: ${reasonOf(error)}.`, 'Choose another DATA_DIR, or make the site’s user its owner.')
  }
}

/** Returns undefined where there is enough. */
export async function examineRoom(about: string, folder: string, remedy: string): Promise<Finding | undefined> {
  const free = await findFreeBytes(folder)
  if (free >= TIGHT_BYTES) return undefined
  return (free < FULL_BYTES ? fault : warning)(about, sayFree(free, folder), remedy)
}
