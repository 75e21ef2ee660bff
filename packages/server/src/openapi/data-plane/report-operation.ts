import { reports } from '@bridge/translation'
import { componentRef, type DocumentedOperation } from '../schemas/json-schema.ts'
import { reportParameters } from '../schemas/report-schemas.ts'
import { realmId, responses, security } from './operation-parts.ts'

/** Documents the reports. */
export function reportOperation(): DocumentedOperation {
  return {
    operationId: 'readReport',
    summary: 'Returns a report of the company file.',
    description: 'Each report takes some of the parameters: see the documentation of reports.',
    tags: ['reports'],
    security,
    parameters: [
      realmId,
      {
        name: 'reportName',
        in: 'path',
        required: true,
        description: 'In any case.',
        schema: { type: 'string', enum: reports.map(({ name }) => name) },
        example: 'ProfitAndLoss',
      },
      ...reportParameters,
    ],
    responses: responses('report', componentRef('Report')),
  }
}
