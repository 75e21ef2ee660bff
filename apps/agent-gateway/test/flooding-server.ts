import { requireRealmId } from '@bridge/agent-protocol'
import { connectDatabase } from '@bridge/database'
import { createServerDesktop } from './test-gateway.ts'

// A server sending more requests for a realm than its gateway accepts, until it is killed.
const [databaseUrl = '', realm = ''] = process.argv.slice(2)
const requestsAtOnce = 300
const desktop = createServerDesktop(connectDatabase(databaseUrl))
const realmId = requireRealmId(realm)

async function flood(index: number): Promise<never> {
  const write = { kind: 'write', write: { entity: 'Customer', operation: 'create' } } as const
  for (;;) {
    await desktop.exchange(realmId, '<flood/>', index % 10 === 0 ? write : { kind: 'read' })
  }
}
await desktop.exchange(realmId, '<first/>', { kind: 'read' })
process.stdout.write('started\n')
await Promise.all(Array.from({ length: requestsAtOnce }, (_, index) => flood(index)))
