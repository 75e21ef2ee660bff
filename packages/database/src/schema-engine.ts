import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import { Pool } from 'pg'

/**
 * Runs Prisma's schema engine as WebAssembly: writing a migration needs no downloaded binary.
 *
 * @param url the database it works on
 * @param schema the text in `schema.prisma`, if needed
 */
export async function withSchemaEngine<T>(
  url: string,
  schema: string | undefined,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  engineModule ??= linkEngine()
  const { SchemaEngine } = await engineModule
  const pool = new Pool({ connectionString: url })
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool))
  const datamodels: [string, string][] | undefined = schema === undefined ? undefined : [['schema.prisma', schema]]
  try {
    const engine = await SchemaEngine.new({ datamodels }, () => undefined, adapter)
    return await work(engine)
  } finally {
    await pool.end()
  }
}

type EngineModule = typeof import('@prisma/schema-engine-wasm/schema_engine_bg')

/** Node 24.0 cannot import a `.wasm` file as a module, so it is linked by hand, once. */
async function linkEngine(): Promise<EngineModule> {
  const glue = (await import('@prisma/schema-engine-wasm/schema_engine_bg')) as EngineModule & {
    __wbg_set_wasm(exports: WebAssembly.Exports): void
  }
  const scriptPath = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const binary = new Uint8Array(await readFile(scriptPath.replace(/\.js$/, '.wasm')))
  const imports = { './schema_engine_bg.js': withoutLingeringTimers(glue) }
  const { exports } = await WebAssembly.instantiate(await WebAssembly.compile(binary), imports)
  glue.__wbg_set_wasm(exports)
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message(message: string) {
        throw new Error(`Prisma's schema engine stopped: ${message}`)
      },
    },
  })
  const begin = exports.__wbindgen_start
  if (typeof begin === 'function') begin()
  return glue
}

type Imported = (...args: unknown[]) => unknown

/** The engine never clears its lock timeout, which would keep the process alive for 10 s. */
function withoutLingeringTimers(glue: object): Record<string, Imported> {
  const imports: Record<string, Imported> = { ...glue }
  for (const [name, imported] of Object.entries(imports)) {
    if (name.startsWith('__wbg_setTimeout')) imports[name] = (...args) => (imported(...args) as NodeJS.Timeout).unref()
  }
  return imports
}

let engineModule: Promise<EngineModule> | undefined
