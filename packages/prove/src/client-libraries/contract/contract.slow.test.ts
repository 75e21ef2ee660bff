import { describe } from 'vitest'
import { describeLibraries } from '../client-libraries.suite.ts'
import { describeContract } from './contract.suite.ts'
import { entityRows } from './entities.ts'
import { desktopFaultRows, requestFaultRows } from './faults.ts'
import { recordRows } from './records.ts'
import { reportRows } from './reports.ts'

describe('the whole contract with an unmodified node-quickbooks', () => {
  describeContract([...recordRows, ...entityRows, ...reportRows, ...requestFaultRows, ...desktopFaultRows], 'sample')
})

describe('every client library', () => {
  describeLibraries(['connector'])
})
