import { connectDatabase } from '@bridge/database'
import { createTenant } from '@bridge/harness/create-tenant'

/** Creates an organization in the database at its argument, and prints its sandbox with a token. */
const [url = ''] = process.argv.slice(2)
const database = connectDatabase(url)
const { sandboxId, tokens } = await createTenant(database, 'deployment')
await database.$disconnect()
process.stdout.write(JSON.stringify({ realmId: sandboxId, token: tokens.sandbox }))
