import { centsToUnits, type Money } from '#shared/money.ts'
import { movingMoment, type BookVehicleBody } from '#shared/vehicles/requests.ts'
import { dimensionsText } from '#shared/vehicles/items.ts'
import { estimatedPrice, type Estimate } from './estimate/estimate.ts'
import { pincodesOf, sizeOf, type Draft } from './draft/wizard-draft.ts'

/** The body has exactly the keys of specification §7; the places are the complete addresses. */
export function bookPayload(draft: Draft, estimate: Estimate, price: Money = estimatedPrice(estimate)): BookVehicleBody {
  const { fields, items } = draft
  const { pickup, drop } = pincodesOf(fields)
  const pickupDate = movingMoment(fields.movingDate).toISOString()
  return {
    serviceTypeId: fields.serviceTypeId,
    pickupLocation: fields.address.trim(),
    dropoffLocation: fields.dropaddress.trim(),
    pickupPinCode: pickup,
    dropoffPinCode: drop,
    price: centsToUnits(price.cents),
    pickupDate,
    dropoffDate: pickupDate,
    itemDetails: {
      items: items.map((item) => ({
        name: item.name.trim(),
        dimensions: dimensionsText(sizeOf(item)),
        photos: item.photos.map(({ name }) => sendableName(name)),
      })),
      floorCount: estimate.floors,
      helpers: estimate.helpers,
    },
    notes: '',
  }
}

/** Makes a file name storable: some file systems reject half a surrogate pair. */
function sendableName(name: string): string {
  return name.replace(/\p{Surrogate}/gu, '\ufffd')
}
