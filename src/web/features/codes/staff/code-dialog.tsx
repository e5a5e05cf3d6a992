import { useState } from 'react'
import { addCampaign, addCode, changeCode } from '#shared/codes/staff-calls.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useKeptForm } from '#web/components/use-kept-form.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { randomUuid } from '#web/lib/random-key.ts'
import { useSend } from '#web/lib/use-send.ts'
import { GivesFields, LimitFields } from './code-fields.tsx'
import type { TourPicker } from './code-tours.tsx'
import { checkCode, startOf, type CodeBody, type CodeForm, type CodeValues, type Subject } from './code-values.ts'

type Props = {
  subject: Subject
  Picker: TourPicker
  onClose: () => void
  onDone: (message: string) => void
  /** Called if someone else changed it first; `message` says so. */
  onChanged: (message: string) => void
}

const CODES = consoleKey('codes')
const ACTS = { code: 'Create code', campaign: 'Create campaign', change: 'Save' } as const

/** Creates a code or campaign, or changes a code, except its text. */
export function CodeDialog({ subject, Picker, onClose, onDone, onChanged }: Props) {
  const [id] = useState(randomUuid)
  const [add, change, addAll] = [useSend(addCode, CODES), useSend(changeCode, CODES), useSend(addCampaign, CODES)]
  const send = async (body: CodeBody): Promise<string> => {
    if ('version' in body) {
      const { code } = subject as Extract<Subject, { kind: 'change' }>
      await change({ params: { id: code.id }, body })
      return `${code.text} updated.`
    }
    if ('text' in body) {
      await add({ body })
      return `${body.text} created.`
    }
    await addAll({ body })
    return `Campaign ${body.name} created.`
  }
  const form = useKeptForm<CodeValues, CodeBody>({
    keepAs: subject.kind === 'change' ? `code ${subject.code.id}` : `new ${subject.kind}`,
    start: startOf(subject),
    check: (values) => checkCode(subject, id, values),
    send: async (body) => {
      const message = await send(body)
      form.forget()
      onDone(message)
    },
    onChanged,
  })
  const title = subject.kind === 'change' ? subject.code.text : subject.kind === 'code' ? 'New code' : 'New campaign'
  const isOfCampaign = subject.kind === 'campaign' || (subject.kind === 'change' && subject.code.campaign !== '')
  return (
    <FormDialog form={form} onClose={onClose} title={title} act={ACTS[subject.kind]} className="grid grid-cols-1 gap-4">
      <Top kind={subject.kind} form={form} />
      <GivesFields form={form} Picker={Picker} />
      <LimitFields form={form} isOfCampaign={isOfCampaign} Picker={Picker} />
    </FormDialog>
  )
}

/** The fields in which codes, campaigns and changes differ. */
function Top({ kind, form }: { kind: Subject['kind']; form: CodeForm }) {
  if (kind === 'code')
    return (
      <TextField
        {...form.field('text')}
        data-first
        label="Code"
        hint="4 to 32 letters, digits and hyphens, such as WELCOME10. You can’t change it later."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    )
  if (kind === 'change')
    return (
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          data-first
          checked={form.values.isActive}
          onChange={({ target }) => form.adopt({ isActive: target.checked })}
          className="size-5 shrink-0 accent-coral-deep"
        />
        Active: travellers can use it
      </label>
    )
  return (
    <>
      <TextField {...form.field('name')} data-first label="Name" hint="Only staff can see it." autoComplete="off" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...form.field('count')}
          label="Number of codes"
          hint="Each can be used for one booking."
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          {...form.field('prefix')}
          label="Code prefix"
          isOptional
          hint="Followed by random letters."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </div>
    </>
  )
}
