// The nouns of the business, in their one order. The linter (walls.ts), check-structure.mjs and the walls' test all read it here.

export interface ServerFeature {
  name: string
  /** The features whose open files it may import. */
  asks: string[]
}

/**
 * The features of the server. Each may ask the features that it names, all of which stand above it in this list,
 * so the import graph has no circle and no arrow that climbs.
 */
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

/** The features of the web: the same nouns, plus the tools, which the server does not know. None imports another: pages compose them. */
export const WEB_FEATURES = [...SERVER_FEATURES.map(({ name }) => name), 'tools']

/** The files of a server feature that another feature may import, at its top level or in one of its sub-folders. */
export const OPEN_FILES = ['queries', 'commands', 'flows']

/** The folders of src/web; `texts` holds the long texts of the content pages. */
export const WEB_FOLDERS = ['components', 'delivery', 'features', 'lib', 'pages', 'staff', 'styles', 'texts']
