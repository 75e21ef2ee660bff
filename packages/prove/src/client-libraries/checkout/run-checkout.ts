import { writeFile } from 'node:fs/promises'
import type { RealmId } from '@bridge/agent-protocol'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../library/client.ts'
import { recordingClient } from '../recordings/recording-client.ts'
import { type RecordingProxy, startRecordingProxy } from '../recordings/recording-proxy.ts'
import { type RealmKind, runService, type Service } from '../service/run-service.ts'
import { findEuro, walkInEuros } from '../walk/in-euros.ts'
import { promised, shown } from '../walk/verdict.ts'
import { walk } from '../walk/walk.ts'
import { findCheckout } from './find-checkout.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the library that `npm run test:clients -- --library FOLDER` names. */
    libraryFolder: string
    /** Replaces the library's recording. */
    isRecording: boolean
  }
}

const library = findCheckout(inject('libraryFolder'))
const tag = library.name.slice(0, 18)

let service: Service
/** Between the library and the service, for libraries that reach another port only by a proxy. */
let proxy: RecordingProxy
beforeAll(async () => {
  service = await runService()
  proxy = await startRecordingProxy(service.integration(service.realmIds.sandbox).baseUrl)
  await service.configureApp(library.app ?? {})
})
afterAll(async () => {
  await proxy.close()
  await service.close()
})

it.each<RealmKind>(['sandbox', 'agent'])(
  `runs ${library.name} on a %s realm within its limits [dp-1.1]`,
  async (kind) => {
    const realmId = service.realmIds[kind]
    const client = library.connect({ ...service.integration(realmId), baseUrl: proxy.baseUrl }, tag)
    const outcomes = await walk(client, service.books(realmId), tag)
    expect(shown(outcomes, library)).toEqual(promised(library))
  },
)

it.runIf(library.failingTests)(
  `passes the tests of ${library.name}'s authors, with numbers and the known exceptions`,
  async () => {
    await service.configureApp({ ids: 'numeric', faultCodes: 'numeric' })
    const client = library.connect({ ...service.integration(service.realmIds.sandbox), baseUrl: proxy.baseUrl }, tag)
    try {
      await client.signIn?.()
      const tests = await client.runOwnTests?.()
      process.stdout.write(`${library.name}: ${tests?.passed} passed, ${tests?.failed.length} failed\n`)
      for (const { name, error } of tests?.failed ?? []) process.stdout.write(`  ${name}: ${error}\n`)
      const known = library.failingTests?.flatMap(({ tests }) => tests)
      expect(tests?.failed.map(({ name }) => name).toSorted()).toEqual(known?.toSorted())
    } finally {
      await client.close?.()
    }
  },
)

it.runIf(inject('isRecording'))(`records ${library.name}`, async () => {
  const realmId = service.realmIds.agent
  // Another walk's names are in the company file. An encoded `+` shows what is encoded.
  const recordedTag = `${tag.replaceAll(' ', '-')}+r`
  proxy.take()
  const { client, recording } = recordingClient(
    (integration) => library.connect(integration, tag),
    proxy,
    service.integration(realmId),
    recordedTag,
    library.missing,
  )
  const outcomes = await walk(client, service.books(realmId), recordedTag)
  expect(shown(outcomes, library)).toEqual(promised(library))
  await writeFile(library.recordingFile, `${JSON.stringify(recording, null, 2)}\n`)
})

describe.runIf(library.inEuros)('in several currencies', () => {
  let trading: Service
  let proxy: RecordingProxy
  beforeAll(async () => {
    trading = await runService({ template: 'trading' })
    proxy = await startRecordingProxy(trading.integration(trading.realmIds.sandbox).baseUrl)
    await trading.configureApp(library.app ?? {})
  })
  afterAll(async () => {
    await proxy.close()
    await trading.close()
  })

  const walkThrough = async (client: Client, realmId: RealmId, tag: string) => {
    const complete = client as Required<Client>
    try {
      await complete.signIn()
      await findEuro(complete)
      await walkInEuros(complete, trading.books(realmId), tag, library.inEuros?.ownRate)
    } finally {
      await client.close?.()
    }
  }

  it.each<RealmKind>(['sandbox', 'agent'])(`runs ${library.name} in euros on a %s realm`, async (kind) => {
    const realmId = trading.realmIds[kind]
    const client = library.connect({ ...trading.integration(realmId), baseUrl: proxy.baseUrl }, tag)
    await walkThrough(client, realmId, tag)
  })

  it.runIf(inject('isRecording'))(`records ${library.name} in euros`, async () => {
    const realmId = trading.realmIds.agent
    const recordedTag = `${tag.replaceAll(' ', '-')}+r`
    proxy.take()
    const { client, recording } = recordingClient(
      (integration) => library.connect(integration, tag),
      proxy,
      trading.integration(realmId),
      recordedTag,
      library.missing,
    )
    await walkThrough(client, realmId, recordedTag)
    await writeFile(library.inEuros?.recordingFile ?? '', `${JSON.stringify(recording, null, 2)}\n`)
  })
})
