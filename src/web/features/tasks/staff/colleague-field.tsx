import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { SelectField } from '#web/components/select-field.tsx'
import { colleaguesQuery } from './api/list-colleagues.ts'

type Props = Omit<ComponentProps<typeof SelectField>, 'options' | 'label' | 'placeholder' | 'hint'> & {
  assigneeId: string | undefined
}

export function ColleagueField({ assigneeId, ...field }: Props) {
  const { data = [], isError } = useQuery(colleaguesQuery)
  const options = data.filter(({ id }) => id !== assigneeId).map(({ name, email }) => ({ value: email, label: `${name}, ${email}` }))
  return (
    <SelectField
      {...field}
      label="Assign to"
      options={options}
      placeholder="Please choose"
      hint={isError ? 'We couldn’t load the staff list.' : undefined}
    />
  )
}
