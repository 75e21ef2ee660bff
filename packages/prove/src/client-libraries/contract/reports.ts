import { reports } from '@bridge/translation'
import { hasMethod } from '../clients/node-quickbooks.ts'
import { type ContractRow, seeFault } from './contract.ts'
import { findShape } from './shape.ts'

/** One row for each report both the service and node-quickbooks have. */
export const reportRows: readonly ContractRow[] = reports
  .map(({ name }) => ({ name, method: `report${name}` }))
  .filter(({ method }) => hasMethod(method))
  .map(({ name, method }) => ({
    title: `the report ${name} has the same columns and rows`,
    run: async ({ call }) => {
      const report = call(method, { start_date: '2026-01-01', end_date: '2026-12-31' })
      return findShape(await report.catch(() => seeFault(report)))
    },
  }))
