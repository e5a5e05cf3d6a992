import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { brand } from '#shared/brand.ts'
import { addDays } from '#shared/dates.ts'
import { BOOKING_MAIL_DAYS } from '#shared/retention.ts'
import { findAddressee, hasConfirmedAccount } from '#server/features/accounts/users.ts'
import { eraseEnquiriesFrom, findEnquiriesFrom, listEnquiries } from '#server/features/enquiries/personal-data.ts'
import { eraseMailsTo, recordErasure } from '#server/features/mails/commands.ts'
import { findMailsTo, listMails } from '#server/features/mails/queries.ts'
import type { Actor } from '#server/lib/actors.ts'
import { PRIVATE_FILE } from '#server/lib/data-folder.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { jsonFile } from '#server/lib/json-file.ts'
import { removeMailFiles } from '#server/lib/mailer.ts'
import { inPages } from '#server/lib/personal-data.ts'
import type { Say } from './command.ts'

export async function findCorrespondence({ db }: Deps, address: string, say: Say): Promise<void> {
  const mails = await findMailsTo(db, address)
  const enquiries = await findEnquiriesFrom(db, address)
  if (mails.length + enquiries.length === 0) say(`No correspondence with ${address}.`)
  for (const mail of mails) say(lineOf(mail, mail.reference ?? '-', ...reasonsToStay(mail)))
  for (const enquiry of enquiries) say(lineOf(enquiry, '-'))
  if (await hasConfirmedAccount(db, address)) say(ownedBy(address))
}

type FoundMail = Awaited<ReturnType<typeof findMailsTo>>[number]

function lineOf({ id, created_at, template }: Pick<FoundMail, 'id' | 'created_at' | 'template'>, ...facts: string[]): string {
  return [id, created_at.toISOString().slice(0, 16), template, ...facts].join('  ')
}

function reasonsToStay({ isAwaited, isAboutPayment, starts_on: day }: FoundMail): string[] {
  if (isAwaited) return ['kept: not sent yet']
  if (!isAboutPayment || day === null) return []
  return [`kept until ${addDays(day, BOOKING_MAIL_DAYS)}: the booking was paid for, and the bank may ask what we wrote`]
}

/** Writes a copy for the person to a new file. Throws 409 `account_in_use`, or an error if the file exists. */
export async function exportCorrespondence({ db, now }: Deps, address: string, file: string, say: Say): Promise<void> {
  await refuseOwned(db, address)
  const mails = await findMailsTo(db, address)
  const enquiries = await findEnquiriesFrom(db, address)
  async function* properties() {
    yield* Object.entries({
      from: brand.name,
      madeAt: now(),
      address,
      mails: inPages(mails, async (ids) => listMails(db, ids)),
      enquiries: inPages(enquiries, async (ids) => listEnquiries(db, ids)),
    })
  }
  await writeCopy(file, properties(), say)
}

/** Throws if the file exists or can’t be written. */
export async function writeCopy(file: string, properties: AsyncIterable<readonly [string, unknown]>, say: Say): Promise<void> {
  const target = createWriteStream(file, { flags: 'wx', mode: PRIVATE_FILE })
  let isOurs = false
  target.once('open', () => (isOurs = true))
  try {
    await pipeline(jsonFile(properties), target)
  } catch (error) {
    // An incomplete file could be mistaken for a complete one.
    if (isOurs) await rm(file, { force: true })
    const { path: unwritten, message } = error as NodeJS.ErrnoException
    throw unwritten === file ? new Error(`Can’t write the copy: ${message}.`, { cause: error }) : error
  }
  say(`Written to ${file}.`)
}

/** Erases what need not be kept. Throws 409 `account_in_use`. */
export async function eraseCorrespondence({ config, db }: Deps, actor: Actor, address: string, say: Say): Promise<void> {
  await refuseOwned(db, address)
  const { mails, enquiries } = await db.transaction().execute(async (trx) => {
    const erased = { mails: await eraseMailsTo(trx, address), enquiries: await eraseEnquiriesFrom(trx, address) }
    await recordErasure(trx, actor, { emails: erased.mails.length, enquiries: erased.enquiries.length })
    return erased
  })
  await removeMailFiles(config.DATA_DIR, [...mails, ...enquiries])
  const left = (await findMailsTo(db, address)).length
  const stays = left === 0 ? '' : ` ${counted(left, 'email', 'emails')} about bookings kept (run find to see why).`
  say(`Erased: ${counted(mails.length, 'email', 'emails')}, ${counted(enquiries.length, 'enquiry', 'enquiries')}.${stays}`)
  if (await findAddressee(db, address))
    say(`Not erased: the account with this address, its name and bookings. For these: ${eraseAccount(address)}`)
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const eraseAccount = (address: string) => `npm run accounts -- erase ${address}`

function ownedBy(address: string): string {
  return `${address} belongs to an account. Its owner can download a copy and delete it in Settings. On their request: ${eraseAccount(address)}`
}

/** The owner can prove their identity by signing in; a letter that names the address proves nothing. */
async function refuseOwned(db: Database, address: string): Promise<void> {
  if (await hasConfirmedAccount(db, address)) throw new AppError('account_in_use', ownedBy(address))
}
