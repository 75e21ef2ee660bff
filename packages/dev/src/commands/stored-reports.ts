import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { findReportContent, listTruthReports } from '@bridge/control-plane/truth/truth-report.store'
import { connectDatabase } from '@bridge/database'
import { defineEnvironment, readEnvironment } from '@bridge/environment'
import { z } from 'zod'
import { readEnv, readVariables } from '../service/env.ts'
import { readOperatorVariables } from '../service/operator-variables.ts'
import { CommandError } from '../terminal/command-error.ts'

const environment = defineEnvironment({
  program: 'npm run truth',
  variables: {
    DATABASE_URL: { schema: z.url({ protocol: /^postgres(ql)?$/ }), description: 'The database.' },
  },
})

const maxListed = 100
const unpack = promisify(gunzip)

/**
 * `npm run truth -- --stored [ID]`: lists the newest reports that agents have sent, or writes one to a file. Without
 * `DATABASE_URL` it uses the service started by `npm start`. Returns the exit code.
 */
export async function storedReports(
  [id]: readonly string[],
  variables = readVariables(),
  print = (line: string): void => void process.stdout.write(`${line}\n`),
  folder = '.',
): Promise<number> {
  const running = variables.DATABASE_URL ? {} : await readOperatorVariables(readEnv(variables).dataFolder)
  const { DATABASE_URL } = readEnvironment(environment, { ...variables, ...running })
  const database = connectDatabase(DATABASE_URL, { maxConnections: 1 })
  try {
    if (id === undefined) {
      const reports = await listTruthReports(database, maxListed)
      for (const { receivedAt, kind, realmId, product, release, agentVersion, bytes, ...report } of reports) {
        const size = `${Math.ceil(bytes / 1024)} KiB`
        print(
          [report.id, receivedAt.toISOString(), kind, realmId, `${product} ${release}`, agentVersion, size].join('  '),
        )
      }
      if (reports.length === 0) print('No agent has sent a report in the last 90 days.')
      return 0
    }
    const content = /^\w{1,40}$/.test(id) ? await findReportContent(database, id) : undefined
    if (content === undefined) throw new CommandError(`There is no report ${id}.`)
    const file = `report-${id}.json`
    await writeFile(path.join(folder, file), await unpack(content), { mode: 0o600 })
    print(`Wrote ${file}. Compare it with npm run truth -- ${file}`)
    return 0
  } finally {
    await database.$disconnect()
  }
}
