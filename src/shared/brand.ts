/** Who runs this site. Another agency puts its own record here: header, footer and mails read it. */
export const brand = {
  name: 'Meridian',
  tagline: 'Tours, vehicle and tool hire',
  email: 'hello@meridian.example',
  /** As people read it, and as a phone dials it. */
  phone: '+44 20 7946 0958',
  phoneHref: 'tel:+442079460958',
  address: '14 Carrier Street, London WC2',
  social: [
    { name: 'Instagram', href: 'https://www.instagram.com/meridian.example' },
    { name: 'Facebook', href: 'https://www.facebook.com/meridian.example' },
    { name: 'YouTube', href: 'https://www.youtube.com/@meridian.example' },
    { name: 'X', href: 'https://x.com/meridian_example' },
  ],
} as const

export type SocialName = (typeof brand.social)[number]['name']
