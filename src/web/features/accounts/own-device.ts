import { queryOptions } from '@tanstack/react-query'
import { canKeepPasskey } from './device-passkeys.ts'

/** Whether this very device can keep a passkey. */
export const ownDeviceQuery = queryOptions({ queryKey: ['device', 'passkeys'], queryFn: canKeepPasskey, staleTime: Infinity })
