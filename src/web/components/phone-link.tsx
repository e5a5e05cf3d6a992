import type { ShownPhone } from '#shared/shown-phones.ts'

export function PhoneLink({ phone: { text, number } }: { phone: ShownPhone }) {
  return (
    <a href={`tel:${number}`} translate="no" className="text-link inline-flex min-h-6 items-center tabular-nums pointer-coarse:min-h-11">
      {text}
    </a>
  )
}
