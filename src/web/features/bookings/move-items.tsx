import { callAddress } from '#web/lib/http.ts'
import { itemsOf, type Move } from './move-view.ts'

export function MoveItems({ move }: { move: Move }) {
  const items = itemsOf(move)
  if (items.length === 0) return <p className="font-normal text-ink-soft">None listed.</p>
  return (
    <ul className="grid gap-3">
      {items.map(({ key, name, dimensions, photos }) => (
        <li key={key} className="break-inside-avoid">
          <span className="wrap-anywhere">{name}</span> <span className="inline-block font-normal text-ink-soft">{dimensions}</span>
          {photos.length > 0 && (
            <ul className="mt-1.5 flex flex-wrap gap-2">
              {photos.map((photo) => (
                <li key={photo.key}>
                  <a href={callAddress(photo.url)} target="_blank" rel="noreferrer">
                    <img
                      src={callAddress(photo.url)}
                      alt={photo.alt}
                      loading="lazy"
                      className="size-16 rounded-field bg-sand-deep object-cover"
                    />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}
