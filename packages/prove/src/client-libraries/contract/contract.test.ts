import { describe } from 'vitest'
import { describeContract } from './contract.suite.ts'
import { desktopFaultRows, requestFaultRows } from './faults.ts'
import { recordRows } from './records.ts'

describe('the contract with an unmodified node-quickbooks', () => {
  describeContract([...recordRows, ...requestFaultRows, ...desktopFaultRows], 'empty')
})
