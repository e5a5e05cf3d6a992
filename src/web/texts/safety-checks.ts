/** Checklists to go through before a job; each line is an action to tick off. */
export const SAFETY_CHECKS: readonly { id: string; title: string; why: string; checks: readonly string[] }[] = [
  {
    id: 'any-tool',
    title: 'Before any tool',
    why: 'Most accidents happen in the first minute and the last.',
    checks: [
      'I have read the card that came with the tool.',
      'I wear closed shoes, and nothing loose: sleeves, scarf, hair, jewellery.',
      'I have eye protection on, and ear protection for anything loud.',
      'The work is clamped or lying steady. My hands are free.',
      'Children and animals are somewhere else.',
      'I know where the switch, the plug and the nearest person are.',
    ],
  },
  {
    id: 'power',
    title: 'Electricity and batteries',
    why: 'Power is quick. Give yourself a second.',
    checks: [
      'Cable and plug are whole. The reel is unrolled all the way.',
      'Outdoors, or anywhere damp, I use a socket with a circuit breaker.',
      'I have looked for pipes and cables in the wall or floor.',
      'Plug out or battery off before I change a bit, blade or disc.',
      'I charge batteries where I can see them, and not overnight.',
    ],
  },
  {
    id: 'ladders',
    title: 'Ladders',
    why: 'Half an hour at the most. For longer, ask us for a tower.',
    checks: [
      'The ground is firm and level, and the top rests on something solid.',
      'It stands one out for every four up.',
      'It’s tied, or someone is holding it.',
      'I keep three points on the ladder, and my belt buckle between its rails.',
      'There are no overhead lines within reach, and no wind.',
    ],
  },
  {
    id: 'lifting',
    title: 'Lifting and moving',
    why: 'A wardrobe can wait. A back cannot.',
    checks: [
      'I’ve walked the route first: doors, steps, carpet edges.',
      'Heavy boxes are small boxes.',
      'Two people for anything I cannot see over.',
      'I lift with my knees, hold it close, and turn with my feet.',
      'Everything in the van is strapped down, with the heaviest items at the bottom and at the front.',
    ],
  },
  {
    id: 'driving',
    title: 'Driving a van',
    why: 'It is longer, higher and slower to stop than your car.',
    checks: [
      'I know its height, and have written it where I can see it.',
      'Mirrors are set. I have found lights, wipers and reverse before I need them.',
      'The load can’t move, and there’s nothing on the dashboard.',
      'I keep twice my usual distance.',
      'Someone outside guides me when I reverse.',
    ],
  },
  {
    id: 'travelling',
    title: 'On a tour',
    why: 'Your guide knows the place. You know yourself.',
    checks: [
      'I’ve told the guide what I can’t eat and any medicines I take.',
      'I have insurance details and emergency numbers on paper as well as on my phone.',
      'On a walk I carry water, an extra layer and a waterproof, whatever the morning looks like.',
      'In the sea I ask first: currents, flags, jellyfish.',
      'If I turn back, I tell someone.',
    ],
  },
]
