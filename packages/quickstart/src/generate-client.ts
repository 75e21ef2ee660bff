import { QuickstartError } from './quickstart-error.ts'
import { inRepository } from './repository.ts'
import { run } from './run.ts'
import { makeUnlessFresh } from './stamp.ts'

/** Generates the Prisma client into `packages/database/generated`, unless it is there for this schema. */
export function generateClient(): Promise<boolean> {
  const schema = inRepository('prisma', 'schema.prisma')
  return makeUnlessFresh({
    name: 'prisma-client',
    from: [schema, inRepository('packages/database/package.json')],
    outputs: [inRepository('packages/database/generated/client.ts')],
    async make() {
      const prisma = inRepository('node_modules/prisma/build/index.js')
      // Any existing file stands for the native engine, which Prisma would otherwise download and never use here.
      const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' }
      const { code, output } = await run(process.execPath, [prisma, 'generate', '--schema', schema], { env })
      if (code !== 0) throw new QuickstartError(`The database client cannot be generated:\n${output.trim()}`)
    },
  })
}
