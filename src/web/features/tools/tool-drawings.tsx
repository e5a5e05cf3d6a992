import type { ReactNode } from 'react'

/** Drawings of the tools without a photo, in a square of 120 units; the fills are tokens of the theme. */
export const TOOL_DRAWINGS: Readonly<Record<string, ReactNode>> = {
  'orbital-sander': (
    <>
      <path className="fill-sun" d="M34 62h52l6 16H28z" />
      <path className="fill-coral" d="M42 62V46q0-18 18-18h10q16 0 16 14v20z" />
      <path className="fill-paper" d="M52 42q0-6 8-6h8" />
      <rect className="fill-ink" x="22" y="78" width="76" height="9" rx="4" />
      <path d="M86 50h14q8 0 8 8v24" />
      <path d="M30 95h8m8 0h8m8 0h8m8 0h8" />
    </>
  ),
  'circular-saw': (
    <>
      <circle className="fill-paper" cx="58" cy="72" r="28" />
      <path d="m58 44 4-6 2 7m12 3 7-3-1 8m6 8 7 1-4 6m-2 12 6 4-7 3m-54-31-7-1 4-6" />
      <circle className="fill-sun" cx="58" cy="72" r="7" />
      <path className="fill-coral" d="M26 72a32 32 0 0 1 62-12l-10 6a22 22 0 0 0-42 6z" />
      <path className="fill-coral" d="M66 40V30q0-8 8-8h16q10 0 10 10v14q0 6-6 6h-8" />
      <path className="fill-sand" d="M76 34h12v10H76z" />
      <path strokeWidth="5" d="M14 78h22m44 0h28" />
    </>
  ),
  'angle-grinder': (
    <>
      <path className="fill-coral" d="M44 50h46q16 0 16 12t-16 12H44z" />
      <path className="fill-sun" d="M28 46h18v32H28z" />
      <path className="fill-ink" d="M31 34h10v12H31z" />
      <ellipse className="fill-paper" cx="36" cy="84" rx="27" ry="6" />
      <path className="fill-sea" d="M10 78q2-14 26-14 14 0 20 6l-8 8z" />
      <path d="M56 58h24m-24 8h24m26-4q8 0 8 10v16" />
      <path d="m70 92 8 3m-6 5 10 6m-20-9 5 9" />
    </>
  ),
  'claw-hammer': (
    <>
      <path className="fill-sun" d="m52 52 12-4 20 56q-8 6-16 1z" />
      <path className="fill-coral" d="M70 76l7-2.500 10 28q-8 8-16 2.500l-6-16z" />
      <path className="fill-paper" d="M26 34q14-16 40-14l26 1v20l-24 2-2 8-16 4-4-10q-8-6-20-11z" />
      <path className="fill-ink" d="M92 17h10v28H92z" />
      <path d="M26 34q8-2 14 2" />
    </>
  ),
  'hand-saw': (
    <>
      <path className="fill-paper" d="M44 50 112 74v8L40 88z" />
      <path d="m42 88 5 6 5-7 5 6 5-7 5 6 5-7 5 6 5-7 5 6 5-7 5 6 5-7 5 4" />
      <path className="fill-coral" d="M12 56q-2-12 10-12l22 3q6 8 2 20l-4 21-24 4q-8 1-8-8z" />
      <path className="fill-sand" d="M22 58h12q3 6 1 12l-2 8H22q-3-10 0-20z" />
    </>
  ),
  'socket-set': (
    <>
      <rect className="fill-sea" x="14" y="40" width="92" height="58" rx="8" />
      <rect className="fill-sand" x="22" y="48" width="76" height="42" rx="4" />
      <path className="fill-none" d="M46 40v-8q0-6 6-6h16q6 0 6 6v8" />
      <circle className="fill-paper" cx="34" cy="60" r="7" />
      <circle className="fill-paper" cx="52" cy="60" r="6" />
      <circle className="fill-paper" cx="68" cy="60" r="5" />
      <circle className="fill-paper" cx="82" cy="60" r="4" />
      <path className="fill-coral" d="M28 76h44v7H28z" />
      <circle className="fill-sun" cx="80" cy="79" r="8" />
    </>
  ),
  'tile-cutter': (
    <>
      <path className="fill-sun" d="M12 84h96v14H12z" />
      <path className="fill-paper" d="M30 70h60v14H30z" />
      <path d="M50 70v14m20-14v14" />
      <path strokeWidth="5" d="M12 58h96" />
      <path className="fill-ink" d="M10 50h8v34h-8zM102 50h8v34h-8z" />
      <path className="fill-coral" d="M48 50h22v16H48z" />
      <path strokeWidth="6" d="m60 50 26-26" />
      <circle className="fill-paper" cx="59" cy="68" r="5" />
    </>
  ),
  'concrete-mixer': (
    <>
      <path className="fill-coral" d="m34 34 34-14 30 38q2 22-18 28-22 4-32-12z" />
      <path className="fill-paper" d="M34 34q2-12 16-16 14-2 18 2-2 12-14 16-14 4-20-2z" />
      <path d="m44 56 44-20" />
      <path strokeWidth="5" d="M72 84 56 106m18-22 18 22M46 100h56" />
      <circle className="fill-sun" cx="96" cy="98" r="12" />
      <circle className="fill-ink" cx="96" cy="98" r="3" />
    </>
  ),
  'plate-compactor': (
    <>
      <path className="fill-sun" d="M14 88h74l8 6-4 10H22z" />
      <path className="fill-coral" d="M26 60h46v28H26z" />
      <path className="fill-sea" d="M32 44h26v16H32z" />
      <circle className="fill-paper" cx="62" cy="74" r="9" />
      <path d="M34 68h12m-12 7h12m-12 7h12" />
      <path strokeWidth="5" d="M70 84 92 32h14" />
    </>
  ),
  'extension-ladder': (
    <>
      <path className="fill-none" strokeWidth="5" d="M34 108 58 12m10 96L92 12" />
      <path strokeWidth="5" className="stroke-coral" d="m39 90 34 0M43 74h34M47 58h34M51 42h34M55 26h34" />
      <path className="fill-ink" d="M28 104h14v8H28zM62 104h14v8H62z" />
      <path d="M12 112h96" />
    </>
  ),
  'demolition-hammer': (
    <>
      <path className="fill-coral" d="M42 34h36v38q0 8-8 8H50q-8 0-8-8z" />
      <path className="fill-sun" d="M50 80h20l-4 12H54z" />
      <path className="fill-paper" d="M57 92h6v10l-3 10-3-10z" />
      <path className="fill-ink" d="M24 22h72v10H24z" />
      <path d="M52 46h16m-16 9h16m-16 9h16M42 62H26v-8m52 8h16v-8" />
      <path d="M30 112h20m20 0h20" />
    </>
  ),
  'lawn-mower': (
    <>
      <path strokeWidth="5" d="m38 70-20-44H10" />
      <path className="fill-sea" d="M14 52h24l6 26H22z" />
      <path className="fill-coral" d="M38 66h50q16 2 18 24H36z" />
      <path className="fill-sun" d="M54 50h24l4 16H50z" />
      <circle className="fill-paper" cx="42" cy="92" r="12" />
      <circle className="fill-paper" cx="96" cy="94" r="10" />
      <circle className="fill-ink" cx="42" cy="92" r="3" />
      <circle className="fill-ink" cx="96" cy="94" r="3" />
      <path className="stroke-sea" d="M58 108v-8m8 8v-6m8 6v-9" />
    </>
  ),
  'hedge-trimmer': (
    <>
      <path className="fill-paper" d="M54 62 112 34l3 7-56 28z" />
      <path d="m62 58-1-7m9 3-1-7m9 3-1-7m9 3-1-7m9 3-1-7m9 3-1-7M68 65l5 5m2-8 5 5m3-9 5 5m3-9 5 5m3-9 5 5" />
      <path className="fill-coral" d="M20 74q-4-10 6-14l26-10q10-2 12 8t-6 14l-26 12q-10 2-12-10z" />
      <path className="fill-sand" d="m30 70 12-5 3 7-11 5z" />
      <path strokeWidth="5" d="M48 52q-6-18 10-24" />
      <path className="fill-sun" d="m18 76 10 12-10 8-10-12z" />
    </>
  ),
  'garden-shredder': (
    <>
      <path className="fill-coral" d="M34 22h52l-8 26H42z" />
      <path className="fill-sun" d="M40 48h40v24H40z" />
      <path className="fill-sea" d="M32 72h56v28H32z" />
      <path className="fill-none" d="M40 82h40m-40 8h40" />
      <circle className="fill-paper" cx="60" cy="60" r="6" />
      <path d="M54 22 46 6m14 16 2-16m6 16 12-14" />
      <circle className="fill-ink" cx="36" cy="104" r="6" />
      <circle className="fill-ink" cx="84" cy="104" r="6" />
    </>
  ),
  'spade-and-fork': (
    <>
      <path className="fill-none" strokeWidth="5" d="M38 24v44M82 24v40" />
      <path className="fill-coral" d="M28 12h20v12H28z" />
      <path className="fill-sun" d="M72 12h20v12H72z" />
      <path className="fill-paper" d="M24 66h28v22q0 16-14 20-14-4-14-20z" />
      <path strokeWidth="4" d="M68 106V70q0-6 6-6h16q6 0 6 6v36m-18 0V66m8 40V66" />
    </>
  ),
}
