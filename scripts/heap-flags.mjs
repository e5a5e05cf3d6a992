/**
 * The heap of the site, as `npm start` gives it. It needs about 50 MB; what grows beyond 192 is better started again than left to fill
 * the machine. In a young generation of 2 MB, what is under way on a busy site is moved to the old one all the time; with 8 MB a
 * list costs a third less processor time, and the process takes up to 15 MB more (`bench/README.md`).
 */
export const HEAP_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=192']
