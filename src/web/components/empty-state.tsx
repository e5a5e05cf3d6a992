import type { ReactNode } from 'react'
import { Picture, type PictureRecord } from '#web/components/picture.tsx'

type Props = { picture?: PictureRecord; title: string; children?: ReactNode; action?: ReactNode }

export function EmptyState({ picture, title, children, action }: Props) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-10 text-center">
      {picture && <Picture picture={picture} alt="" sizes="280px" className="mb-3 aspect-4/3 w-70 max-w-full rounded-card" />}
      <h2 className="text-xl">{title}</h2>
      {children && <div className="text-balance text-ink-soft">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
