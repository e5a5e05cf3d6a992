import type { Tool } from './tool.ts'

export const GARDENING_TOOLS: readonly Tool[] = [
  {
    id: 'lawn-mower',
    name: 'Lawn Mower',
    category: 'gardening',
    dayPrice: 30,
    available: true,
    summary: 'Quiet, cordless, and wide enough to be done before lunch.',
    description: [
      'Forty-two centimetres of cut on two batteries, enough for a lawn of about 500 square metres. The roller at the back leaves the stripes.',
      'Set it high for the first cut of the year and for any lawn that has been left alone. Lower is not better.',
    ],
    specs: [
      ['Cutting width', '42 cm'],
      ['Cutting height', '25 to 75 mm, six steps'],
      ['Battery', 'Two of 36 V'],
      ['Grass box', '50 litres'],
      ['Weight', '19 kg'],
    ],
    included: ['Two batteries and a charger', 'Grass box and mulching plug', 'Safety key'],
    safety: [
      'Walk the lawn first: stones, toys and hedgehogs.',
      'Wear closed shoes. Mow across a slope, never up and down it.',
      'Take the safety key out before you reach near the blade.',
    ],
  },
  {
    id: 'hedge-trimmer',
    name: 'Hedge Trimmer',
    category: 'gardening',
    dayPrice: 25,
    available: true,
    summary: 'A long, light blade for straight tops and tidy sides.',
    description: [
      'Sixty centimetres of blade and a handle that turns, so that your wrists stay straight whether you cut the side or the top. The teeth are wide enough for beech and laurel.',
      'From March to August birds nest in hedges: look inside before you start, and wait if there’s a nest.',
    ],
    specs: [
      ['Blade', '60 cm, laser-cut'],
      ['Branches', 'Up to 24 mm'],
      ['Battery', '36 V, about 50 minutes'],
      ['Weight', '3.4 kg'],
    ],
    included: ['Battery and charger', 'Blade sheath', 'Gloves and goggles', 'Sheet to catch the clippings'],
    safety: [
      'Both hands on the handles: it will not run otherwise, and please do not persuade it.',
      'Wear goggles and gloves, and keep children and dogs well away.',
      'From a platform, not a ladder.',
      'Take the battery out before you free a jammed branch.',
    ],
  },
  {
    id: 'garden-shredder',
    name: 'Garden Shredder',
    category: 'gardening',
    dayPrice: 50,
    available: true,
    summary: 'Turns a heap of prunings into a few sacks of mulch.',
    description: [
      'A slow, quiet drum pulls in branches automatically and crushes as it cuts, which makes better mulch and fewer complaints. Keep a second heap going while it eats the first.',
      'Fresh, woody prunings go best. Wet leaves on their own make it sulk.',
    ],
    specs: [
      ['Power', '2,500 W, mains'],
      ['Branches', 'Up to 45 mm'],
      ['Box', '60 litres'],
      ['Noise', '88 dB'],
      ['Weight', '31 kg'],
    ],
    included: ['Collecting box', 'Push stick', 'Goggles and ear defenders', 'Cable reel with circuit breaker'],
    safety: [
      'Wear goggles, ear defenders and close-fitting sleeves, and tie back long hair.',
      'Use the push stick. Hands never go past the edge of the hopper.',
      'Stones and wire damage it and can fly out: shake roots clean first.',
      'Pull the plug before you open it.',
    ],
  },
  {
    id: 'spade-and-fork',
    name: 'Spade and Fork Set',
    category: 'gardening',
    dayPrice: 5,
    available: true,
    summary: 'Digging spade, fork and rake with long handles, sharp and clean.',
    description: [
      'Good hand tools make a new bed a pleasant day instead of a sore week. The spade has a tread for your boot, and the handles are long enough for tall backs.',
      'We sharpen the spade before it goes out. You will notice.',
    ],
    specs: [
      ['Spade', '29 × 19 cm, stainless steel'],
      ['Fork', 'Four square tines'],
      ['Rake', '14 teeth, 40 cm'],
      ['Handles', 'Ash, 80 cm and 150 cm'],
    ],
    included: ['Gloves', 'Kneeling mat', 'Bucket'],
    safety: [
      'Wear stout shoes: a fork goes through trainers.',
      'Lift with your knees, and half as much as you think you can.',
      'Stand tools upright or teeth down. Everyone has stepped on a rake once.',
    ],
  },
]
