import { brand } from '#shared/brand.ts'
import { jsonLd } from './page-head.ts'

/**
 * Adds to index.html the tags that need absolute URLs: the canonical URL, the preview picture, and who runs the site
 * (schema.org). `base` is the site's origin.
 */
export function withAbsoluteHead(html: string, base: string): string {
  const picture = `${base}${brand.pictures.preview}`
  const head = [
    `<link rel="canonical" href="${base}/" />`,
    `<meta property="og:url" content="${base}/" />`,
    `<script type="application/ld+json">${jsonLd(agency(base, picture))}</script>`,
  ]
  return html
    .replace(/(<meta property="og:image" content=")[^"]*"/, (_tag, start: string) => `${start}${picture}"`)
    .replace('</head>', () => `${head.join('')}</head>`)
}

function agency(base: string, image: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'TravelAgency',
    name: brand.name,
    description: brand.description,
    url: `${base}/`,
    logo: `${base}${brand.pictures.logo}`,
    image,
    email: brand.email,
    telephone: brand.phone,
    address: brand.address,
    sameAs: brand.social.map(({ href }) => href),
  }
}

/** Returns `/robots.txt`: pages may be crawled, but not the sandbox's pages or people's uploads. */
export function robotsText(base: string): string {
  return `User-agent: *\nDisallow: /card-sandbox/\nDisallow: /uploads/\n\nSitemap: ${base}/sitemap.xml\n`
}
