import { randomUUID } from 'node:crypto'
import { realmIds } from '../service/seed.ts'
import { saleDraft } from '../walk/scene.ts'
import { type ContractRow, seeFault } from './contract.ts'

const validation = 'ValidationFault'

/** Faults caused by an integration: at least one per family. */
export const requestFaultRows: readonly ContractRow[] = [
  {
    title: 'a name exists already',
    run: ({ client, scene }) =>
      seeFault(client.create('Customer', { DisplayName: String(scene.customer.DisplayName) })),
    sees: { status: 400, type: validation, code: '6240' },
  },
  {
    title: 'a SyncToken is stale',
    run: ({ client, scene: { customer } }) =>
      seeFault(client.sparseUpdate('Customer', { Id: customer.Id, SyncToken: '1', GivenName: 'Late' })),
    sees: { status: 400, type: validation, code: '5010' },
  },
  {
    title: 'a record does not exist',
    run: ({ client }) => seeFault(client.read('Invoice', '1-1')),
    sees: { status: 400, type: validation, code: '610' },
  },
  {
    title: 'a reference points at no record',
    run: ({ client, scene }) =>
      seeFault(client.create('Invoice', saleDraft({ Id: '80000FFF-1', SyncToken: '0' }, scene.item))),
    sees: { status: 400, type: validation, code: '2500' },
  },
  {
    title: 'a query has an unknown property',
    run: ({ client }) => seeFault(client.query('Customer', 'Nonsense', '1')),
    sees: { status: 400, type: validation, code: '4000' },
  },
  {
    title: 'a field has no equivalent in QuickBooks Desktop',
    run: ({ client, scene: { customer } }) =>
      seeFault(client.sparseUpdate('Customer', { Id: customer.Id, SyncToken: '1', Suffix: 'Jr.' })),
    sees: { status: 422, type: validation, code: 'UNSUPPORTED_BY_DESKTOP' },
  },
  {
    title: 'a token was revoked',
    run: async ({ connect, scene }) => {
      const client = connect()
      await client.read('Customer', scene.customer.Id)
      await client.revoke()
      return seeFault(client.read('Customer', scene.customer.Id))
    },
    sees: { status: 401, type: validation, code: 'AUTHENTICATION_FAILED' },
  },
  {
    title: 'a token belongs to another realm',
    run: ({ connect, scene, realmId }) => {
      const other = realmId === realmIds.sandbox ? realmIds.agent : realmIds.sandbox
      return seeFault(connect({ realmId: other }).read('Customer', scene.customer.Id))
    },
    sees: { status: 403, type: validation, code: 'AUTHORIZATION_FAILED' },
  },
]

const system = 'SystemFault'

/** Faults caused by QuickBooks or its PC. */
export const desktopFaultRows: readonly ContractRow[] = [
  {
    title: 'QuickBooks is closed',
    run: async ({ client, scene, setProblems }) => {
      await setProblems({ applicationClosed: true })
      return seeFault(client.read('Customer', scene.customer.Id))
    },
    sees: { status: 503, type: system, code: 'APP_NOT_OPEN' },
  },
  {
    title: 'no company file is open',
    run: async ({ client, scene, setProblems }) => {
      await setProblems({ companyFileClosed: true })
      return seeFault(client.read('Customer', scene.customer.Id))
    },
    sees: { status: 502, type: system, code: 'AGENT_EXECUTION_ERROR' },
  },
  {
    title: 'a dialog is open in QuickBooks',
    run: async ({ client, tag, setProblems }) => {
      await setProblems({ dialogOpen: true })
      return seeFault(client.create('Customer', { DisplayName: `Blocked ${tag}` }))
    },
    sees: { status: 502, type: system, code: 'AGENT_EXECUTION_ERROR' },
  },
  {
    title: 'the response to a write is lost, and the service finds the record',
    run: async ({ client, books, tag, setProblems }) => {
      const DisplayName = `Found ${tag}`
      await setProblems({ lostAnswers: 1 })
      const created = await client.create('Customer', { DisplayName, requestId: randomUUID() })
      const found = await books.query('Customer', `where DisplayName = '${DisplayName}'`)
      return found.map(({ Id }) => Id === created.Id)
    },
    sees: [true],
  },
  {
    title: 'two responses to a write are lost, and its repetition finds the record',
    run: async ({ client, books, tag, setProblems }) => {
      const requestId = randomUUID()
      const DisplayName = `Lost ${tag}`
      await setProblems({ lostAnswers: 2 })
      const fault = await seeFault(client.create('Customer', { DisplayName, requestId }))
      const created = await client.create('Customer', { DisplayName, requestId })
      const found = await books.query('Customer', `where DisplayName = '${DisplayName}'`)
      return { fault, isFound: found.map(({ Id }) => Id === created.Id) }
    },
    sees: { fault: { status: 504, type: system, code: 'AGENT_TIMEOUT' }, isFound: [true] },
  },
]
