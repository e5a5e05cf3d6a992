import { describe, expect, it } from 'vitest'
import { menuFor } from './menus.ts'

const titles = (path: string) => menuFor(path).map((item) => item.title)

describe('the header menu', () => {
  it('shows the tour menu on every path containing /destination', () => {
    for (const path of ['/destinations', '/destination-details/7']) {
      expect(titles(path)).toEqual(['Tours', 'Experiences', 'Travel Info', 'Contact'])
    }
  })

  it('shows the vehicle menu with self drive and with driver on /vehicle-price', () => {
    expect(titles('/vehicle-price')).toEqual(['Vehicles', 'Rental Services', 'Support', 'Contact'])
    expect(menuFor('/vehicle-price')[1]?.submenu?.map((link) => link.title)).toEqual(['Self Drive', 'With Driver'])
  })

  it('shows the tool menu on every path containing /tools', () => {
    expect(titles('/tools/power')).toEqual(['Tools', 'Rental Plans', 'Support', 'Contact'])
  })

  it('shows the main menu on any other path', () => {
    for (const path of ['/', '/bookings', '/nowhere']) expect(titles(path)).toEqual(['Tour Bookings', 'Vehicle Rental', 'Contact Us'])
  })
})
