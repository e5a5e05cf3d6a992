import { Button } from '#web/components/button.tsx'

type Props = { isBusy: boolean; onDrop: () => void; /** In place of saying that there are changes. */ offer?: string | undefined }

export function SaveBar({ isBusy, onDrop, offer }: Props) {
  return (
    <div
      role="group"
      aria-label={offer ?? 'Unsaved changes'}
      className="on-ink sticky bottom-3 z-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card bg-night px-4 py-3 text-white shadow-lift"
    >
      <p>
        <span className="font-semibold">{offer ?? 'Unsaved changes.'}</span>{' '}
        {!offer && <span className="text-on-night max-sm:sr-only">They’re kept in this tab until you save.</span>}
      </p>
      <div className="flex gap-2">
        <Button variant="quiet" size="small" className="text-white! hover:bg-white/10!" disabled={isBusy} onClick={onDrop}>
          {offer ? 'Cancel' : 'Discard'}
        </Button>
        <Button type="submit" variant="light" size="small" isBusy={isBusy}>
          Save
        </Button>
      </div>
    </div>
  )
}
