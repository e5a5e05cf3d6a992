import { findFreeBytes, MAKE_ROOM, sayFree, TIGHT_BYTES } from '#server/lib/disk-room.ts'
import { fault, ok, reasonOf, warning, type Finding } from './finding.ts'

const FULL_BYTES = 300_000_000

/** Looks at the room that is left where the data are. */
export async function examineDisk(folder: string): Promise<Finding> {
  try {
    const free = await findFreeBytes(folder)
    const says = sayFree(free, folder)
    if (free >= TIGHT_BYTES) return ok('disk', says)
    return free < FULL_BYTES ? fault('disk', says, MAKE_ROOM) : warning('disk', says, MAKE_ROOM)
  } catch (error) {
    return fault('disk', `Can’t read the folder: ${reasonOf(error)}.`, 'Choose another DATA_DIR, or make the site’s user its owner.')
  }
}
