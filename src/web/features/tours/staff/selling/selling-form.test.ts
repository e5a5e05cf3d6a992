import { expect, test } from 'vitest'
import { errorsOf } from '#web/lib/form-issues.ts'
import { pathsIn } from './selling-form.ts'

test('all errors of a form are found, also of a field called "type"', () => {
  const messages = { name: 'Missing', 'options.1.units.0.type': 'Wrong', 'options.1.units.0.name': 'Missing' }
  expect(pathsIn(errorsOf(messages)).toSorted()).toEqual(Object.keys(messages).toSorted())
})
