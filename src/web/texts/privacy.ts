import { brand } from '#shared/brand.ts'
import { pages } from '#shared/pages.ts'
import { AUDIT_ADDRESS_DAYS, BOOKING_MAIL_DAYS, DRAFT_DAYS, NOTICE_DAYS } from '#shared/retention.ts'
import type { Article } from './article.ts'

/** Describes what this software does. A template: docs/branding.md says what an agency has to change. */
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
          'Your account: name, email address, a phone number and a picture if you add them, and a hash of your password, from which the password cannot be read.',
          'If you turn on two-step sign-in: the key that your authenticator app shares with us, encrypted, and hashes of your recovery codes. Both go when you turn it off.',
          'If you work here and add a passkey: its public half, from which nobody can sign, the name you give it, and when it was last used.',
          'Your bookings: what, when, for how many, the price, the refund policy as it was, and, if you give them, the names of travellers, a phone number and your reason for cancelling.',
          'Vehicle services: name, email, phone and addresses, what is to be moved with its sizes, your notes, and photos. Photos are re-encoded when they arrive, so that they no longer contain the place where they were taken.',
          `A request that you have begun but not sent, so that you can go on with it. It is deleted ${DRAFT_DAYS} days after your last change.`,
          'Payments and refunds: amount, day, kind of card, status, the card provider’s reference and the address of its receipt.',
          'The emails that we send you about all this, with their texts. Links in them are forgotten once the email has been sent.',
        ],
      },
      'Because we have a good reason, which you may question (legitimate interest):',
      {
        list: [
          'The devices on which you are signed in (what the browser says of itself, and when), so that you can see them and sign them out. We do not keep the network addresses of your visits.',
          'A record of sign-ins to your account, those that were refused too: when, and from which network address, so that you and we can tell whether it was you. The deletion of your account is recorded in the same way.',
          'A record of what our staff do here, and of attempts to do what only they may: who, when, and from where, and for which booking or account, with statuses and amounts, but without names, addresses or texts.',
          'Counts of sign-ins that failed, requests for links, forms sent and checkouts begun, by account, email address or network address, so that nobody guesses passwords and codes or floods us. They count for a day at most, and are deleted in the night after that.',
          'Counts of the emails of a day, under a code made from the address, so that nobody floods your mailbox. They are deleted after two days.',
          'Server logs, to find faults: which calls were made and what failed, without network addresses and without what you wrote. Where a mail server refuses an email, its words may name the address.',
        ],
      },
      'Because you send it to us: the emails you write; the messages of the contact form with your name, email and phone, which reach us as emails; and reviews, which are published with your first name and an initial.',
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies and storage in your browser',
    blocks: [
      'Three cookies, all only once you sign in, and none readable by any script:',
      {
        list: [
          'one that proves for ten minutes who you are;',
          'one that renews it, for thirty days, and is replaced each time;',
          'one that stays for a year: it lets us tell your device from that of somebody who guesses your password.',
        ],
      },
      'They are necessary for signing in, so we do not ask for consent. Your own browser also keeps some things for you:',
      {
        list: [
          'under “root” and “user”: that you are signed in, with name, email and picture, so that the page can greet you;',
          'under “due-setup”, only if you work here: that your sign-in still has to be set up;',
          'until you close the tab or log out: the page you wanted before signing in, the guests and date you chose for a tour, and a copy of a vehicle request or message you are writing.',
        ],
      },
      'Fonts, pictures and scripts all come from this site. No other company learns that you were here by looking at a page.',
    ],
  },
  {
    id: 'who-else',
    title: 'Who else gets to see it',
    blocks: [
      {
        list: [
          'The card provider, for payments: you are on its page then, and its own privacy notice applies. It learns what you pay for, how much, and your email address.',
          'Guides, hotels and drivers: what they need for your journey, such as names and diets.',
          'Companies that run our server and deliver our email, on our behalf and our instructions.',
          'Authorities, where the law obliges us.',
        ],
      },
      'We do not sell your data. If your journey leads to a country with weaker data protection, only what is needed for it goes there.',
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
          `Emails about a booking: until ${BOOKING_MAIL_DAYS} days after its day, as banks may ask us what we wrote. All other emails to you, and messages of the contact form: ${NOTICE_DAYS} days here; what has reached our mailbox stays there as long as your matter needs it.`,
          `The record of sign-ins and of what our staff do: nobody can change it or delete from it, so it stays. Network addresses are removed from it after ${AUDIT_ADDRESS_DAYS} days; what remains are numbers that name nobody once an account has been deleted.`,
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
      `In [Settings](${pages.settings}) you get a file with what we keep about you: your account, devices, the last thousand sign-ins, bookings, what we decided about your quotes, payments, refunds, reviews, your drafts, our emails to you, and your messages to us once you have confirmed your email address. Photos are listed in it; you see them where you added them.`,
      'Deleting your account removes your name, address, picture, devices, drafts, photos, the names of travellers, the addresses and notes of moving jobs, our notes about your bookings, our words about your quotes, our emails to you, and your messages to us if you had confirmed your address. One last email tells you so, and is forgotten within two days. The counts above, and a request for a link, may name your address for a day or two longer. Requests that were not paid for end. What stays are bookings, payments and refunds without your name, reviews as “A traveller”, and the record described above.',
      'Deleting asks for your password, and has to wait while a booking is still to come or money is on its way.',
      `If you have no account, write to us from your address. We send you a copy of our emails to it and of your messages to us, and delete them. What stays are emails about a booking that was paid for, until ${BOOKING_MAIL_DAYS} days after its day, and those about a booking that are still to be sent. Your name in somebody else’s booking goes with their account.`,
    ],
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    blocks: [
      'You may ask what we keep, have it put right, removed or handed over, restrict what we do with it, and object. Most of it you can do yourself in Settings; for the rest, write to us. It costs nothing.',
      'If you think that we are wrong, you can complain to the Information Commissioner’s Office (ICO) in the United Kingdom, or to the authority where you live.',
    ],
  },
  {
    id: 'safe',
    title: 'How it is kept safe',
    blocks: [
      'Passwords are hashed with Argon2id. Cookies cannot be read by scripts. A password that you choose is compared, on our server alone, with a list of those that many people use. Of the links in our emails we keep only hashes, once the email has been sent. What you may see is checked on the server, with every request. Our staff see what their work requires, and what they do is recorded.',
    ],
  },
]
