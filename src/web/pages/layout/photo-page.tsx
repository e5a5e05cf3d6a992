import type { ReactNode } from 'react'
import { Picture } from '#web/components/picture.tsx'
import { ART } from '#web/lib/art.ts'

/** A card over a full-page photo: login and sign-up (specification §2). */
export function PhotoPage({ children }: { children: ReactNode }) {
  return (
    <div className="relative isolate flex min-h-[calc(100dvh-7.25rem)] flex-1 items-center py-12 sm:py-20">
      <Picture
        priority
        picture={ART['auth-background']}
        alt=""
        sizes="100vw"
        className="absolute inset-0 -z-10"
        imageClassName="object-[64%_88%]"
      />
      <div className="page-width">
        <div className="mx-auto w-full max-w-md rounded-card bg-paper p-6 shadow-lift sm:p-10 lg:mx-0">{children}</div>
      </div>
    </div>
  )
}
