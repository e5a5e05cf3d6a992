import { brand } from '#shared/brand.ts'
import { pages } from '#shared/pages.ts'

export type Faq = { id: string; question: string; answer: string }

/** Short answers; the guides have longer ones. */
export const FAQ_GROUPS: readonly { id: string; title: string; faqs: readonly Faq[] }[] = [
  {
    id: 'tours',
    title: 'Tours',
    faqs: [
      {
        id: 'children',
        question: 'Do children pay less?',
        answer: 'No. Children and infants are priced as adults, and count as guests, because they take a seat and often a bed.',
      },
      {
        id: 'which-dates',
        question: 'On which dates can I travel?',
        answer:
          'Any date the tour runs, up to two years ahead, as long as there are seats. Most tours run every day; some run only on certain weekdays or dates. The tour page shows which, and warns you when seats are running low.',
      },
      {
        id: 'how-long-are-seats-held',
        question: 'How long are my seats held while I pay?',
        answer: `As long as your payment page is open: a little over half an hour. You can release them earlier in [My Bookings](${pages.bookings}).`,
      },
      {
        id: 'change-date',
        question: 'Can I change the date of a booking?',
        answer: `Not online. [Write to us](${pages.contact}?about=Changing%20a%20date) with your reference, and we’ll look for seats on the new date before you give up the old one.`,
      },
      {
        id: 'private-groups',
        question: 'We are a larger group. Can we have a tour to ourselves?',
        answer: `Often, yes. The maximum group size is on each tour’s page; for more people, or a date of your own, [ask us](${pages.contact}?about=A%20private%20group).`,
      },
    ],
  },
  {
    id: 'money',
    title: 'Paying and refunds',
    faqs: [
      {
        id: 'currencies',
        question: 'Why are some prices in dollars and others in rupees?',
        answer:
          'Tours and tools are priced in US dollars, vehicle and moving services in Indian rupees. Your bank converts; we add nothing to its rate.',
      },
      {
        id: 'card-safe',
        question: 'Do you see my card number?',
        answer: 'No. You type it on the card provider’s own page. We only see that you paid, how much, and what type of card you used.',
      },
      {
        id: 'payment-failed',
        question: 'My payment failed. Do I still have my seats?',
        answer: `For now, yes. Open [My Bookings](${pages.bookings}) and continue the payment, with another card if you like. You cannot be charged twice for one booking.`,
      },
      {
        id: 'refund-amount',
        question: 'How much do I get back if I cancel?',
        answer:
          'That depends on the policy of the tour or service and on the days left. You see the exact amount before you confirm, and that’s what you’ll get.',
      },
      {
        id: 'refund-when',
        question: 'When does the refund arrive?',
        answer: 'We send it to your card straight away. It usually takes your bank 5 to 10 days to show it.',
      },
    ],
  },
  {
    id: 'vehicles',
    title: 'Vehicles and moving',
    faqs: [
      {
        id: 'where',
        question: 'Where do you drive?',
        answer: `Between UK postcodes that we cover. The first step of the [quote](${pages.vehiclePrice}) tells you straight away, before you fill in anything else.`,
      },
      {
        id: 'quote-binding',
        question: 'Do I have to pay when I send a request?',
        answer:
          'No. A request costs nothing. We’ll send you a payment link once we’ve approved it. If you let the quote expire, you owe nothing.',
      },
      {
        id: 'price-changed',
        question: 'Why is the quote different from the price on the page?',
        answer:
          'The page adds up the base price, floors and helpers. If your items or stairs need more or less, we’ll explain why in the email.',
      },
      {
        id: 'helpers',
        question: 'How many helpers do I need?',
        answer:
          'One person can carry a box, two a wardrobe, three a piano. If in doubt, add photos of the largest items and we’ll tell you.',
      },
    ],
  },
  {
    id: 'tools',
    title: 'Tools',
    faqs: [
      {
        id: 'book-online',
        question: 'Why can I not book a tool online?',
        answer: `Because the right tool depends on the job. Choose one in [the tools](${pages.tools}) and ask; we’ll say yes or suggest another day.`,
      },
      {
        id: 'which-plan',
        question: 'Which plan is cheapest for me?',
        answer: `You don’t need to work it out. We compare all [three plans](${pages.rentalPlans}) when you bring the tool back and charge the cheapest.`,
      },
      {
        id: 'broken',
        question: 'What if it breaks?',
        answer: 'Stop, and call us. Normal wear and tear is on us. If the damage is from misuse, we’ll ask you to pay for the repair.',
      },
    ],
  },
  {
    id: 'account',
    title: 'Your account',
    faqs: [
      {
        id: 'why-account',
        question: 'Why do I need an account?',
        answer: 'So your bookings, refunds and quotes belong to you and no one else. Name, email and password are all we ask for.',
      },
      {
        id: 'no-mail',
        question: 'I haven’t had an email from you.',
        answer: `Check your spam folder for an email from ${brand.email}. If it is not there, write to us; everything important is also in [My Bookings](${pages.bookings}) too.`,
      },
      {
        id: 'delete',
        question: 'How do I delete my account?',
        answer: `In [Settings](${pages.settings}), with your password. Take a copy of your data first if you like: the button is beside it.`,
      },
    ],
  },
]
