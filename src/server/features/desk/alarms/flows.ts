import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '#server/lib/deps.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { alarmMail } from '#server/emails/agency.ts'
import { listAdministratorAddresses } from '#server/features/accounts/people/staff.ts'
import { ALARM_CHECKS, type AlarmCheck } from './checks.ts'
import { noteCalm, noteTrouble } from './commands.ts'

/**
 * Looks at what may be wrong, and tells administrators by email and in the log when an alarm begins, each day while it lasts, and when it is
 * over. A look that fails changes nothing.
 */
export async function watchAlarms(deps: Deps, log: FastifyBaseLogger, checks: readonly AlarmCheck[] = ALARM_CHECKS): Promise<void> {
  for (const { name, look } of checks) {
    try {
      const says = await look(deps)
      await tell(deps, log, name, says)
    } catch (error) {
      log.error({ err: error, alarm: name }, 'alert check failed')
    }
  }
}

async function tell({ db, queue, now, config, origins }: Deps, log: FastifyBaseLogger, name: string, says: string | undefined) {
  const at = now()
  const state = await db.transaction().execute(async (trx) => {
    const news = says === undefined ? await noteCalm(trx, name, at) : await noteTrouble(trx, name, at)
    if (!news) return undefined
    const since = news.since.toISOString()
    const facts = { name, state: news.state, says: says ?? null, since, timeZone: config.AGENCY_TIME_ZONE, siteUrl: origins.ofMails() }
    for (const address of await listAdministratorAddresses(trx)) await queueMail(trx, queue, alarmMail(address, at, facts))
    return news.state
  })
  if (state === 'over') log.info({ alarm: name }, 'alert resolved')
  else if (state) log.error({ alarm: name }, `alarm: ${says}`)
}
