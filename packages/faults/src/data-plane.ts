import { gatewayFaults } from './gateway-faults.ts'
import { numericFaults } from './numeric-faults.ts'
import { translationFaults } from './translation-faults.ts'

/** Every data plane code, except QuickBooks Desktop status codes. */
export const faults = { ...translationFaults, ...gatewayFaults, ...numericFaults } as const

export type FaultCode = keyof typeof faults
