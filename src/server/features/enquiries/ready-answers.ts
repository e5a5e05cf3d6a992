import * as calls from '#shared/enquiries/staff-calls.ts'
import type { ChangeReadyAnswerBody, NewReadyAnswerBody } from '#shared/enquiries/staff.ts'
import type { Actor } from '#server/lib/actors.ts'
import type { Trx } from '#server/lib/db.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import type { Serving } from '#server/lib/serve.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { recordAudit } from '#server/features/audit/commands.ts'

const MAX_READY_ANSWERS = 200

/** All staff can read them, managers write them. */
export function readyAnswers({ read, change }: Serving): void {
  read(calls.listReadyAnswers, async ({ db }) =>
    db
      .selectFrom('ready_answers')
      .select(['id', 'name', 'body as text', 'version'])
      .orderBy((eb) => eb.fn('lower', ['name']))
      .limit(MAX_READY_ANSWERS)
      .execute(),
  )
  change(calls.addReadyAnswer, async ({ trx, actor, body }) => {
    await addReadyAnswer(trx, actor, body)
    return { message: 'Reply saved' }
  })
  change(calls.changeReadyAnswer, async ({ trx, actor, params, body }) => {
    await changeReadyAnswer(trx, actor, params.id, body)
    return { message: 'Answer saved' }
  })
  change(calls.deleteReadyAnswer, async ({ trx, actor, params }) => {
    await deleteReadyAnswer(trx, actor, params.id)
    return { message: 'Saved reply deleted' }
  })
}

/** Safe to repeat. Throws 400 for a name already taken, and 409 `answer_changed`. */
async function addReadyAnswer(trx: Trx, actor: Actor, { id, name, text }: NewReadyAnswerBody): Promise<void> {
  const known = await lockAnswer(trx, id)
  if (known?.name === name && known.body === text) return
  if (known) throw changed()
  await refuseTakenName(trx, id, name)
  await trx.insertInto('ready_answers').values({ id, name, body: text }).execute()
  await recordAudit(trx, { actor, action: 'ready_answer.written', subject: { kind: 'ready_answer', id }, after: { version: 1 } })
}

/** Safe to repeat. Throws like `addReadyAnswer`, and 404. */
async function changeReadyAnswer(trx: Trx, actor: Actor, id: string, { name, text, version }: ChangeReadyAnswerBody): Promise<void> {
  const known = await lockAnswer(trx, id)
  if (!known) throw notFound('Answer')
  if (known.name === name && known.body === text) return
  if (known.version !== version) throw changed()
  await refuseTakenName(trx, id, name)
  await trx
    .updateTable('ready_answers')
    .set({ name, body: text, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await recordAudit(trx, { actor, action: 'ready_answer.written', subject: { kind: 'ready_answer', id }, after: { version: version + 1 } })
}

async function deleteReadyAnswer(trx: Trx, actor: Actor, id: string): Promise<void> {
  if (!(await lockAnswer(trx, id))) throw notFound('Answer')
  await trx.deleteFrom('ready_answers').where('id', '=', id).execute()
  await recordAudit(trx, { actor, action: 'ready_answer.deleted', subject: { kind: 'ready_answer', id } })
}

async function lockAnswer(trx: Trx, id: string) {
  return isUuid(id) ? trx.selectFrom('ready_answers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst() : undefined
}

const changed = () => new AppError('answer_changed', 'A colleague has just changed this reply.')

async function refuseTakenName(trx: Trx, id: string, name: string): Promise<void> {
  const taken = await trx
    .selectFrom('ready_answers')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', name.toLowerCase()))
    .where('id', '!=', id)
    .executeTakeFirst()
  const message = 'Another saved reply has this name'
  if (taken) throw new AppError('validation_failed', message, { issues: [{ path: 'name', message }] })
}
