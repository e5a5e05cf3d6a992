import type { Tool } from './tool.ts'

export const HAND_TOOLS: readonly Tool[] = [
  {
    id: 'claw-hammer',
    name: 'Claw Hammer',
    category: 'hand',
    dayPrice: 5,
    available: true,
    summary: 'A well-balanced 20 oz hammer, with a nail punch and a pry bar beside it.',
    description: [
      'Forged in one piece, with a grip that takes the sting out of a long day. The claw is ground fine enough to get under a nail head.',
      'It comes with the two things people find they need ten minutes later: a punch to sink nails, and a flat bar for the ones that will not move.',
    ],
    specs: [
      ['Head', '20 oz (570 g), smooth face'],
      ['Length', '33 cm'],
      ['Handle', 'Steel, with rubber grip'],
    ],
    included: ['Nail punch', 'Flat pry bar', 'Roll pouch'],
    safety: [
      'Wear eye protection when you pull nails: they let go all at once.',
      'Never strike one hammer with another.',
      'Hang it up or lay it flat; off a ladder it is a missile.',
    ],
  },
  {
    id: 'hand-saw',
    name: 'Hand Saw Set',
    category: 'hand',
    dayPrice: 5,
    available: true,
    summary: 'Three sharp saws: one for boards, one for joints, one for curves.',
    description: [
      'A sharp hand saw is quicker than an extension lead. The long one goes through floorboards, the tenon saw makes clean shoulders, and the coping saw turns corners.',
      'We change the blades as soon as they drag, so what you get cuts.',
    ],
    specs: [
      ['Panel saw', '550 mm, 8 teeth to the inch'],
      ['Tenon saw', '250 mm, 13 teeth to the inch'],
      ['Coping saw', '165 mm, four spare blades'],
    ],
    included: ['Mitre box', 'Blade guards', 'Pencil and square'],
    safety: [
      'Start the cut with a few slow strokes towards you, thumb well away.',
      'Hold the work in a vice or against a bench hook.',
      'Put the guard back on before you put the saw down.',
    ],
  },
  {
    id: 'socket-set',
    name: 'Socket Set',
    category: 'hand',
    dayPrice: 10,
    available: true,
    summary: 'Ninety-four pieces, metric and imperial, each in its place.',
    description: [
      'For bicycles, prams, boilers, bed frames and old cars. Two ratchets, extensions and a universal joint reach the bolt someone hid behind another.',
      'Every socket has its own hollow in the case. If one is empty when you open it, tell us and we won’t charge you.',
    ],
    specs: [
      ['Drives', '1/4 and 1/2 inch'],
      ['Sockets', '4 to 32 mm, and 5/32 to 1 1/4 inch'],
      ['Ratchets', '72 teeth, reversible'],
      ['Weight', '6 kg with its case'],
    ],
    included: ['Two ratchets and four extensions', 'Hex, star and screwdriver bits', 'Spark-plug sockets', 'Moulded case'],
    safety: [
      'Pull the ratchet towards you: pushing skins knuckles.',
      'Support a vehicle on stands. Never work under one that rests on a jack alone.',
      'Do not lengthen the handle with a pipe.',
    ],
  },
  {
    id: 'tile-cutter',
    name: 'Tile Cutter',
    category: 'hand',
    dayPrice: 15,
    available: true,
    summary: 'Scores and snaps wall and floor tiles up to 60 cm, without dust or noise.',
    description: [
      'Score once, press, snap. A bathroom can be tiled with this and a pair of nippers, in a flat, without the neighbours knocking on the wall.',
      'The rails are set true before each hire; the scale reads from the middle, so that a centred pattern stays centred.',
    ],
    specs: [
      ['Longest cut', '60 cm, 42 cm across the corners'],
      ['Tile', 'Up to 12 mm thick'],
      ['Wheel', 'Tungsten carbide'],
      ['Weight', '8.5 kg'],
    ],
    included: ['Spare scoring wheel', 'Tile nippers', 'Side stop for repeated cuts', 'Bag of 3 mm spacers'],
    safety: [
      'Wear eye protection and gloves: a snapped edge is as sharp as glass.',
      'Work on a firm, level bench at waist height.',
      'Sweep up chips as you go, before someone walks in without shoes.',
    ],
  },
]
