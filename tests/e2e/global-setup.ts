import { provideUsedData } from '../support/used-data.ts'

/** Runs before the workers start; what it returns, after they have ended. */
export default provideUsedData
