import { Fragment, useEffect, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

/** Text with links in the notation `Write by [the form](/contact).` */
export function RichText({ text }: { text: string }) {
  // Splits at links, keeping both parts: text, label, address, text, label, address, text.
  const parts = text.split(/\[([^[\]]+)\]\(([^()\s]+)\)/)
  return parts.map((part, index) => {
    // The parts of a fixed text never change places.
    // oxlint-disable-next-line react/no-array-index-key
    if (index % 3 === 0) return <Fragment key={index}>{part}</Fragment>
    if (index % 3 === 2) return null
    return (
      // oxlint-disable-next-line react/no-array-index-key
      <TextLink key={index} to={parts[index + 1] ?? ''}>
        {part}
      </TextLink>
    )
  })
}

/** A link in running text: internal, email, phone or external. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  if (to.startsWith('/')) {
    return (
      <Link to={to} className="text-link">
        {children}
      </Link>
    )
  }
  return (
    <a href={to} className="text-link" {...(to.startsWith('https:') && { target: '_blank', rel: 'noreferrer' })}>
      {children}
    </a>
  )
}

/**
 * Scrolls to the section in the address (`#/support/guides#cancelling`), even if the same one is requested twice. Must be called after
 * `usePageTitle`, which scrolls a new page to the top.
 */
export function useAnchor(): void {
  const { hash, key } = useLocation()
  useEffect(() => {
    const part = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
    if (!part) return
    const details = part.closest('details')
    if (details) details.open = true
    if (!part.matches('summary, a, button') && !part.hasAttribute('tabindex')) part.tabIndex = -1
    part.focus({ preventScroll: true })
    part.scrollIntoView()
  }, [hash, key])
}
