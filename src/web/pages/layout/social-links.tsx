import { brand } from '#shared/brand.ts'
import { classNames } from '#web/lib/class-names.ts'

export function SocialLinks({ className }: { className?: string }) {
  return (
    <ul className={classNames('flex flex-wrap items-center', className)}>
      {brand.social.map(({ name, href }) => (
        <li key={name}>
          <a
            href={href}
            target="_blank"
            rel="noreferrer"
            aria-label={`${brand.name} on ${name}`}
            className="flex size-11 items-center justify-center rounded-pill transition-colors hover:bg-current/10 md:size-9"
          >
            <svg aria-hidden="true" className="size-4.5 fill-current">
              <use href={`/art/social.svg#${name.toLowerCase()}`} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  )
}
