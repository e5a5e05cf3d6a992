/**
 * The browser tests that `npm test` runs, by the file and the title: for each noun and each way through the site what a day's change may break.
 * `npm run test:all` then runs the others.
 */
export const DAY_SPECS: Record<string, readonly string[]> = {
  accessibility: ['axe finds no fault in the open pages, the panels and the alerts'],
  'back-and-offline': [
    'after two refused cards Back and reload ask for nothing to be sent again, and a good card pays',
    'Back closes the menu, the search and the enlarged picture first, and only then leaves the page',
  ],
  'booked-twice': ['a payment whose answer was lost is found by the tour’s page, and is not made twice'],
  'booking-by-keyboard': ['a visitor signs up, books, pays, cancels and logs out by keyboard alone'],
  'booking-by-mouse': ['a visitor signs up, finds a tour, pays for it, cancels it and logs out'],
  'closest-tours': ['a search that no tour matches shows what comes closest, says so, and keeps what was asked besides'],
  'confirm-identity': ['what is asked for is done once the password is given, and what was typed meanwhile stays'],
  console: [
    'signed out the console is the login, and a link back to it',
    'for a customer it does not exist, and none of its scripts are loaded',
    'a request is found, approved and declined by keyboard',
    'a task is taken and closed by keyboard, and says before what will happen',
  ],
  'console-attendance': ['a guide without an account opens a link, ticks, and sees nothing more once it is taken back'],
  'console-audit': ['what was done is found by who, what and when, and taken as a file'],
  'console-bookings': [
    'a booking is found, read and noted by keyboard',
    'filters live in the address, are kept under a name, and decide what the file holds',
    'a part is given back as goodwill, and of two who decide at once the second is told',
    'a tour is booked on the telephone for somebody new, kept, and paid by transfer',
  ],
  'console-coverage': ['a list is pasted, read before it is carried out, and an area switched off'],
  'console-departures': [
    'a departure is found in the month by keyboard, blocked, and put back on sale',
    'a departure is cancelled: what it does is said before, and again when it has changed, and how far it is after',
  ],
  'console-mail': ['an enquiry is read, answered and opened again by keyboard', 'an email is found, read without its link, and sent again'],
  'console-people': ['somebody is invited by keyboard, joins by the link, and is disabled'],
  'console-services': ['a service is changed, read back, and offered no longer'],
  'console-tasks': [
    'a refund of a cancelled departure that did not go through is sent again from there',
    'the seats of a disputed booking are kept or released, which is said before and stands in its story',
  ],
  'console-today': ['Today says who travels, how business goes and that all is well'],
  'console-told': ['a payment shows on the page of its booking, and a note that is being typed stays'],
  'console-tours': [
    'a tour is begun, written, seen as travellers would, published and found',
    'whoever saves second is shown what the first has changed, and puts both together',
  ],
  'console-walk-in': ['somebody who stands there when the sale has ended is booked as a walk-in, and on no other day'],
  contact: ['a question about a tool survives a reload, reaches the agency once, and is then forgotten'],
  'departure-calendar': ['a departure is chosen in the calendar by keyboard, and no day that is sold out'],
  failures: [
    'a price that changed while the page was open is shown and agreed to before anything is booked',
    'a cancellation that fails says so, keeps the reason, and works on the second try',
  ],
  'found-pages': [
    'a content page is read, and its links lead to others',
    'a visitor reads, chooses a date and guests, is asked to sign in to book, and comes back to that choice',
  ],
  guards: [
    'every guarded page leads to the login page, and every open one is shown',
    'the wanted page is offered once after login, and can be dismissed',
    'a payment is shown to the traveller who made it, and to nobody else',
  ],
  home: [
    'everything is there, and the menu opens',
    'is painted before any script of ours, and calls nothing',
    'a link that was followed leads on',
    'Login is never seen, and the account menu is there',
  ],
  links: ['signed out, every link leads somewhere'],
  'login-and-signup': [
    'the login form has the specified texts, and is locked while it is working',
    'the login alert is red and shows the server’s message',
    'the sign-up form checks before it calls, and is locked while it is working',
  ],
  menus: ['the account menu is opened, left and used by keyboard, and closes on an outside click'],
  'own-booking': ['a manager reads why a colleague decides about a booking of their own, and finds no button that would be refused'],
  'paid-by-link': ['who booked by telephone pays by the link in the email, and sees what was paid without a login'],
  passkeys: ['a passkey is offered after the login, added, and signs in the next time'],
  'payment-result': [
    'a paid journey is looked forward to: its reference, the days to go, the calendar and who travels come before the payment',
  ],
  'phone-search': ['from home to the hosted checkout with destination, date and two guests are at most ${MOST_TAPS} taps'],
  recovery: ['a forgotten password: ask on the login page, open the emailed link, choose another, log in with it'],
  reviews: ['a traveller writes a review by keyboard, keeps the words when it fails, publishes it, and deletes it'],
  'rough-handling': [
    'the way back from the hosted checkout frees the seats and returns to the tour',
    'held seats can be released, even when another tab has paid for or released them',
  ],
  'second-factor': ['sets the second step up and signs in with it, all by keyboard; a code is good once, and a recovery code helps'],
  session: [
    'a refused call is repeated once after a refresh, and calls in parallel share the one refresh',
    'the other tab follows a logout',
  ],
  settings: [
    'a new name shows in the header, in the menu and in the other tab at once, and after a reload',
    'an account is deleted once its password is given, and the way back in is a new sign-up',
    'a new password needs the old one, and signs out the other devices',
  ],
  titles: ['the heading and the title of a page change together'],
  'tour-facts': ['a tour that does not run today says when it does, and a press takes the next departure'],
  'vehicle-draft': ['what is filled in survives a reload, going back, a lost session and a server that keeps no drafts'],
  'vehicle-quote': [
    'a phone asks for a quote by touch, sees it approved, pays it and cancels it',
    'a request is withdrawn after a question, and Back answers it with no',
  ],
  'vehicle-wizard': [
    'the contact step asks for everything and says what is too short',
    'a request that fails says so, and a changed price is asked about first',
  ],
}

/** Of what is tested at several widths the narrowest is enough for a day. */
const NOT_WIDE = /^(?!.*at (768|1440) p)/

/** Matches what Playwright calls the tests of the day: the project, the file, the groups and the title. */
export function dayPattern(): RegExp {
  const literal = (text: string) => text.replace(/[.?()]/g, '\\$&')
  const ways = Object.entries(DAY_SPECS).map(([file, titles]) => `\\b${file}\\.spec\\.ts .*(${titles.map(literal).join('|')})`)
  return new RegExp(`${NOT_WIDE.source}.*(${ways.join('|')})`)
}
