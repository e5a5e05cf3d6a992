import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { downloadCampaign, switchCampaign } from '#shared/codes/staff-calls.ts'
import type { StaffCode } from '#shared/codes/staff.ts'
import { writtenCode } from '#shared/written-codes.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { CodeDialog } from '#web/features/codes/staff/code-dialog.tsx'
import { CampaignRow, CodeRow, codesQuery, SwitchCampaign } from '#web/features/codes/staff/code-rows.tsx'
import type { Subject } from '#web/features/codes/staff/code-values.ts'
import { TourChoices } from '#web/features/reservations/staff/tour-choices.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'
import { downloadFile } from './download-file.ts'
import { ListFrame } from './list-frame.tsx'
import { useMay } from './member.ts'
import { notify } from './notices.tsx'
import { PageFrame } from './page-frame.tsx'
import { useRowKeys } from './rows.ts'
import { SearchBox } from './search-box.tsx'

export function CodesPage() {
  const mayWrite = useMay()('codes.write')
  const search = useSearchParams()[0].get('search') ?? ''
  const list = useInfiniteQuery({ ...codesQuery(search), placeholderData: keepPreviousData })
  const codes = list.data?.pages.flat()
  const [open, setOpen] = useState<Subject>()
  const [changed, setChanged] = useState<string>()
  const [switched, setSwitched] = useState<StaffCode>()
  const downloading = useCall({
    mutationFn: async (campaign: string) => downloadFile(downloadCampaign.path, { campaign }),
    onSuccess: () => notify('File downloaded.'),
    onError: (error) => notify(messageOf(error, 'We couldn’t create the file. Please try again.', NO_RESPONSE), 'warning'),
  })
  const send = useSend(switchCampaign, consoleKey('codes'))
  const switching = useCall({
    mutationFn: send,
    onSuccess: (_, { body: { campaign, isActive } }) => notify(`${campaign} switched ${isActive ? 'on' : 'off'}.`),
    onError: (error) => notify(messageOf(error, 'We couldn’t update the campaign. Please try again.', NO_RESPONSE), 'warning'),
  })
  const settle = (message?: string) => {
    setOpen(undefined)
    setChanged(message)
  }
  const changeFocused = () => {
    const code = codes?.find(({ id }) => id === (document.activeElement as HTMLElement | null)?.dataset['id'])
    if (code) setOpen({ kind: 'change', code })
  }
  useRowKeys(
    'Codes',
    'code',
    mayWrite
      ? [
          { keys: 'n', label: 'New code', run: () => setOpen({ kind: 'code' }) },
          { keys: 'e', label: 'Change the code', run: changeFocused },
        ]
      : [],
  )
  return (
    <PageFrame
      title="Codes"
      note={<p className="text-ink-soft">Codes work on tours with options, whose pages have a field for them.</p>}
      actions={
        mayWrite && (
          <>
            <Button size="small" variant="secondary" className="min-h-11" onClick={() => setOpen({ kind: 'campaign' })}>
              New campaign
            </Button>
            <Button size="small" className="min-h-11" onClick={() => setOpen({ kind: 'code' })}>
              <Plus aria-hidden="true" className="size-4" /> New code
            </Button>
          </>
        )
      }
    >
      {changed && (
        <Alert kind="warning" title="Someone else changed this first" className="mb-5">
          {changed} This page now shows the current version. Your text will be there when you reopen it.
        </Alert>
      )}
      <div className="mb-4">
        <SearchBox label="Search codes" placeholder="Code or campaign" />
      </div>
      <ListFrame list={list} count={codes?.length} failed="We couldn’t load the codes" empty={<Nothing isSearched={search !== ''} />}>
        {codes?.map((code) =>
          code.campaign === '' || code.text === writtenCode(search) ? (
            <CodeRow key={code.id} code={code} onChange={mayWrite ? () => setOpen({ kind: 'change', code }) : undefined} />
          ) : (
            <CampaignRow
              key={code.id}
              code={code}
              onDownload={mayWrite ? () => downloading.mutate(code.campaign) : undefined}
              onSwitch={mayWrite ? () => setSwitched(code) : undefined}
            />
          ),
        )}
      </ListFrame>
      {switched && (
        <SwitchCampaign
          code={switched}
          onSwitch={(isActive) => {
            setSwitched(undefined)
            switching.mutate({ body: { campaign: switched.campaign, isActive } })
          }}
          onClose={() => setSwitched(undefined)}
        />
      )}
      {open && (
        <CodeDialog
          subject={open}
          Picker={TourChoices}
          onClose={() => setOpen(undefined)}
          onDone={(message) => {
            notify(message)
            settle()
          }}
          onChanged={settle}
        />
      )}
    </PageFrame>
  )
}

function Nothing({ isSearched }: { isSearched: boolean }) {
  return isSearched ? (
    <EmptyState title="No code matches">
      Try part of a code or campaign name. For a campaign’s single-use codes, enter the full code.
    </EmptyState>
  ) : (
    <EmptyState title="No codes yet">
      Travellers enter a code when they book to get a percentage or amount off, or a free extra. A campaign creates many single-use codes.
    </EmptyState>
  )
}
