import { connectDatabase } from '@bridge/database'
import { defineEnvironment, readEnvironment } from '@bridge/environment'
import { serverDefaults, stripeTogether, stripeVariables, toStripeConfig } from '@bridge/server'
import { setEnterprise } from '@bridge/server/billing/account.store'
import { createBilling } from '@bridge/server/billing/billing'
import pino from 'pino'
import { z } from 'zod'
import { readVariables } from './env.ts'
import { QuickstartError } from './quickstart-error.ts'

const environment = defineEnvironment({
  program: 'npm run billing',
  variables: {
    DATABASE_URL: { schema: z.url({ protocol: /^postgres(ql)?$/ }), description: 'The database.' },
    ...stripeVariables,
  },
  together: [stripeTogether],
})

const usage = 'Usage: npm run billing -- check | enterprise ORGANIZATION | standard ORGANIZATION'

/** `npm run billing`: compares subscriptions with Stripe, or sets the plan of an organization. Returns the exit code. */
export async function billing([command, orgId]: readonly string[]): Promise<number> {
  const values = readEnvironment(environment, readVariables())
  const database = connectDatabase(values.DATABASE_URL, { poolMax: 4 })
  try {
    if (command === 'check') return await check()
    if ((command === 'enterprise' || command === 'standard') && orgId !== undefined) return await setPlan(orgId)
    throw new QuickstartError(usage)
  } finally {
    await database.$disconnect()
  }

  async function setPlan(id: string): Promise<number> {
    const before = await setEnterprise(database, id, command === 'enterprise', new Date())
    if (before === undefined) throw new QuickstartError(`There is no organization ${id}.`)
    process.stdout.write(`The plan was ${before}. Servers apply the change within 5 s.\n`)
    return 0
  }

  async function check(): Promise<number> {
    const stripe = toStripeConfig(values)
    if (!stripe) throw new QuickstartError('STRIPE_SECRET_KEY is not set, so there is nothing to compare.')
    const config = { ...serverDefaults, machineSecret: '', sessionSecret: '', baseUrl: '', stripe }
    const logger = pino({ level: 'warn' })
    const service = createBilling({ database, fetchDatabase: database, clock: () => new Date(), logger, config })
    let [checked, failed] = [0, 0]
    for await (const { orgId: id, differences, error } of service.check()) {
      checked += 1
      if (error !== undefined) failed += 1
      if (error !== undefined) process.stdout.write(`${id}  could not be read: ${String(error)}\n`)
      for (const [name, [from, to]] of Object.entries(differences)) {
        process.stdout.write(`${id}  ${name}: ${String(from)} -> ${String(to)}\n`)
      }
    }
    await service.close()
    process.stdout.write(`${checked} checked, ${failed} failed\n`)
    return failed === 0 ? 0 : 1
  }
}
