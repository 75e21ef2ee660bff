import { gatewayFaults } from './gateway-faults.ts'
import { numericFaults } from './numeric-faults.ts'
import { translationFaults } from './translation-faults.ts'

/** Every code that the data plane answers by its own judgement (specification, sections 7.1 to 7.3). */
export const faults = { ...translationFaults, ...gatewayFaults, ...numericFaults } as const

export type FaultCode = keyof typeof faults
