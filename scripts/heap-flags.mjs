/**
 * The heap of the site, as `npm start` gives it. It needs about 50 MB; what grows beyond 192 is better started again than left to fill
 * the machine. In a small young generation, what is under way on a busy site is moved to the old one all the time; and one as small
 * as this is cleared with less work by one thread than by several, which the database could use (`bench/README.md`).
 */
export const HEAP_FLAGS = ['--max-semi-space-size=8', '--no-parallel-scavenge', '--max-old-space-size=192']

/**
 * Otherwise glibc gives each thread that compresses or resizes an arena of its own, in which what one has freed is of no use to the
 * others: 45 MB in all. Other C libraries do not read it.
 */
export const HEAP_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' }
