/** The fewest hours that are charged: handing a tool out and taking it back costs that much. */
export const LEAST_HOURS = 2
