import { pages } from '#shared/pages.ts'
import { MIN_HOURS } from '#shared/tools/public.ts'
import type { Article } from './article.ts'

/** How things work here, from the first look to the last refund. */
export const GUIDES: readonly Article[] = [
  {
    id: 'booking-a-tour',
    title: 'Booking a tour',
    blocks: [
      'Tours are booked on this site, in three steps and about five minutes. You need an account, so that your booking belongs to you.',
      {
        steps: [
          `Browse [our destinations](${pages.destinations}). Filter by destination, activity, date, duration or guests, or type what you have in mind into the search box.`,
          'Open a tour. Read the days, the refund policy and the terms, then choose a date and the number of guests. The total updates as you go.',
          'Press Book This Tour. You pay on the card provider’s page, not on ours, and come straight back to a result.',
        ],
      },
      'Tour prices are in US dollars, per person. Children and infants pay the adult price: a seat, a bed and a guide’s attention cost the same for someone small. So the total is simply the price times the number of guests.',
      'We hold your seats while you’re on the payment page. If you leave without paying, we release them after a little over half an hour. Until then you’ll find them in [My Bookings](/bookings), where you can continue the payment or release the seats.',
    ],
  },
  {
    id: 'after-you-booked',
    title: 'After you have booked',
    blocks: [
      'We’ll email you a confirmation as soon as the card provider tells us your payment has arrived. It’s usually there before you close the page.',
      {
        list: [
          'You can print your booking confirmation. It has your reference, your dates and our phone number.',
          'The calendar file adds the trip to your phone’s calendar.',
          'You can add the travellers’ names once you know them. They’re optional, and you can change them.',
        ],
      },
      `All of this is in [My Bookings](${pages.bookings}). After the trip you can leave a review there. We publish every review, kind or not.`,
    ],
  },
  {
    id: 'cancelling',
    title: 'Cancelling and refunds',
    blocks: [
      'Every tour and every vehicle service has its own refund policy. You see it before you pay, and your booking keeps the version from that day. It depends on how many days are left until you travel.',
      {
        steps: [
          `Open the booking in [My Bookings](${pages.bookings}) and press View, then Cancel.`,
          'Before you confirm, you’ll see how much you’ll get back. Nothing happens until you press Confirm Cancellation.',
          'We refund the card you paid with straight away; banks take a few days to show it.',
        ],
      },
      'It works like this: cancel early enough and you get a full refund; cancel later and you get the percentage in the policy; after that, nothing. If a policy gives no days, the tour is non-refundable, and its page says so.',
      'If we have to cancel a trip, you’ll get a full refund, whatever the policy says.',
    ],
  },
  {
    id: 'moving-with-us',
    title: 'Moving, from postcode to paid quote',
    blocks: [
      `Moves and deliveries start with [six short steps](${pages.vehiclePrice}): where, which service, who, what, the details and a final check. We save what you type in your account, so you can stop at any point and come back tomorrow.`,
      {
        steps: [
          'Enter the UK postcodes for pickup and drop-off. We’ll tell you straight away whether we cover them.',
          'Choose a service. Its price is in Indian rupees, and stairs and helpers are added line by line where they cost extra.',
          'List what you’re moving, with sizes and photos if you have them. The more we know, the fewer surprises.',
          'Send it. You don’t pay anything yet: this is only a request.',
          'We’ll check it and email you the quote. If the price has changed, the email explains why.',
          'Pay using the link in that email, or from My Bookings, before the quote expires. Your booking is then confirmed.',
        ],
      },
      'If we can’t do it, we’ll say so and you owe nothing. If you don’t pay a quote, it simply expires.',
    ],
  },
  {
    id: 'hiring-a-tool',
    title: 'Hiring a tool',
    blocks: [
      `You can’t book tools online, because the person at the counter usually has one more question. Look at [the tools](${pages.tools}), then [ask us](${pages.contact}) with the tool and the dates.`,
      {
        steps: [
          'We’ll say yes, or suggest the nearest day it’s free.',
          'You collect it with photo ID. We’ll show you how it works if you like.',
          'You bring it back. We work out the hourly, the daily and the weekly price, and you pay the cheapest of them by card.',
        ],
      },
      `Hourly hire is for a minimum of ${MIN_HOURS} hours. All prices are on the [rental plans](${pages.rentalPlans}), and what to wear is on the [safety checklist](${pages.safety}).`,
    ],
  },
  {
    id: 'your-account',
    title: 'Your account and your data',
    blocks: [
      `In [Settings](${pages.settings}) you change your name, picture and password, see where you are signed in, and sign out elsewhere.`,
      'There you can also take a copy of everything we keep about you, as a file, or delete your account. You have to cancel any upcoming bookings first, so you don’t lose a trip by accident.',
      `Forgot your password? Ask for a link on the [login page](${pages.login}). You can use it once, within an hour. What we keep, and why, is in our [privacy notice](${pages.privacy}).`,
    ],
  },
]
