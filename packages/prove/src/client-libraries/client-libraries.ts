import { intuitOAuth } from './clients/intuit-oauth.ts'
import { nodeQuickBooks } from './clients/node-quickbooks.ts'
import { quickbooksApi } from './clients/quickbooks-api.ts'
import { quickbooksMcp } from './clients/quickbooks-mcp.ts'
import { quickbooksNodePromise } from './clients/quickbooks-node-promise.ts'
import type { ClientLibrary } from './library/client.ts'

/** The libraries installed by npm. */
export const clientLibraries: readonly ClientLibrary[] = [
  nodeQuickBooks,
  intuitOAuth,
  quickbooksNodePromise,
  quickbooksApi,
  quickbooksMcp,
]

/** Those of them that the tests run in euros. */
export const librariesInEuros: readonly ClientLibrary[] = [nodeQuickBooks, quickbooksNodePromise]
