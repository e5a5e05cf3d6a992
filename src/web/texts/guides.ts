import { pages } from '#shared/pages.ts'
import { LEAST_HOURS } from '#shared/tools/public.ts'
import type { Article } from './article.ts'

/** How things work here, from the first look to the last refund. */
export const GUIDES: readonly Article[] = [
  {
    id: 'booking-a-tour',
    title: 'Booking a tour',
    blocks: [
      'Tours are booked on this site, in three steps and about five minutes. You need an account, because a booking has to belong to somebody.',
      {
        steps: [
          `Look around in [our destinations](${pages.destinations}). Filter by place, activity, date, length or guests, or type what you have in mind into the search.`,
          'Open a tour. Read the days, the refund policy and the terms, then choose the date and how many of you travel. The total changes as you count.',
          'Press Book This Tour. You pay on the card provider’s page, not on ours, and come straight back to a result.',
        ],
      },
      'Prices of tours are in US dollars and per person. Children and infants are priced as adults: a seat, a bed and a guide’s attention cost the same for somebody small. So the total is simply price times people.',
      'While you are on the payment page your seats are held for you. If you leave without paying, they go back after a little more than half an hour. Until then you find them in [My Bookings](/bookings), where you can continue the payment or release the seats.',
    ],
  },
  {
    id: 'after-you-booked',
    title: 'After you have booked',
    blocks: [
      'You get a confirmation by email as soon as the card provider tells us that the payment arrived. It is usually there before you have closed the page.',
      {
        list: [
          'The booking confirmation can be printed. It has your reference, your dates and our number.',
          'The calendar file puts the trip into the calendar of your phone.',
          'The travellers’ names can be added when you know them. They are optional, and you can change them.',
        ],
      },
      `All of this is in [My Bookings](${pages.bookings}). Once the trip is over you can leave a review there. We publish what you write, the kind ones and the others.`,
    ],
  },
  {
    id: 'cancelling',
    title: 'Cancelling and refunds',
    blocks: [
      'Every tour and every vehicle service has its own refund policy. It is on the page before you pay, it is kept with your booking as it was that day, and it counts the days left until you travel.',
      {
        steps: [
          `Open the booking in [My Bookings](${pages.bookings}) and press View, then Cancel.`,
          'Before you confirm, you see the amount that will come back. Nothing happens until you press Confirm Cancellation.',
          'The money goes back to the card that paid. We send it at once; banks take some days to show it.',
        ],
      },
      'The rule reads like this: with enough days left you get everything; with fewer, the percentage in the policy; after that, nothing. A policy without days means that the tour cannot be refunded, and the page says so.',
      'If we have to cancel a trip, you get a full refund, whatever the policy says.',
    ],
  },
  {
    id: 'moving-with-us',
    title: 'Moving, from postcode to paid quote',
    blocks: [
      `Moves and deliveries begin with [six short steps](${pages.vehiclePrice}): where, which service, who, what, the details, and a last look. What you type is kept in your account, so you can stop at the boxes and come back tomorrow.`,
      {
        steps: [
          'Enter the UK postcodes of both ends. We tell you at once whether we go there.',
          'Choose a service. Its price is in Indian rupees, and stairs and helpers are added line by line where they cost extra.',
          'List what is to be moved, with sizes and photos if you have them. The more we see, the fewer surprises there are.',
          'Send it. Nothing is paid yet: this is a request.',
          'We look at it and send you the quote by email. If the price had to change, the email says why.',
          'Pay by the link in that email, or from My Bookings, before the quote expires. Then it is confirmed.',
        ],
      },
      'If we cannot do it, we say so, and you owe nothing. A quote that nobody pays simply expires.',
    ],
  },
  {
    id: 'hiring-a-tool',
    title: 'Hiring a tool',
    blocks: [
      `Tools are not booked online, because the person at the counter usually has one more question. Look at [the tools](${pages.tools}), then [ask us](${pages.contact}) with the tool and the dates.`,
      {
        steps: [
          'We answer with a yes, or with the nearest day when it is free.',
          'You collect it with photo ID. We show you how it works if you like.',
          'You bring it back. We work out the hourly, the daily and the weekly price, and you pay the cheapest of them by card.',
        ],
      },
      `By the hour you pay for ${LEAST_HOURS} hours at least. All prices are on the [rental plans](${pages.rentalPlans}), and what to wear is on the [safety checklist](${pages.safety}).`,
    ],
  },
  {
    id: 'your-account',
    title: 'Your account and your data',
    blocks: [
      `In [Settings](${pages.settings}) you change your name, picture and password, see where you are signed in, and sign out elsewhere.`,
      'There you can also take a copy of everything we keep about you, as a file, or delete your account. Bookings that are still to come have to be cancelled first, so that nobody loses a trip by accident.',
      `Forgot your password? Ask for a link on the [login page](${pages.login}). It works for one hour, and once. What we keep, and why, is in our [privacy notice](${pages.privacy}).`,
    ],
  },
]
