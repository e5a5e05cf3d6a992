import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { cleanUp, ServerProcess } from '../support/server-process.ts'
import { createUsedDataDir } from '../support/used-data.ts'

/** The built program, with its own database and card sandbox, and the identities of its test users. */
export class RunningSite extends ServerProcess {
  #people = 0

  static async start(settings: Record<string, string> = {}): Promise<RunningSite> {
    const site = new RunningSite(await createUsedDataDir(), {
      LOG_LEVEL: 'warn',
      OPEN_HOLDS_UNCONFIRMED_PER_ADDRESS: '1000000',
      ...settings,
    })
    await site.ready()
    return site
  }

  /** Stops it and removes its folder; throws when it has already ended. */
  async end(): Promise<void> {
    if (!this.isRunning) throw new Error(`The site ended before the tests did:\n${this.stderr}`)
    await this.stop()
    await cleanUp()
  }

  /** Returns a unique identity without an account. */
  newcomer(name = 'Ada Traveller') {
    this.#people += 1
    return { name, email: `traveller${this.#people}.${process.pid}@example.test`, password: 'voyage-2027' }
  }

  async mailsTo(email: string): Promise<{ subject: string; text: string; replyTo: string | undefined }[]> {
    const folder = path.join(this.dataDir, 'mails')
    const files = existsSync(folder) ? (await readdir(folder)).filter((file) => file.endsWith('.eml')) : []
    const mails = await Promise.all(files.map(async (file) => PostalMime.parse(await readFile(path.join(folder, file)))))
    return mails
      .filter((mail) => mail.to?.some(({ address }) => address === email))
      .map(({ subject = '', text = '', replyTo }) => ({ subject, text, replyTo: replyTo?.[0]?.address }))
  }
}

export type Account = ReturnType<RunningSite['newcomer']>
