import { Dialog } from '#web/components/dialog.tsx'
import { closeHelp, listShortcuts, turnShortcuts, useShortcutState } from './shortcuts.ts'

export function ShortcutHelp() {
  const { isHelpOpen, isOff } = useShortcutState()
  return (
    <Dialog isOpen={isHelpOpen} onClose={closeHelp} title="Keyboard shortcuts" size="small">
      {isHelpOpen &&
        listShortcuts().map(({ title, shortcuts }) => (
          <section key={title} className="mb-5">
            <h3 className="mb-1 font-sans text-xs font-semibold tracking-wide text-ink-soft uppercase">{title}</h3>
            <dl className="divide-y divide-line">
              {shortcuts.map(({ keys, label }) => (
                <div key={keys} className="flex items-center justify-between gap-4 py-2">
                  <dt>{label}</dt>
                  <dd className="flex shrink-0 items-center gap-1">
                    {keys.split(' ').map((key) => (
                      <kbd
                        key={key}
                        className="min-w-7 rounded-[6px] border border-line-strong bg-sand px-2 py-0.5 text-center font-sans text-xs"
                      >
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      <label className="flex min-h-11 items-center gap-3 border-t border-line pt-4">
        <input
          type="checkbox"
          checked={!isOff}
          onChange={(event) => turnShortcuts(!event.target.checked)}
          className="size-5 accent-coral-deep"
        />
        Single-key shortcuts are on
      </label>
    </Dialog>
  )
}
