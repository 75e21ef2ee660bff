import { findOrganizationId, setEnterprise } from '@bridge/control-plane/billing/account.store'
import { createBilling } from '@bridge/control-plane/billing/billing'
import { connectDatabase } from '@bridge/database'
import { defineEnvironment, readEnvironment } from '@bridge/environment'
import { serverDefaults, stripeTogether, stripeVariables, toStripeConfig } from '@bridge/server'
import pino from 'pino'
import { z } from 'zod'
import { readEnv, readVariables } from '../service/env.ts'
import { readOperatorVariables } from '../service/operator-variables.ts'
import { CommandError } from '../terminal/command-error.ts'
import { defineCommand } from './command.ts'

const environment = defineEnvironment({
  program: 'npm run billing',
  variables: {
    DATABASE_URL: { schema: z.url({ protocol: /^postgres(ql)?$/ }), description: 'The database.' },
    ...stripeVariables,
  },
  together: [stripeTogether],
})

const usage = 'Usage: npm run billing -- check | enterprise ORGANIZATION | standard ORGANIZATION'

export const command = defineCommand({ run: (_flags, names) => billing(names) })

/**
 * `npm run billing`: compares subscriptions with Stripe, or sets an organization's plan, by its ID or slug. Without
 * `DATABASE_URL` it uses the service started by `npm start`. Returns the exit code.
 */
export async function billing(
  [command, organization]: readonly string[],
  variables = readVariables(),
  print = (line: string): void => void process.stdout.write(`${line}\n`),
): Promise<number> {
  const running = variables.DATABASE_URL ? {} : await readOperatorVariables(readEnv(variables).dataFolder)
  const values = readEnvironment(environment, { ...variables, ...running })
  const database = connectDatabase(values.DATABASE_URL, { maxConnections: 4 })
  try {
    if (command === 'check') return await check()
    if (organization !== undefined && (command === 'enterprise' || command === 'standard')) {
      return await setPlan(organization)
    }
    throw new CommandError(usage)
  } finally {
    await database.$disconnect()
  }

  async function setPlan(idOrSlug: string): Promise<number> {
    const orgId = await findOrganizationId(database, idOrSlug)
    const before = orgId && (await setEnterprise(database, orgId, command === 'enterprise', new Date()))
    if (!before) throw new CommandError(`There is no organization ${idOrSlug}.`)
    print(`The plan was ${before}. Servers apply the change within 5 s.`)
    return 0
  }

  async function check(): Promise<number> {
    const stripe = toStripeConfig(values)
    if (!stripe) throw new CommandError('STRIPE_SECRET_KEY is not set, so there is nothing to compare.')
    const config = { ...serverDefaults, machineSecret: '', sessionSecret: '', baseUrl: '', stripe }
    const logger = pino({ level: 'warn' })
    const service = createBilling({ database, fetchDatabase: database, clock: () => new Date(), logger, config })
    let [checked, failed] = [0, 0]
    for await (const { orgId, differences, error } of service.check()) {
      checked += 1
      if (error !== undefined) {
        failed += 1
        print(`${orgId}  could not be read: ${String(error)}`)
      }
      for (const [name, [from, to]] of Object.entries(differences)) {
        print(`${orgId}  ${name}: ${String(from)} -> ${String(to)}`)
      }
    }
    await service.close()
    print(`${checked} checked, ${failed} failed`)
    return failed === 0 ? 0 : 1
  }
}
