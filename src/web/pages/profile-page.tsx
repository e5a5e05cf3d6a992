import { useState } from 'react'
import { Button } from '#web/components/button.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { Avatar } from '#web/features/accounts/avatar.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useSession } from '#web/lib/session.ts'
import { PROFILE_SELECTS } from './profile-options.ts'

const EMPTY = { fullName: '', nickName: '', gender: '', country: '', language: '', timeZone: '' }

/** The static placeholder of specification §2: nothing is saved or loaded from the server. */
export function ProfilePage() {
  usePageTitle('Profile')
  const { name, email, profileImage } = useSession()
  const [isEditing, setIsEditing] = useState(false)
  const [fields, setFields] = useState({ ...EMPTY, fullName: name ?? '' })
  const set = (field: keyof typeof EMPTY) => (value: string) => setFields((before) => ({ ...before, [field]: value }))

  return (
    <div className="page-width section-space max-w-4xl">
      <div className="rounded-card border border-line bg-paper p-6 sm:p-10">
        <header className="flex flex-wrap items-center gap-x-5 gap-y-4">
          <Avatar name={name} image={profileImage} className="size-20" />
          <div className="min-w-0 flex-1 basis-48">
            <h1 className="text-2xl">{name ?? 'Profile'}</h1>
            <p className="text-ink-soft">{email}</p>
          </div>
          <Button variant={isEditing ? 'primary' : 'secondary'} onClick={() => setIsEditing(!isEditing)}>
            {isEditing ? 'Save' : 'Edit'}
          </Button>
        </header>
        <div className="mt-8 grid gap-5 sm:grid-cols-2">
          <TextField
            label="Full Name"
            name="fullName"
            autoComplete="name"
            disabled={!isEditing}
            value={fields.fullName}
            onChange={(event) => set('fullName')(event.target.value)}
          />
          <TextField
            label="Nick Name"
            name="nickName"
            autoComplete="nickname"
            disabled={!isEditing}
            value={fields.nickName}
            onChange={(event) => set('nickName')(event.target.value)}
          />
          {PROFILE_SELECTS.map(({ name: field, label, options }) => (
            <SelectField
              key={field}
              name={field}
              label={label}
              options={options}
              placeholder={`Select ${label.toLowerCase()}`}
              disabled={!isEditing}
              value={fields[field]}
              onValueChange={set(field)}
            />
          ))}
        </div>
        <p role="status" className="sr-only">
          {isEditing ? 'The fields can be edited' : ''}
        </p>
      </div>
      <section aria-labelledby="emails-title" className="mt-6 rounded-card border border-line bg-paper p-6 sm:p-10">
        <h2 id="emails-title" className="text-xl">
          My email address
        </h2>
        <p className="mt-3 font-semibold">{email}</p>
        <Button variant="secondary" className="mt-5">
          Add Email Address
        </Button>
      </section>
    </div>
  )
}
