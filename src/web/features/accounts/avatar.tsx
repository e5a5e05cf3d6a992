import { useState } from 'react'
import { AVATARS } from '#shared/accounts/session-paths.ts'
import { classNames } from '#web/lib/class-names.ts'
import { callAddress } from '#web/lib/http.ts'

type Props = { name: string | null; image: string | null; className?: string }

/** The profile picture, or else the first letter of the name; 40 px by default (specification §9). */
export function Avatar({ name, image, className = 'size-10' }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  if (image && image !== broken) {
    return (
      <img
        src={addressOf(image)}
        alt=""
        width={40}
        height={40}
        onError={() => setBroken(image)}
        className={classNames('shrink-0 rounded-pill object-cover', className)}
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'flex shrink-0 items-center justify-center rounded-pill bg-sea font-display text-lg font-semibold text-paper',
        className,
      )}
    >
      {initialOf(name)}
    </span>
  )
}

/** Uploaded pictures are on the API's host, those of the demo accounts on the site's. */
function addressOf(image: string): string {
  return image.startsWith(AVATARS) ? callAddress(image) : image
}

/** The first letter of the name, or U (specification §2). */
export function initialOf(name: string | null): string {
  const [first] = [...(name ?? '').trim()]
  return first ? first.toUpperCase() : 'U'
}
