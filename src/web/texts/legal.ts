import { brand } from '#shared/brand.ts'
import { pages } from '#shared/pages.ts'
import { AUDIT_ADDRESS_DAYS, BOOKING_MAIL_DAYS, DRAFT_DAYS, NOTICE_DAYS } from '#shared/retention.ts'
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

/** Describes what this software does. A template, which each agency has to adapt. */
export const PRIVACY: readonly Article[] = [
  {
    id: 'in-short',
    title: 'In short',
    blocks: [
      {
        list: [
          'We keep what we need to run your bookings, and no more.',
          'There are no advertisements here, no trackers, and no cookies except those that sign you in safely.',
          'Your card number never reaches us.',
          `You can take a copy of your data, or delete your account, in [Settings](${pages.settings}) at any time.`,
        ],
      },
      `The company responsible for your data is ${brand.name}, ${brand.address}. Write to ${brand.email}.`,
    ],
  },
  {
    id: 'what-we-keep',
    title: 'What we keep, and why',
    blocks: [
      'To give you what you booked (a contract with you):',
      {
        list: [
          'Your account: name, email address, a phone number and a picture if you add them, and a hash of your password, from which no one can recover the password.',
          'If you turn on two-step sign-in: the key that your authenticator app shares with us, encrypted, and hashes of your recovery codes. Both go when you turn it off.',
          'If you work here and add a passkey: its public key, which can’t be used to sign in, the name you give it and when it was last used.',
          'Your bookings: what, when, for how many, the price, the refund policy as it was, and, if you give them, the names of travellers, a phone number and your reason for cancelling.',
          'Vehicle services: your name, email, phone and addresses, the items to be moved and their sizes, your notes and photos. We re-encode photos when they arrive, which removes the location they were taken.',
          `A request you’ve started but not sent, so you can carry on with it. It is deleted ${DRAFT_DAYS} days after your last change.`,
          'Payments and refunds: amount, day, kind of card, status, the card provider’s reference and the address of its receipt.',
          'The emails we send you about all this, including their content. We don’t keep the links in them once they’ve been sent.',
        ],
      },
      'Because we have a legitimate interest, which you may object to:',
      {
        list: [
          'The devices you’re signed in on (the browser’s description of itself, and when), so you can see them and sign them out. We don’t keep the IP addresses of your visits.',
          'A record of sign-ins to your account, including refused ones: when, and from which IP address, so you and we can tell whether it was you. The deletion of your account is recorded in the same way.',
          'A record of what our staff do here, and of attempts to do things only staff are allowed to do: who, when, from where, and for which booking or account, with statuses and amounts but without names, addresses or message texts.',
          'Counts of sign-ins that failed, requests for links, forms sent and checkouts begun, by account, email address or IP address, to stop people guessing passwords and codes or overloading us. They count for a day at most and are deleted the following night.',
          'Daily counts of emails, stored under a code derived from the address, so no one can flood your inbox. They are deleted after two days.',
          'Server logs, to find faults: which requests were made and what failed, without IP addresses and without what you wrote. If a mail server rejects an email, its error message may include the address.',
        ],
      },
      'Because you sent it to us: the emails you write; the messages of the contact form with your name, email and phone, which reach us as emails; and reviews, which are published with your first name and an initial.',
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies and storage in your browser',
    blocks: [
      'Three cookies, set only when you sign in, and not readable by scripts:',
      {
        list: [
          'one that proves for ten minutes who you are;',
          'one that renews it, for thirty days, and is replaced each time;',
          'one that lasts for a year and lets us tell your device from that of someone guessing your password.',
        ],
      },
      'They’re necessary for signing in, so we don’t ask for consent. Your own browser also keeps some things for you:',
      {
        list: [
          'under “root” and “user”: that you are signed in, with name, email and picture, so that the page can greet you;',
          'under “due-setup”, only if you work here: that your sign-in still has to be set up;',
          'until you close the tab or log out: the page you wanted before signing in, the guests and date you chose for a tour, and a copy of a vehicle request or message you are writing.',
        ],
      },
      'Fonts, pictures and scripts all come from this site, so no other company can tell that you visited a page.',
    ],
  },
  {
    id: 'who-else',
    title: 'Who else sees it',
    blocks: [
      {
        list: [
          'The card provider, for payments: you are on its page then, and its own privacy notice applies. It learns what you pay for, how much, and your email address.',
          'Guides, hotels and drivers: what they need for your journey, such as names and diets.',
          'Companies that host our server and deliver our email, on our behalf and on our instructions.',
          'Authorities, where the law obliges us.',
        ],
      },
      'We do not sell your data. If your trip takes you to a country with weaker data protection, we send only what’s needed for the trip.',
    ],
  },
  {
    id: 'how-long',
    title: 'How long',
    blocks: [
      {
        list: [
          'Your account: until you delete it.',
          'Bookings, payments and refunds: as long as tax law requires, and after that too, but then without your name.',
          `Requests that were never sent: ${DRAFT_DAYS} days.`,
          `Emails about a booking: until ${BOOKING_MAIL_DAYS} days after its date, because banks may ask us what we wrote. All other emails to you, and messages of the contact form: ${NOTICE_DAYS} days here; what reaches our inbox stays there for as long as we need it to deal with your question.`,
          `The record of sign-ins and of what our staff do: no one can change or delete it, so it stays. IP addresses are removed after ${AUDIT_ADDRESS_DAYS} days; once an account has been deleted, only ID numbers that identify no one remain.`,
          'Devices: until thirty days after they were last used.',
          'Links in our emails: a new password works within one hour, a confirmation of your address within three days, a change of it within one day and an objection to that within seven, an invitation or another address for a booking within seven, an approved quote or reserved places until their last day.',
        ],
      },
    ],
  },
  {
    id: 'deleting',
    title: 'Taking a copy, and deleting',
    blocks: [
      `In [Settings](${pages.settings}) you can download a file with what we keep about you: your account, devices, the last thousand sign-ins, bookings, what we decided about your quotes, payments, refunds, reviews, your drafts, our emails to you, and your messages to us once you have confirmed your email address. It lists your photos; you can view them where you added them.`,
      'Deleting your account removes your name, address, picture, devices, drafts, photos, the names of travellers, the addresses and notes of moving jobs, our notes about your bookings, our comments on your quotes, our emails to you, and your messages to us if you had confirmed your address. We’ll send one last email to confirm, which we delete within two days. The counts above, and any request for a link, may include your address for a day or two longer. Unpaid requests end. We keep bookings, payments and refunds without your name, reviews as “A traveller”, and the record described above.',
      'You need your password to delete your account, and you can’t do it while you have an upcoming booking or a payment or refund in progress.',
      `If you have no account, write to us from your address. We’ll send you a copy of our emails to it and your messages to us, and delete them. We keep emails about a paid booking until ${BOOKING_MAIL_DAYS} days after its date, and any booking emails not yet sent. Your name in someone else’s booking is deleted with their account.`,
    ],
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    blocks: [
      'You can ask what we keep, and have it corrected, deleted or transferred. You can also restrict or object to how we use it. You can do most of this yourself in Settings; for the rest, write to us. It’s free.',
      'If you think we’ve got something wrong, you can complain to the Information Commissioner’s Office (ICO) in the United Kingdom, or to the authority where you live.',
    ],
  },
  {
    id: 'safe',
    title: 'How we keep it safe',
    blocks: [
      'Passwords are hashed with Argon2id. Cookies cannot be read by scripts. We check the passwords you choose against a list of common ones, on our own server. Once an email has been sent, we keep only hashes of its links. The server checks what you’re allowed to see on every request. Our staff see only what their work requires, and what they do is recorded.',
    ],
  },
]

/** A template, which each agency has to adapt. */
export const LEGAL_NOTICE: readonly Article[] = [
  {
    id: 'who-runs-this-site',
    title: 'Who runs this site',
    blocks: [
      `${brand.name}, ${brand.address}.`,
      `Phone [${brand.phone}](${brand.phoneHref}), email [${brand.email}](mailto:${brand.email}), or [the contact form](${pages.contact}).`,
      'We are responsible for what is published here.',
    ],
  },
  {
    id: 'content',
    title: 'Content',
    blocks: [
      'We write these pages with care and keep them up to date. Seasons, entry rules and opening hours change all the same: before you travel, check anything important with the authorities listed in our [travel info](/travel-info).',
      'Reviews are the opinions of the travellers who wrote them.',
    ],
  },
  {
    id: 'links',
    title: 'Links to other sites',
    blocks: ['We’re not responsible for the content of other sites we link to. If a link is broken, please tell us.'],
  },
  {
    id: 'copyright',
    title: 'Copyright',
    blocks: [
      'Texts, pictures and drawings on this site belong to us or are used with permission. You are welcome to print pages for your journey and to link to them. For anything else, please ask.',
      'The fonts Fraunces and Figtree are used under the SIL Open Font License.',
    ],
  },
  {
    id: 'more',
    title: 'What else applies',
    blocks: [{ list: [`[Terms & Condition](${pages.terms}), for what you book.`, `[Privacy](${pages.privacy}), for your data.`] }],
  },
]
