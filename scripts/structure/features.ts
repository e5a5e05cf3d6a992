// The ordered list of features, read by the linter (walls.ts), check-structure.mjs and the walls' test.

export interface ServerFeature {
  name: string
  /** The features whose open files it may import. */
  asks: string[]
}

/** Each feature may ask those that it names, all of them earlier in this list, so that the import graph has no cycles. */
export const SERVER_FEATURES: ServerFeature[] = [
  { name: 'audit', asks: [] },
  { name: 'tasks', asks: ['audit'] },
  { name: 'accounts', asks: ['audit', 'tasks'] },
  { name: 'mails', asks: ['audit', 'tasks', 'accounts'] },
  { name: 'enquiries', asks: ['audit', 'tasks', 'accounts'] },
  { name: 'tours', asks: ['audit', 'tasks', 'accounts'] },
  { name: 'vehicles', asks: ['audit', 'tasks', 'accounts', 'tours'] },
  { name: 'bookings', asks: ['audit', 'tasks', 'accounts', 'tours', 'vehicles'] },
  { name: 'reviews', asks: ['audit', 'tasks', 'accounts', 'tours', 'vehicles', 'bookings'] },
  { name: 'payments', asks: ['audit', 'tasks', 'accounts', 'tours', 'vehicles', 'bookings'] },
  { name: 'refunds', asks: ['audit', 'tasks', 'accounts', 'tours', 'vehicles', 'bookings', 'payments'] },
  { name: 'fulfilment', asks: ['audit', 'tasks', 'accounts', 'tours', 'vehicles', 'bookings', 'payments', 'refunds'] },
  { name: 'checkout', asks: ['audit', 'tasks', 'accounts', 'tours', 'vehicles', 'bookings', 'payments', 'refunds', 'fulfilment'] },
  {
    name: 'reservations',
    asks: ['audit', 'tasks', 'accounts', 'tours', 'vehicles', 'bookings', 'payments', 'refunds', 'fulfilment', 'checkout'],
  },
  {
    name: 'cancellations',
    asks: ['audit', 'tasks', 'accounts', 'tours', 'vehicles', 'bookings', 'payments', 'refunds', 'fulfilment', 'checkout', 'reservations'],
  },
  {
    name: 'reconciliation',
    asks: [
      'audit',
      'tasks',
      'accounts',
      'tours',
      'vehicles',
      'bookings',
      'payments',
      'refunds',
      'fulfilment',
      'checkout',
      'reservations',
      'cancellations',
    ],
  },
  {
    name: 'quotes',
    asks: [
      'audit',
      'tasks',
      'accounts',
      'tours',
      'vehicles',
      'bookings',
      'payments',
      'refunds',
      'fulfilment',
      'checkout',
      'reservations',
      'cancellations',
      'reconciliation',
    ],
  },
  { name: 'desk', asks: ['audit', 'tasks', 'accounts', 'mails', 'bookings', 'quotes'] },
]

/** The server's features, plus tools, which the server lacks. None imports another: pages compose them. */
export const WEB_FEATURES = [...SERVER_FEATURES.map(({ name }) => name), 'tools']

/** The files of a server feature that another feature may import, at its top level or in a sub-folder. */
export const OPEN_FILES = ['queries', 'commands', 'flows']

/** `texts` holds the long texts of the content pages. */
export const WEB_FOLDERS = ['components', 'delivery', 'features', 'lib', 'pages', 'staff', 'styles', 'texts']
