import { pages } from '#shared/pages.ts'
import type { Article } from './article.ts'

const FOREIGN_ADVICE = 'https://www.gov.uk/foreign-travel-advice'

/** When to go where, by climate, which changes slowly; nothing that changes from year to year. */
export const SEASONS: readonly { place: string; best: string; good: string; mind: string }[] = [
  {
    place: 'USA',
    best: 'April to June, September and October',
    good: 'High summer on the coasts and in the mountains',
    mind: 'Deserts are very hot from June to August. High passes keep their snow into early summer.',
  },
  {
    place: 'France',
    best: 'May, June and September',
    good: 'July and August in the Alps, and for swimming',
    mind: 'In August much of the country is on holiday, and Paris is a little empty.',
  },
  {
    place: 'Japan',
    best: 'Late March to May, October and November',
    good: 'January and February in Hokkaido, for snow and cranes',
    mind: 'June and July bring the rains; typhoons may come from August to October.',
  },
  {
    place: 'Bali',
    best: 'May to September, the dry months',
    good: 'April and October, when it is quieter',
    mind: 'From November to March it rains most days, often only for an hour or two.',
  },
  {
    place: 'Istanbul',
    best: 'April, May, September and October',
    good: 'June, and winter for museums without queues',
    mind: 'July and August are hot and crowded. Winters are grey and wet.',
  },
  {
    place: 'Cusco',
    best: 'May to September, the dry months',
    good: 'April and October, when it is quieter',
    mind: 'The town is 3,400 metres up: take the first days slowly. Nights are cold all year, and January to March are wet.',
  },
  {
    place: 'Vienna',
    best: 'April to June, September and October',
    good: 'December, for the lights and the markets',
    mind: 'January and February are cold and grey, and in July and August many stages are on holiday.',
  },
  {
    place: 'Lisbon',
    best: 'March to June, September and October',
    good: 'Winter, which is mild but may be wet',
    mind: 'August is hot. The hills are steep, and the paving is slippery in the rain.',
  },
  {
    place: 'Zagreb',
    best: 'May, June and September',
    good: 'December, for the Advent markets',
    mind: 'Winters bring frost and fog. In August half the city is at the coast.',
  },
]

/** General advice that stays true; for what changes, it says whom to ask. */
export const TRAVEL_ARTICLES: readonly Article[] = [
  {
    id: 'documents',
    title: 'Documents',
    blocks: [
      'Entry rules depend on your passport, not on where you live, and they change. So we don’t repeat them here: these are the people who know.',
      {
        list: [
          `British passports: the [foreign travel advice](${FOREIGN_ADVICE}) of the UK government, country by country.`,
          'Other passports: the foreign ministry of your own country, and the embassy of the country you travel to.',
          'Visas and travel permits: only the official site of the country you visit. Sites that look like it charge a fee for nothing.',
        ],
      },
      'Look at three things before you book: how long your passport has to be valid, whether it has empty pages, and whether you need a visa or permit. The name on your booking has to be the one in the passport.',
      'Make two copies of everything. Leave one at home with someone who answers the phone.',
    ],
  },
  {
    id: 'money',
    title: 'Money',
    blocks: [
      'Two cards from two banks, kept in two places, and a little local cash for the first day. That’s most of it.',
      {
        list: [
          'Ask your bank what it charges abroad, and tell it where you are going.',
          'If a machine offers to charge you in your own currency, decline. Its rate is rarely a good one.',
          'In Japan, in Bali and in small places everywhere some things are cash only.',
          'Tips: expected in the United States, welcome in Bali, included in France, and not done in Japan. Elsewhere your guide knows what is usual.',
        ],
      },
      'Our tours are priced in US dollars. Your bank converts on the day you pay.',
    ],
  },
  {
    id: 'insurance',
    title: 'Insurance',
    blocks: [
      'Buy it the day you book, not the day you leave: much of what it covers happens in between.',
      {
        list: [
          'Medical costs and being brought home, above all in the United States.',
          'Having to cancel because someone at home falls ill.',
          'What you plan to do: hiking above a certain altitude, snorkelling, skiing and cycling are often extra.',
          'What you have: tell them about every medical condition, or the cover may be invalid.',
        ],
      },
      `Each tour’s refund policy says what we refund; [our guide](${pages.guides}#cancelling). Insurance is for everything else.`,
    ],
  },
  {
    id: 'health',
    title: 'Health',
    blocks: [
      'Ask about vaccinations six to eight weeks before you travel: some take more than one visit. Your doctor knows you; [TravelHealthPro](https://travelhealthpro.org.uk/countries), which the UK’s health authorities use, knows the country.',
      {
        list: [
          'Medicines in their boxes, in your hand luggage, with the prescription. What’s ordinary at home may be banned elsewhere: ask the embassy.',
          'Water from the tap is fine in Austria, Croatia, France, Japan, Portugal and the United States. In Bali, Cusco and Istanbul use bottled or filtered water, even for brushing your teeth.',
          'Sun, height and heat are what really make travellers ill. Drink, rest, and wear a hat.',
        ],
      },
      'Tell us about allergies, diets and anything your guide should know when you book. It stays between us.',
    ],
  },
  {
    id: 'packing',
    title: 'Packing',
    blocks: [
      'Lay out what you want to take. Put half of it back. You will still wear only half of the rest.',
      {
        list: [
          'Shoes you’ve already worn in.',
          'Layers instead of one thick item, and a waterproof.',
          'Clothes that cover shoulders and knees, for temples and churches.',
          'Adapter, power bank, a torch, a bag for wet things.',
          'Copies of documents, medicines, a change of clothes and a toothbrush in the hand luggage.',
          'Some room for the trip home.',
        ],
      },
      'Each tour’s page has its days, so you can see which call for boots and which for a collared shirt.',
    ],
  },
  {
    id: 'on-the-way',
    title: 'On the way',
    blocks: [
      {
        list: [
          'Carry your booking confirmation on paper. It has our number, and batteries run out at borders.',
          'Tell someone at home which hotels you’re staying in.',
          'If you miss a connection, call us before you buy a new ticket: it may be ours to solve.',
          'If something isn’t as promised, tell us on the spot. During the trip we can put it right; afterwards we can only apologise.',
        ],
      },
      `More on staying safe is in the [safety checklist](${pages.safety}).`,
    ],
  },
]
