import { useState } from 'react'
import type { ReadQuoteDetails } from '#shared/quotes/staff.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { Panel } from '#web/components/panel.tsx'
import { callAddress } from '#web/lib/http.ts'

type Photo = ReadQuoteDetails['photos'][number]

export function QuoteItems({ quote }: { quote: ReadQuoteDetails }) {
  const [shown, setShown] = useState<Photo>()
  const { items, floorCount, helpers } = quote.itemDetails
  // Two items may be identical, so only their index tells them apart.
  const numbered = items.map((item, at) => ({ ...item, at }))
  const others = quote.photos.filter(({ item }) => item === null || item >= items.length)
  return (
    <Panel title={`Items (${items.length})`}>
      <p className="-mt-3 mb-3 text-ink-soft">
        {count(floorCount, 'floor')}, {count(helpers, 'helper')}
      </p>
      {items.length === 0 && <p className="text-ink-soft">No items were listed.</p>}
      <ul className="divide-y divide-line">
        {numbered.map((item) => (
          <li key={item.at} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{item.name}</p>
              <p className="text-ink-soft tabular-nums">{item.dimensions.replaceAll('x', ' × ')}</p>
            </div>
            <Photos photos={quote.photos.filter((photo) => photo.item === item.at)} onShow={setShown} />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <div className="border-t border-line pt-3">
          <p className="mb-2 font-semibold">Other photos</p>
          <Photos photos={others} onShow={setShown} />
        </div>
      )}
      {shown && (
        <Dialog isOpen onClose={() => setShown(undefined)} title={shown.name} size="large">
          <img
            src={callAddress(shown.url)}
            alt={shown.name}
            width={shown.width}
            height={shown.height}
            className="mx-auto h-auto max-h-[75dvh] w-auto max-w-full rounded-field bg-sand"
          />
        </Dialog>
      )}
    </Panel>
  )
}

function Photos({ photos, onShow }: { photos: Photo[]; onShow: (photo: Photo) => void }) {
  if (photos.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {photos.map((photo) => (
        <li key={photo.id}>
          <button
            type="button"
            onClick={() => onShow(photo)}
            aria-label={`Enlarge ${photo.name}`}
            className="block overflow-hidden rounded-field border border-line"
          >
            <img src={callAddress(photo.url)} alt="" loading="lazy" width={72} height={72} className="size-18 bg-sand object-cover" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
