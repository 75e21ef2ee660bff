import { connectDatabase } from '@bridge/database'
import { defineEnvironment, readEnvironment } from '@bridge/environment'
import { emailAddressSchema } from '@bridge/identity/access/email-address'
import { endSessionsOf, resetSecondFactor } from '@bridge/identity/second-factor/second-factor.store'
import { z } from 'zod'
import { readEnv, readVariables } from '../service/env.ts'
import { readOperatorVariables } from '../service/operator-variables.ts'
import { CommandError } from '../terminal/command-error.ts'
import { defineCommand } from './command.ts'

const environment = defineEnvironment({
  program: 'npm run users',
  variables: {
    DATABASE_URL: { schema: z.url({ protocol: /^postgres(ql)?$/ }), description: 'The database.' },
  },
})

const usage = 'Usage: npm run users -- reset-second-factor EMAIL | end-sessions EMAIL'

const changes = {
  'reset-second-factor': { apply: resetSecondFactor, done: 'The second factor is off.' },
  'end-sessions': { apply: endSessionsOf, done: 'The user is signed out.' },
} as const

export const command = defineCommand({ run: (_flags, names) => users(names) })

/**
 * `npm run users`: removes a user's lost second factor, or ends their sessions. Without `DATABASE_URL` it uses the
 * service started by `npm start`. Returns the exit code.
 */
export async function users(
  [command, typed]: readonly string[],
  variables = readVariables(),
  print = (line: string): void => void process.stdout.write(`${line}\n`),
): Promise<number> {
  const change = Object.entries(changes).find(([name]) => name === command)?.[1]
  const { success, data: email } = emailAddressSchema.safeParse(typed)
  if (!change || !success) throw new CommandError(usage)
  const running = variables.DATABASE_URL ? {} : await readOperatorVariables(readEnv(variables).dataFolder)
  const { DATABASE_URL } = readEnvironment(environment, { ...variables, ...running })
  const database = connectDatabase(DATABASE_URL, { maxConnections: 1 })
  try {
    const sessions = await change.apply(database, email, new Date())
    if (sessions === undefined) throw new CommandError(`There is no user ${email}.`)
    print(`${change.done} Sessions that ended: ${sessions}.`)
    return 0
  } finally {
    await database.$disconnect()
  }
}
