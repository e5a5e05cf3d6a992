/** The message is one plain line that says what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** Ends messages for which there is no better advice. */
export const useOwnServer = 'set DATABASE_URL to your own PostgreSQL'

const cannotWrite = new Set(['EACCES', 'EPERM', 'EROFS'])
const noSpace = new Set(['ENOSPC', 'EDQUOT'])
const notAFolder = new Set(['EEXIST', 'ENOTDIR'])

/** Explains an error met in `folder` in the one line to show. */
export function explainFolderError(error: unknown, folder: string, accountName: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (cannotWrite.has(code)) return folderNotWritable(folder, accountName)
  if (noSpace.has(code) || message.includes('No space left on device')) return noSpaceLeft(folder)
  if (notAFolder.has(code)) {
    return new EmbeddedPostgresError(`${folder} is a file, but the database needs a folder there. Move the file elsewhere.`)
  }
  return new EmbeddedPostgresError(`The database in ${folder} could not be started: ${oneLine(message)}`)
}

export function folderNotWritable(folder: string, accountName: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The "${accountName}" account can’t write to the database folder ${folder}. Make it writable for that account, or ${useOwnServer}.`,
  )
}

export function noSpaceLeft(folder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(`The disk containing ${folder} is full. Free up at least 200 MB and start again, or ${useOwnServer}.`)
}

export function oneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' / ')
}
