import { useState } from 'react'
import { Button } from '#web/components/button.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { Avatar } from '#web/features/accounts/avatar.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useSession } from '#web/lib/session.ts'

/** The choices of the profile placeholder (specification §2). */
const PROFILE_SELECTS = [
  {
    name: 'gender',
    label: 'Gender',
    options: [
      { value: 'male', label: 'Male' },
      { value: 'female', label: 'Female' },
      { value: 'other', label: 'Other' },
    ],
  },
  {
    name: 'country',
    label: 'Country',
    options: [
      { value: 'usa', label: 'USA' },
      { value: 'uk', label: 'UK' },
      { value: 'india', label: 'India' },
      { value: 'australia', label: 'Australia' },
    ],
  },
  {
    name: 'language',
    label: 'Language',
    options: [
      { value: 'english', label: 'English' },
      { value: 'spanish', label: 'Spanish' },
      { value: 'french', label: 'French' },
      { value: 'german', label: 'German' },
    ],
  },
  {
    name: 'timeZone',
    label: 'Time Zone',
    options: [
      { value: 'gmt-5', label: 'GMT−5' },
      { value: 'gmt+1', label: 'GMT+1' },
      { value: 'gmt+5', label: 'GMT+5' },
      { value: 'gmt+9', label: 'GMT+9' },
    ],
  },
] as const

const EMPTY = { fullName: '', nickName: '', gender: '', country: '', language: '', timeZone: '' }

/** The static placeholder of specification §2: nothing is saved or loaded. */
export function ProfilePage() {
  usePageTitle('Profile')
  const { name, email, profileImage } = useSession()
  const [isEditing, setIsEditing] = useState(false)
  const { field, choice } = useCheckedForm({
    start: { ...EMPTY, fullName: name ?? '' },
    check: (data) => ({ success: true, data }),
    send: () => undefined,
  })

  return (
    <div className="page-width section-space max-w-4xl">
      <div className="rounded-card border border-line bg-paper p-6 sm:p-10">
        <header className="flex flex-wrap items-center gap-x-5 gap-y-4">
          <Avatar name={name} image={profileImage} className="size-20" />
          <div className="min-w-0 flex-1 basis-48">
            <h1 className="text-2xl">{name ?? 'Profile'}</h1>
            <p translate="no" className="text-ink-soft">
              {email}
            </p>
          </div>
          <Button variant={isEditing ? 'primary' : 'secondary'} onClick={() => setIsEditing(!isEditing)}>
            {isEditing ? 'Save' : 'Edit'}
          </Button>
        </header>
        <div className="mt-8 grid gap-5 sm:grid-cols-2">
          <TextField {...field('fullName')} label="Full Name" autoComplete="name" disabled={!isEditing} />
          <TextField {...field('nickName')} label="Nick Name" autoComplete="nickname" disabled={!isEditing} />
          {PROFILE_SELECTS.map(({ name: select, label, options }) => (
            <SelectField
              key={select}
              {...choice(select)}
              label={label}
              options={options}
              placeholder={`Select ${label.toLowerCase()}`}
              disabled={!isEditing}
            />
          ))}
        </div>
        <p role="status" className="sr-only">
          {isEditing ? 'You can now edit the fields' : ''}
        </p>
      </div>
      <section aria-labelledby="emails-title" className="mt-6 rounded-card border border-line bg-paper p-6 sm:p-10">
        <h2 id="emails-title" className="text-xl">
          My email address
        </h2>
        <p translate="no" className="mt-3 font-semibold">
          {email}
        </p>
        <Button variant="secondary" className="mt-5">
          Add Email Address
        </Button>
      </section>
    </div>
  )
}
