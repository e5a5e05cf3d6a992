import type { Ref } from 'react'

/** A honeypot for bots that fill in every field: hidden from view, the tab order and screen readers. */
export function UnseenField({ ref }: { ref: Ref<HTMLInputElement> }) {
  return (
    <div inert aria-hidden="true" className="absolute -left-[150vw] top-0">
      <label>
        Homepage
        <input ref={ref} type="text" name="homepage" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
