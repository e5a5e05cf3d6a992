import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Deps } from '#server/lib/deps.ts'
import { openPlace } from '#server/lib/site-files.ts'
import { CARD_SANDBOX } from './bundle/format.ts'
import { gently } from './bundle/pace.ts'
import { drain, readBundle } from './bundle/reading.ts'
import { writeBundle } from './bundle/writing.ts'
import { FILES, openBundle, type Target } from './places.ts'
import { eachFileBeside, verifyBundle } from './restoring/bundle.ts'

/** Returns a backup of a place as one bundle with the uploaded files inside, encrypted as it is. Throws `BundleError`. */
export async function wholeBundle(
  config: Deps['config'],
  { place: name, name: bundle }: { place: string; name: string },
): Promise<Readable> {
  const place = await openPlace(config, name)
  try {
    const stream = await rewriteWhole({ place, bundle }, config.BACKUP_KEY)
    // However that comes about: read to its end, failed or given up.
    return stream.once('close', () => place.storage.close())
  } catch (error) {
    place.storage.close()
    throw error
  }
}

async function rewriteWhole(target: Target, key: string | undefined): Promise<Readable> {
  const whole = await verifyBundle(target, key)
  const pace = gently()
  return writeBundle(
    { ...whole.manifest, areFilesBeside: false },
    key,
    async (writing) => {
      const addPaced = async (member: string, content: Buffer) => {
        await writing.addWhole(member, content)
        await pace()
      }
      const source = await openBundle(target)
      try {
        await readBundle(source, key, async (member, content) => {
          if (member.startsWith('tables/')) await writing.add(member, content, () => whole.members.get(member)?.rows ?? 0)
          else if (member === CARD_SANDBOX) await writing.add(member, content)
          else if (member.startsWith(`${FILES}/`)) await addPaced(member, await buffer(Readable.from(content)))
          else await drain(content)
        })
      } finally {
        source.destroy()
      }
      if (whole.manifest.areFilesBeside)
        await eachFileBeside(target, key, whole, async (file, content) => addPaced(`${FILES}/${file}`, content), 1)
    },
    pace,
  )
}
