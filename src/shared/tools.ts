/** Whoever hires by the hour hires for two at least: that is what handing a tool out and back takes. */
export const LEAST_HOURS = 2
