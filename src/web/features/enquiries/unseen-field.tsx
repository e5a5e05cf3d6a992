import type { Ref } from 'react'

/** Seen by programs that fill in every form, not by people: out of sight, of the tab order and of screen readers. */
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
