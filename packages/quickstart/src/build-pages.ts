import { QuickstartError } from './quickstart-error.ts'
import { inRepository } from './repository.ts'
import { run } from './run.ts'

/** Builds the portal's pages with Next.js into `apps/portal/.next`. */
export async function buildPages(): Promise<void> {
  const next = inRepository('node_modules/next/dist/bin/next')
  const { code, output } = await run(process.execPath, [next, 'build'], {
    cwd: inRepository('apps/portal'),
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  })
  if (code !== 0) throw new QuickstartError(`The portal's pages cannot be built:\n${output.trim()}`)
}
