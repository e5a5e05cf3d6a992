import { ImpatientClient } from './impatient-client.ts'

/** Prepares nothing under a name, whatever a library asks for: a pooler would look for it in another session. */
export class UnnamedClient extends ImpatientClient {
  // One implementation cannot express the wider signature of pg's overloads.
  override query(...args: unknown[]): never {
    const [statement, ...others] = args
    const isNamed = typeof statement === 'object' && statement !== null && 'name' in statement && 'text' in statement
    return super.query(isNamed ? { ...statement, name: undefined } : statement, ...others)
  }
}
