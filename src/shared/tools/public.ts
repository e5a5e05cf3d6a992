/** Minimum hours charged, which cover handing out and taking back a tool. */
export const MIN_HOURS = 2
