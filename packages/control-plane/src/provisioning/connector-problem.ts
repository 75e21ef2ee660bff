import { z } from 'zod'

/** Why the Web Connector's latest update could not use the company file. */
export const connectorProblemSchema = z
  .enum(['APP_COMPANY_FILE_UNAVAILABLE'])
  .nullable()
  .catch(null)
  .describe('Why the latest update could not use the company file: another one was open in QuickBooks.')
