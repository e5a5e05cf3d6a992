import { withNewItemAdded, withNewItemField } from '#web/features/vehicles/draft/wizard-draft.ts'
import type { VehicleWizardState } from '#web/features/vehicles/use-vehicle-wizard.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { ContactStep, DetailsStep, LocationStep, type ContactAccount } from './field-steps.tsx'
import { ItemsStep } from './items-step.tsx'
import { ServiceStep } from './service-step.tsx'
import { StepForm } from './step-form.tsx'
import { checkContact, checkDetails, checkLocation } from './step-checks.ts'

type Props = { wizard: VehicleWizardState; formId: string; account: ContactAccount | undefined }

/** The current step's fields. `formId` is the form that the primary button submits. */
export function WizardStep({ wizard, formId, account }: Props) {
  const { draft, change, service, estimate, step, goTo, setField, photos, booking } = wizard
  const { fields } = draft
  const form = { id: formId, fields, onChange: setField, isToldAtOnce: wizard.toldStep === step }
  const submitTo = (act: () => void) => (event: { preventDefault: () => void }) => {
    event.preventDefault()
    act()
  }

  if (step === 0) {
    return (
      <StepForm {...form} check={checkLocation} onDone={wizard.checkAvailability}>
        {({ field }) => <LocationStep field={field} />}
      </StepForm>
    )
  }
  if (step === 2) {
    const useAccount = () =>
      account && change((before) => ({ ...before, fields: { ...before.fields, name: account.name, email: account.email } }))
    return (
      <StepForm {...form} check={checkContact} onDone={() => goTo(3)}>
        {({ field }) => <ContactStep field={field} typedEmail={fields.email} account={account} onUseAccount={useAccount} />}
      </StepForm>
    )
  }
  if (step === 3) {
    return (
      <>
        {/* The item has a form of its own; this one only continues to the next step. */}
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
      <StepForm {...form} check={(typed) => checkDetails(typed, estimate)} onDone={() => goTo(5)}>
        {({ field }) => <DetailsStep field={field} estimate={estimate} />}
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
  // Choosing a service, or waiting for the services to load, which later steps need.
  return (
    <StepForm {...form} check={(data) => ({ success: true, data })} onDone={() => service && goTo(2)}>
      {({ choice }) => <ServiceStep choice={choice} />}
    </StepForm>
  )
}
