/** The message about a code that no one has made, or that is switched off: only this is a guess. */
export const NO_SUCH_CODE = 'We don’t recognise this code.'
