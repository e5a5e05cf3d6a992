import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PasswordField } from './password-field.tsx'

it('masks what is typed until it is asked to show it, cuts nothing off, and tells password managers what it is for (ASVS 6.2.6, 6.2.7)', () => {
  const field = renderToStaticMarkup(<PasswordField name="password" label="Password" autoComplete="current-password" />)
  expect(field).toContain('type="password"')
  expect(field).toContain('autoComplete="current-password"')
  expect(field).toContain('aria-label="Show characters"')
  expect(field.toLowerCase()).not.toContain('maxlength')
})
