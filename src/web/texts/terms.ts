import { brand } from '#shared/brand.ts'
import { pages } from '#shared/pages.ts'
import { MIN_HOURS } from '#shared/tools/public.ts'
import type { Article } from './article.ts'

/** Describes what this software does. A template, which each agency has to adapt. */
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
      'To book, you need an account with your name, a working email address and a password. Keep your password to yourself. Bookings made with it count as yours, unless someone got hold of it through no fault of yours.',
      `You can delete the account in [Settings](${pages.settings}) once you have no bookings still to come.`,
    ],
  },
  {
    id: 'tours',
    title: 'Booking a tour',
    blocks: [
      'Tour prices are in US dollars, per person, and include what the tour page says. Children and infants are priced as adults.',
      'When you start to pay, seats are held for you until the payment page closes. The contract is made when the card provider confirms your payment; we tell you by email. If a payment arrives after the seats have been released, we honour it while seats remain, and otherwise return it in full.',
      'If the price of a tour has changed since you opened its page, we tell you the new total and ask again before anything is paid.',
      'Each departure has a limited number of seats, shown on the tour page.',
    ],
  },
  {
    id: 'vehicles',
    title: 'Vehicle and moving services',
    blocks: [
      'Vehicle service prices are in Indian rupees. Your request is based on the total the site calculates from the base price, floors and helpers.',
      'A request doesn’t commit either of us. We check it and then either approve it by email, if necessary at a different price with a reason, or decline it. You can pay an approved quote until the date in the email, and never after the day of the service. The contract is made when you pay.',
      'A newer quote for the same request replaces the older one.',
      'We drive between the UK postcodes that the site accepts. Give us an accurate list of what you’re moving: we may have to leave behind anything you didn’t tell us about.',
    ],
  },
  {
    id: 'tools',
    title: 'Tool hire',
    blocks: [
      `Tools are shown on this site and hired at our counter. Prices are in US dollars, by the hour, day or week; we work out each plan that fits and charge the cheapest. Hourly hire is for a minimum of ${MIN_HOURS} hours.`,
      'Use the tool as its instruction card says, and bring everything back. We cover normal wear and tear. You pay to repair damage caused by misuse, and for anything lost.',
    ],
  },
  {
    id: 'payment',
    title: 'Payment',
    blocks: [
      'You pay by card on the page of our card provider. We never see your card number. Your bank may convert the amount at its own rate.',
    ],
  },
  {
    id: 'cancelling',
    title: 'If you cancel',
    blocks: [
      `Confirmed bookings are cancelled in [My Bookings](${pages.bookings}). Your refund depends on the refund policy shown when you booked and on the number of days between cancelling and travelling, in our time zone:`,
      {
        list: [
          'if there are at least as many days left as the policy requires for a full refund: a full refund;',
          'if there are fewer, but at least as many as for a partial refund: the percentage in the policy;',
          'if there are fewer than that: no refund.',
        ],
      },
      'If a policy leaves out one of these, it doesn’t apply. Fractions of a cent are rounded down. You see the amount before you confirm, and we refund it to the card you paid with.',
    ],
  },
  {
    id: 'if-we-cancel',
    title: 'If we cancel or change something',
    blocks: [
      'If we can’t provide what you booked, we’ll refund everything you paid, whatever the policy says, or offer another date if you prefer.',
      'Small changes can happen on any trip: a similar hotel, or the days in a different order. If a change is significant, we’ll tell you straight away and you can cancel free of charge.',
    ],
  },
  {
    id: 'your-part',
    title: 'Your part',
    blocks: [
      'You take care of passports, visas, vaccinations and insurance. You agree to arrive on time, follow the guide’s or crew’s safety instructions, and treat people and places with respect. Anyone who endangers others may be sent home without a refund.',
    ],
  },
  {
    id: 'reviews',
    title: 'Reviews',
    blocks: [
      'Anyone who has travelled with us may review the tour. We publish reviews with a first name and an initial. You can change or remove yours. We remove reviews that break the law or attack a person, but never because they’re unkind to us.',
    ],
  },
  {
    id: 'liability',
    title: 'What we are liable for',
    blocks: [
      'We are liable for doing what we promised with reasonable care and skill. We’re not liable for events outside anyone’s control, such as weather, strikes or closed borders, beyond refunding what you paid for and didn’t receive.',
      'Nothing in these terms limits our liability for death or injury by our negligence, for fraud, or where the law does not allow a limit.',
    ],
  },
  {
    id: 'law',
    title: 'Complaints and law',
    blocks: [
      `Tell us first: ${brand.email}, or [the form](${pages.contact}). We’ll reply, and if we were wrong we’ll put it right.`,
      'These terms are governed by the law of England and Wales. If you live elsewhere as a consumer, you keep the protection that the law of your home gives you.',
    ],
  },
]
