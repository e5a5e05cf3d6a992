import { pages } from '#shared/pages.ts'
import { ART } from '#web/lib/art.ts'
import type { PagePicture } from '#web/lib/content-art.ts'

type RentalService = {
  title: string
  path: string
  lead: string
  picture: PagePicture
  included: readonly string[]
  /** What the customer provides or does. */
  yours: readonly string[]
  suits: readonly string[]
  /** Further notes, each with a heading and a few sentences. */
  notes: readonly { title: string; text: string }[]
}

export const SELF_DRIVE: RentalService = {
  title: 'Self Drive',
  path: pages.selfDrive,
  lead: 'We bring the van to your door, you drive it, and you hand it back at your destination. You can add loading help.',
  picture: { record: ART.van2, focus: 'object-[50%_60%]' },
  included: [
    'A clean van with trolley, straps and blankets',
    'Handover at your door, with a walk round the vehicle',
    'A number to call if a warning light comes on',
  ],
  yours: ['A driver with a licence for this size of van', 'Fuel for your trip', 'Congestion, clean-air and toll charges on your route'],
  suits: ['Moves that take several trips', 'A day of collections', 'People who like to set their own pace'],
  notes: [
    {
      title: 'Who may drive',
      text: 'Age and licence depend on the vehicle. Each service says what it asks for when you choose it, before you send anything.',
    },
    {
      title: 'Returning the vehicle',
      text: 'Swept out, with the same amount of fuel, at the drop-off address on your quote. We walk round it together and both sign.',
    },
    {
      title: 'If something happens',
      text: 'Make sure no one is hurt, then call us. Don’t move the van if it may be unsafe; we’ll send someone.',
    },
  ],
}

export const WITH_DRIVER: RentalService = {
  title: 'With Driver',
  path: pages.withDriver,
  lead: 'You point, we carry: a single sofa, seven passengers, a whole home or a grand piano.',
  picture: { record: ART.van4, focus: 'object-[50%_55%]' },
  included: [
    'A driver who knows the vehicle and the way',
    'Loading and unloading by the crew of the service you choose',
    'Blankets, straps and trolleys; child seats in people carriers',
  ],
  yours: ['Boxes closed and labelled', 'Room to park at both ends, or a warning that there is none', 'Someone who knows where things go'],
  suits: ['Heavy, fragile or many things', 'Airport runs, weddings, site visits', 'Anyone who would rather not drive a van'],
  notes: [
    {
      title: 'Stairs and helpers',
      text: 'Where a service charges for floors or helpers, the quote shows a line for each and adds them up in front of you.',
    },
    {
      title: 'Photos help',
      text: 'Add pictures of the largest pieces and the tightest turn of the stairs. That way we send the right people and there are no surprises.',
    },
    {
      title: 'On the day',
      text: 'Your booking shows the time. If traffic has other plans, the driver will call you, not the other way round.',
    },
  ],
}

/** From the enquiry to the confirmed van. */
export const QUOTE_STEPS = [
  { title: 'Tell us', text: 'Postcodes, date, service and items: six short steps you can leave and come back to.' },
  { title: 'We look', text: 'We check the vehicle, crew and route, then approve your quote by email or tell you why we can’t.' },
  {
    title: 'You pay',
    text: 'Use the link in the email or My Bookings to pay on the card provider’s page. Your booking is then confirmed.',
  },
] as const
