import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'

const { values } = parseArgs({
  options: {
    library: { type: 'string' },
    receiver: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
})
const libraryFolder = findFolder(values.library)
const receiverFolder = findFolder(values.receiver)
const file =
  (libraryFolder && 'checkout/run-checkout.ts') ?? (receiverFolder && 'receivers/run-receiver.ts') ?? undefined

const vitest = await startVitest('test', [path.join('src/client-libraries', file ?? '')], {
  run: true,
  config: '../../vitest.config.ts',
  ...(file && {
    include: [`**/${path.basename(file)}`],
    provide: { libraryFolder, receiverFolder, isRecording: values.record },
  }),
})
await vitest.close()

function findFolder(name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  const folder = path.resolve(name)
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`)
  return folder
}
