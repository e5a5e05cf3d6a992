/** The whole analysis in JavaScript, which needs none of the programs that the package would start otherwise. */
declare module 'recheck/lib/browser.js' {
  import type { checkSync } from 'recheck'
  const recheck: { checkSync: typeof checkSync }
  export default recheck
}
