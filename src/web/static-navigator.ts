import { createPath, type Navigator } from 'react-router'

const stay = () => undefined

/** Writes links as the browser's router does, and goes nowhere: for pages that are rendered outside a browser. */
export const staticNavigator: Navigator = {
  createHref: (to) => `#${typeof to === 'string' ? to : createPath(to)}`,
  go: stay,
  push: stay,
  replace: stay,
}
