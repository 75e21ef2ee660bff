import { gatewayFaults } from './gateway-faults.ts'
import { numericFaults } from './numeric-faults.ts'
import { translationFaults } from './translation-faults.ts'

/** Every code of the data plane, except status codes of QuickBooks Desktop. */
export const faults = { ...translationFaults, ...gatewayFaults, ...numericFaults } as const

export type FaultCode = keyof typeof faults
