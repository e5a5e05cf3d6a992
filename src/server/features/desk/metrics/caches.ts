import { Counter, Gauge, type Registry } from 'prom-client'
import type { CacheUse } from '#server/lib/counted-cache.ts'

/** Reads how the caches of this process are used whenever somebody asks. */
export function readCaches(caches: () => Record<string, CacheUse>, registry: Registry): void {
  const registers = [registry]
  const each = (note: (cache: string, use: CacheUse) => void) => {
    for (const [cache, use] of Object.entries(caches())) note(cache, use)
  }
  new Counter({
    name: 'meridian_catalogue_cache_reads_total',
    help: 'Catalogue cache reads, by result.',
    labelNames: ['cache', 'result'],
    registers,
    collect() {
      this.reset()
      each((cache, { hits, misses }) => {
        this.inc({ cache, result: 'hit' }, hits)
        this.inc({ cache, result: 'miss' }, misses)
      })
    },
  })
  const gauge = (name: string, help: string, of: (use: CacheUse) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['cache'],
      registers,
      collect() {
        each((cache, use) => this.set({ cache }, of(use)))
      },
    })
  gauge('meridian_catalogue_cache_entries', 'Entries in a catalogue cache.', ({ entries }) => entries)
  gauge('meridian_catalogue_cache_bytes', 'Size of a catalogue cache.', ({ bytes }) => bytes)
}
