import { brand } from '#shared/brand.ts'
import { pages } from '#shared/pages.ts'
import type { Article } from './article.ts'

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
