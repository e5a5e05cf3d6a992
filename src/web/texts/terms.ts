import { brand } from '#shared/brand.ts'
import { pages } from '#shared/pages.ts'
import { LEAST_HOURS } from '#shared/tools/public.ts'
import type { Article } from './article.ts'

/** Describes what this software does. A template: docs/branding.md says what an agency has to change. */
export const TERMS: readonly Article[] = [
  {
    id: 'who-we-are',
    title: 'Who we are, and what this covers',
    blocks: [
      `These terms are between you and ${brand.name}, ${brand.address} (“we”). They cover tours and vehicle services booked on this site, and tools hired at our counter.`,
      'A tour or a service may have its own terms. They are on its page before you pay. Where they differ from these, they take precedence.',
      'Nothing here takes away rights that the law gives you as a consumer.',
    ],
  },
  {
    id: 'accounts',
    title: 'Your account',
    blocks: [
      'To book you need an account, with your name, an email address that reaches you, and a password. Keep the password to yourself; what is booked with it counts as booked by you, unless somebody got hold of it through no fault of yours.',
      `You can delete the account in [Settings](${pages.settings}) once you have no bookings still to come.`,
    ],
  },
  {
    id: 'tours',
    title: 'Booking a tour',
    blocks: [
      'Prices of tours are in US dollars, per person, and include what the tour’s page says. Children and infants are priced as adults.',
      'When you start to pay, seats are held for you until the payment page closes. The contract is made when the card provider confirms your payment; we tell you by email. If a payment arrives after the seats have been released, we honour it while seats remain, and otherwise return it in full.',
      'If the price of a tour has changed since you opened its page, we tell you the new total and ask again before anything is paid.',
      'Each date of a tour has room for a number of people that its page names.',
    ],
  },
  {
    id: 'vehicles',
    title: 'Vehicle and moving services',
    blocks: [
      'Prices of vehicle services are in Indian rupees. What the site computes from base price, floors and helpers is what your request is based on.',
      'A request binds neither side. We check it and approve it by email, if need be at another price with a reason, or decline it. An approved quote can be paid until the day that the email names, and never after the day of the service. The contract is made when it is paid.',
      'A newer quote for the same request replaces the older one.',
      'We drive between the UK postcodes that the site accepts. Tell us truthfully what is to be moved: we may have to leave behind what we were not told about.',
    ],
  },
  {
    id: 'tools',
    title: 'Tool hire',
    blocks: [
      `Tools are shown on this site and hired at our counter. Prices are in US dollars, by the hour, day or week; we work out all that fit and charge the cheapest. By the hour we charge at least ${LEAST_HOURS} hours.`,
      'You use the tool as its card says, and bring it back complete. Normal wear and tear is on us. You pay for the repair of damage that comes from misuse, and for what is lost.',
    ],
  },
  {
    id: 'payment',
    title: 'Payment',
    blocks: [
      'You pay by card on the page of our card provider. We never see the number of your card. Your bank may convert the amount at its own rate.',
    ],
  },
  {
    id: 'cancelling',
    title: 'If you cancel',
    blocks: [
      `Confirmed bookings are cancelled in [My Bookings](${pages.bookings}). What is refunded follows from the refund policy that was on the page when you booked, and from the days between the day you cancel and the day you travel, counted on our calendar:`,
      {
        list: [
          'with at least the days for a full refund left, all of it;',
          'with fewer, but at least the days for a part refund, the percentage that the policy names;',
          'with fewer than that, nothing.',
        ],
      },
      'A line that a policy does not have does not apply. Parts of a cent are rounded down. You see the amount before you confirm, and it goes back to the card that paid.',
    ],
  },
  {
    id: 'if-we-cancel',
    title: 'If we cancel or change something',
    blocks: [
      'If we cannot carry out what you booked, you get back all that you paid, whatever the policy says, or another date if you prefer.',
      'Small changes happen on every journey: another hotel of the same kind, another order of the days. If a change matters, we tell you at once and you may cancel without cost.',
    ],
  },
  {
    id: 'your-part',
    title: 'Your part',
    blocks: [
      'You take care of passports, visas, vaccinations and insurance. You arrive in time, follow what the guide or crew says about safety, and treat people and places well. Anyone who endangers others can be sent home, without a refund.',
    ],
  },
  {
    id: 'reviews',
    title: 'Reviews',
    blocks: [
      'Anyone who has travelled with us may review the tour. We publish reviews with a first name and an initial. You can change or remove yours. We remove what breaks the law or attacks a person, and nothing because it is unkind to us.',
    ],
  },
  {
    id: 'liability',
    title: 'What we are liable for',
    blocks: [
      'We are liable for doing what we promised with reasonable care and skill. We are not liable for what is nobody’s fault, such as weather, strikes or closed borders, beyond giving back what you paid for and did not get.',
      'Nothing in these terms limits our liability for death or injury by our negligence, for fraud, or where the law does not allow a limit.',
    ],
  },
  {
    id: 'law',
    title: 'Complaints and law',
    blocks: [
      `Tell us first: ${brand.email}, or [the form](${pages.contact}). We answer, and if we were wrong we put it right.`,
      'These terms are governed by the law of England and Wales. If you live elsewhere as a consumer, you keep the protection that the law of your home gives you.',
    ],
  },
]
