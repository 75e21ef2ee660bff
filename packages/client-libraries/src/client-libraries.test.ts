import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientLibraries } from './client-libraries.ts'
import { programLibraries } from './programs/programs.ts'
import { realmKinds, runService, type Service } from './service/run-service.ts'
import { promised, shown } from './walk/verdict.ts'
import { walk } from './walk/walk.ts'

let service: Service

beforeAll(async () => {
  service = await runService()
})
afterAll(() => service.close())

const installed = [
  ...clientLibraries.map((library) => ({ library, isSkipped: false, name: library.name })),
  ...programLibraries.map((library) => {
    const isSkipped = !library.isInstalled()
    return { library, isSkipped, name: isSkipped ? `${library.name} (needs ${library.needs})` : library.name }
  }),
]

describe.each(installed)('$name', ({ library, isSkipped }) => {
  it.skipIf(isSkipped).each(realmKinds)('works unmodified on a %s realm, within its limits [dp-1.1]', async (kind) => {
    const realmId = service.realmIds[kind]
    const client = library.connect(service.integration(realmId))
    const outcomes = await walk(client, service.books(realmId), library.name.slice(0, 18))
    expect(shown(outcomes, library)).toEqual(promised(library))
  })
})
