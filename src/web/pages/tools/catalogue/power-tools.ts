import { TOOLS as TOOLS_ON_HOME } from '#web/pages/home/home-content.ts'
import type { Tool } from './tool.ts'

const { name, price, available } = TOOLS_ON_HOME[0]

export const POWER_TOOLS: readonly Tool[] = [
  {
    id: 'cordless-drill',
    name,
    category: 'power',
    dayPrice: price,
    available,
    summary: 'Drills wood, metal and brick, and drives screws all day on two batteries.',
    description: [
      'The tool most people come for. It has a hammer action for brick and block, a clutch so that screws stop where you want them, and a light that shows the hole you are about to make.',
      'Both batteries leave our bench full. One does a flat-pack wardrobe and a row of shelves; swap it and charge the other while you work.',
    ],
    specs: [
      ['Voltage', '18 V'],
      ['Chuck', '13 mm, keyless'],
      ['Gears', '2, with hammer action'],
      ['Largest hole', '38 mm in wood, 13 mm in brick or steel'],
      ['Weight with battery', '1.8 kg'],
    ],
    included: ['Two batteries and a charger', 'Set of wood, masonry and metal bits', 'Screwdriver bits and holder', 'Carrying case'],
    safety: [
      'Wear eye protection: brick dust and swarf fly further than you think.',
      'Check for pipes and cables before you drill a wall.',
      'Clamp small pieces. Never hold them in your hand.',
      'Take the battery off before you change a bit.',
    ],
  },
  {
    id: 'orbital-sander',
    name: 'Orbital Sander',
    category: 'power',
    dayPrice: 20,
    available: true,
    summary: 'Takes old varnish off a table in an afternoon, without swirl marks.',
    description: [
      'A round pad that turns and wobbles at once, so that it leaves no track of its own. Good for table tops, doors, skirting boards and floors too small for a floor sander.',
      'Start coarse, finish fine: the three grades in the box take you from bare wood to ready for oil.',
    ],
    specs: [
      ['Power', '300 W, mains'],
      ['Pad', '125 mm, hook and loop'],
      ['Orbit', '2.5 mm'],
      ['Cable', '4 m'],
      ['Weight', '1.4 kg'],
    ],
    included: ['Discs of 60, 120 and 240 grit, five of each', 'Dust bag', 'Hose adapter for a vacuum cleaner'],
    safety: [
      'Wear a dust mask. Paint from before the 1970s may hold lead: test it first.',
      'Let the pad stop before you put the sander down.',
      'Empty the dust bag when it is half full, and never onto something hot.',
    ],
  },
  {
    id: 'circular-saw',
    name: 'Circular Saw',
    category: 'power',
    dayPrice: 30,
    available: true,
    summary: 'Straight cuts through boards, sheets and worktops, guided by a rail.',
    description: [
      'The quickest way to cut sheet material to size. The rail clamps to the board and the saw runs along it, so the cut is straight even if it is your first.',
      'Its guard closes by itself and the blade stops within seconds of letting go.',
    ],
    specs: [
      ['Power', '1,400 W, mains'],
      ['Blade', '190 mm, 24 teeth'],
      ['Depth of cut', '66 mm at 90°, 45 mm at 45°'],
      ['Guide rail', '1.4 m'],
      ['Weight', '4.2 kg'],
    ],
    included: [
      'Blade for wood, fitted and sharp',
      'Guide rail and two clamps',
      'Spanner for the blade',
      'Hose adapter for a vacuum cleaner',
    ],
    safety: [
      'Wear eye and ear protection, and no loose sleeves or gloves.',
      'Support the board on both sides of the cut, so that it cannot pinch the blade.',
      'Keep both hands on the saw until the blade stands still.',
      'Pull the plug before you touch the blade.',
    ],
  },
  {
    id: 'angle-grinder',
    name: 'Angle Grinder',
    category: 'power',
    dayPrice: 25,
    available: false,
    summary: 'Cuts bolts, tiles and bar, and cleans rust off what you want to keep.',
    description: [
      'Small, loud and useful. With the thin disc it cuts steel bar and seized bolts; with the thick one it smooths a weld; with the wire cup it takes a gate back to bright metal.',
      'It demands respect. Please read the advice below before you ask for it, and tell us if it is your first time: we show you.',
    ],
    specs: [
      ['Power', '900 W, mains'],
      ['Disc', '115 mm'],
      ['Speed', '11,000 turns a minute'],
      ['Start', 'Soft, with a switch that does not lock on'],
      ['Weight', '2.1 kg'],
    ],
    included: ['Two cutting discs and one grinding disc', 'Wire cup brush', 'Side handle and guard', 'Full face shield'],
    safety: [
      'Wear the face shield, gloves and long sleeves. Never take the guard off.',
      'Throw away any disc that has been dropped, even if it looks whole.',
      'Sparks travel metres: clear away whatever burns, and look again an hour later.',
      'Stand to the side of the disc, not behind it.',
    ],
  },
]
