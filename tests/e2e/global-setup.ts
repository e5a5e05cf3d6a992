import { provideUsedData } from '../support/used-data.ts'

/** Runs before the workers; the returned function runs after them. */
export default provideUsedData
