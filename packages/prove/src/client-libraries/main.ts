import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'

const { values } = parseArgs({ options: { library: { type: 'string' }, record: { type: 'boolean', default: false } } })
const folder = values.library === undefined ? undefined : path.resolve(values.library)
if (folder !== undefined && !existsSync(folder)) throw new Error(`There is no folder ${folder}.`)

const vitest = await startVitest(
  'test',
  [folder === undefined ? 'src/client-libraries' : 'src/client-libraries/checkout/run-checkout.ts'],
  {
    run: true,
    config: '../../vitest.config.ts',
    ...(folder === undefined
      ? {}
      : { include: ['**/run-checkout.ts'], provide: { libraryFolder: folder, isRecording: values.record } }),
  },
)
await vitest.close()
