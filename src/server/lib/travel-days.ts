import { dayIn, type Day } from '#shared/dates.ts'
import { tooFarAhead } from '#shared/travel-days.ts'
import type { Deps } from './deps.ts'
import { AppError } from './errors.ts'

/** Refuses a day that is too far ahead to be booked, by the agency's today. `path` names its field. Throws 400 `date_too_far`. */
export function refuseTooFarAhead({ config, now }: Pick<Deps, 'config' | 'now'>, day: Day, path: string): void {
  const message = tooFarAhead(day, dayIn(config.AGENCY_TIME_ZONE, now()))
  if (message !== undefined) throw new AppError('date_too_far', message, { issues: [{ path, message }] })
}
