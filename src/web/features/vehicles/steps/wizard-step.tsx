import { withNewItemAdded, withNewItemField } from '#web/features/vehicles/draft/wizard-draft.ts'
import { earliestMovingDate } from '#web/features/vehicles/moving-text.ts'
import type { VehicleWizardState } from '#web/features/vehicles/use-vehicle-wizard.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { CONTACT_FIELDS, ContactStep } from './contact-step.tsx'
import { DETAIL_FIELDS, DetailsStep } from './details-step.tsx'
import { ItemsStep } from './items-step.tsx'
import { LOCATION_FIELDS, LocationStep } from './location-step.tsx'
import { ServiceStep } from './service-step.tsx'
import { StepForm } from './step-form.tsx'
import { contactIssues, detailIssues, locationIssues } from './wizard-issues.ts'

type Props = { wizard: VehicleWizardState; formId: string; account: { name: string; email: string } | undefined }

/** The fields of the step that the visitor is on. `formId` is what the primary button submits. */
export function WizardStep({ wizard, formId, account }: Props) {
  const { draft, change, service, estimate, step, goTo, setField, photos, booking } = wizard
  const { fields } = draft
  const form = { id: formId, fields, onChange: setField, toldAtOnce: wizard.toldStep === step }
  const submitTo = (act: () => void) => (event: { preventDefault: () => void }) => {
    event.preventDefault()
    act()
  }

  if (step === 0) {
    return (
      <StepForm {...form} names={LOCATION_FIELDS} issues={locationIssues(fields)} onDone={wizard.checkAvailability}>
        {(bind) => <LocationStep bind={bind} minMovingDate={earliestMovingDate()} />}
      </StepForm>
    )
  }
  if (step === 2) {
    const useAccount = () =>
      account && change((before) => ({ ...before, fields: { ...before.fields, name: account.name, email: account.email } }))
    return (
      <StepForm {...form} names={CONTACT_FIELDS} issues={contactIssues(fields)} onDone={() => goTo(3)}>
        {(bind) => <ContactStep bind={bind} account={account} onUseAccount={useAccount} />}
      </StepForm>
    )
  }
  if (step === 3) {
    return (
      <>
        {/* An item has a form of its own; this one only goes on. */}
        <form id={formId} onSubmit={submitTo(() => goTo(4))} />
        <ItemsStep
          draft={draft}
          refusals={photos.refusals}
          onChangeItem={(field, value) => change((before) => withNewItemField(before, field, value))}
          onAdd={() => {
            photos.forgetRefusals()
            change(withNewItemAdded)
          }}
          onRemove={photos.removeItem}
          onChoosePhotos={photos.choose}
          onRemovePhoto={photos.remove}
        />
      </>
    )
  }
  if (step === 4 && estimate) {
    return (
      <StepForm {...form} names={DETAIL_FIELDS} issues={detailIssues(fields, estimate)} onDone={() => goTo(5)}>
        {(bind) => <DetailsStep bind={bind} estimate={estimate} />}
      </StepForm>
    )
  }
  if (step === 5 && estimate && service) {
    return (
      <form id={formId} onSubmit={submitTo(() => wizard.confirm())}>
        <ConfirmStep draft={draft} service={service} estimate={estimate} onChange={goTo} isDisabled={booking.isBusy} />
      </form>
    )
  }
  // The choice of a service, or the wait for the services without which the later steps cannot be shown.
  return (
    <form id={formId} onSubmit={submitTo(() => service && goTo(2))}>
      <ServiceStep serviceTypeId={fields.serviceTypeId} onChoose={(id) => setField('serviceTypeId', id)} />
    </form>
  )
}
