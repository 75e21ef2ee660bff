import type { namedOperations } from '@bridge/control-plane/provisioning/operations'

/** Sample bodies by control plane operation. Values beginning with `$` are the reader's variables. */
const adminBodies: { readonly [Name in keyof typeof namedOperations]?: object } = {
  createOrganization: { name: 'Riverside Books' },
  renameOrganization: { name: 'Riverside Books Inc.' },
  updateSecondFactorPolicy: { required: false },
  changeRole: { role: 'admin' },
  createInvitation: { orgId: '$ORG_ID', email: 'colleague@riverside.example', role: 'member' },
  acceptInvitation: { token: '$INVITATION_TOKEN' },
  createRealm: { orgId: '$ORG_ID', name: 'Riverside Books Inc.' },
  createSandbox: { orgId: '$ORG_ID' },
  renameRealm: { name: 'Riverside Books (head office)' },
  updateSettings: { departmentsFromClasses: true },
  confirmCompanyFile: { companyFile: 'C:\\Books\\Riverside Books.qbw' },
  resetSandbox: { template: 'sample' },
  setSandboxFaults: { answerDelayMs: 250 },
  mailSetupLink: { url: '$SETUP_LINK' },
  createAgentToken: { label: 'Front desk' },
  createConnectorCredential: { label: 'Front desk' },
  createClient: { orgId: '$ORG_ID', name: 'Invoice Sync', redirectUris: ['https://app.example/callback'] },
  updateClient: { name: 'Invoice Sync for Desktop' },
  setWebhook: { url: 'https://app.example/webhook' },
  replaceVerifierToken: { signsFrom: '2026-12-31T00:00:00Z' },
  testWebhook: { event: 'invoice.updated' },
  updateAccount: { name: 'Ada Lind' },
  createApiKey: { orgId: '$ORG_ID', name: 'Nightly export' },
}

const otherBodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  postQuery: { default: 'SELECT * FROM Customer WHERE Active = true MAXRESULTS 2' },
  runBatch: {
    default: {
      BatchItemRequest: [
        { bId: 'new', operation: 'create', Class: { Name: 'Mobile' } },
        { bId: 'open', Query: "SELECT Id, DocNumber, Balance FROM Invoice WHERE Balance > '0' MAXRESULTS 2" },
      ],
    },
  },
  issueTokens: {
    exchange: { grant_type: 'authorization_code', code: '$CODE', redirect_uri: '$REDIRECT_URI' },
    refresh: { grant_type: 'refresh_token', refresh_token: '$REFRESH_TOKEN' },
  },
  revokeToken: { default: { token: '$REFRESH_TOKEN' } },
}

/** Returns an operation's sample bodies by name. */
export function findSampleBodies(operationId: string): Readonly<Record<string, unknown>> | undefined {
  const body = (adminBodies as Readonly<Record<string, object>>)[operationId]
  return body === undefined ? otherBodies[operationId] : { default: body }
}

/** Query parameter values in samples, by operation and parameter. */
const sampleParameters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  getQuery: { query: 'SELECT * FROM Customer WHERE Active = true MAXRESULTS 2' },
  readReport: { start_date: '2026-01-01', end_date: '2026-03-31' },
  readChanges: { entities: 'Customer,Invoice', changedSince: '$CHANGED_SINCE' },
  authorize: {
    response_type: 'code',
    client_id: '$CLIENT_ID',
    redirect_uri: '$REDIRECT_URI',
    realm_id: '$REALM_ID',
    state: 'anything',
  },
  readExchangeRate: { sourcecurrencycode: 'EUR' },
}

/** Returns an operation's query parameter values in its samples. */
export function findSampleParameters(operationId: string): Readonly<Record<string, string>> {
  return sampleParameters[operationId] ?? {}
}
