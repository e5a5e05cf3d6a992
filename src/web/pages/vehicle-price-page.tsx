import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Picture } from '#web/components/picture.tsx'
import { accountQuery } from '#web/features/accounts/own-account.ts'
import { VehicleWizard } from '#web/features/vehicles/vehicle-wizard.tsx'
import { ART } from '#web/lib/art.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useSession } from '#web/lib/session.ts'

export function VehiclePricePage() {
  usePageTitle('Vehicle Service')
  const navigate = useNavigate()
  const name = useSession((session) => session.name)
  const email = useSession((session) => session.email)
  const { data } = useQuery(accountQuery)
  return (
    <>
      <div className="relative isolate bg-night">
        <Picture
          picture={ART['hero-vehicles']}
          alt=""
          sizes="100vw"
          priority
          className="absolute inset-0 -z-10 h-full"
          imageClassName="object-[70%_80%]"
        />
        <div className="absolute inset-0 -z-10 bg-linear-to-t from-night/85 via-night/40 to-night/30" />
        <div className="page-width pt-8 pb-24 text-white md:pt-20 md:pb-40">
          <h1 className="max-w-[16ch] text-4xl">Vehicle Service</h1>
          <p className="mt-3 max-w-[34ch] text-lg">See the price as you go. Pay nothing until your quote is approved.</p>
        </div>
      </div>
      <div className="page-width relative -mt-16 pb-16 max-sm:px-0 md:-mt-24 md:pb-24">
        <VehicleWizard
          key={email}
          account={{ name, email, isConfirmed: data?.isEmailConfirmed ?? undefined }}
          onDone={() => void navigate(pages.bookings, { replace: true, state: { tab: 'vehicles' } })}
        />
      </div>
    </>
  )
}
