import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { countLongReadWorkers, longReadHeapMiB } from '../data-plane/long-reads.ts'
import { queueLimits } from '../request-log/request-log.ts'
import { serverDefaults } from './config.ts'

const mebibyte = 1024 ** 2
const { responseBytesMax } = serverDefaults
/** A server with many processors has the most threads. */
const processors = { few: 2, many: 64 }
/** V8 gives the young objects of a thread three times 16 MiB. */
const youngMiB = 48
const bytesOfCharacter = 2

function read(file: string): string {
  return readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8')
}

/** Returns the number that the pattern finds in the manifest of servers. */
function findInManifest(pattern: RegExp): number {
  const [, number] = pattern.exec(read('deploy/kubernetes/servers.yaml')) ?? []
  return Number(number)
}

const eventLoopMiB = findInManifest(/--max-old-space-size=(\d+)/)

/** Returns the rows of the table, and their sum, in MiB. */
function listParts(processorCount: number) {
  const readers = countLongReadWorkers(processorCount)
  const parts = [
    ['Threads that read long responses: one for each processor except one, at most four', readers * longReadHeapMiB],
    ['Young objects of these threads', readers * youngMiB],
    ['Long responses on their way (`RESPONSE_BYTES_MAX`)', responseBytesMax / mebibyte],
    ['Requests that the log has not stored yet', (queueLimits.charactersMax * bytesOfCharacter) / mebibyte],
    ['The event loop (`--max-old-space-size` in `NODE_OPTIONS`)', eventLoopMiB],
  ] as const
  return { parts, sum: parts.reduce((sum, [, mebibytes]) => sum + mebibytes, 0) }
}

const [few, many] = [listParts(processors.few), listParts(processors.many)]

it('documents what bounds the memory of a server with the default settings', () => {
  const rows = many.parts.map(
    ([name, mebibytes], index) => `| ${name} | ${few.parts[index]?.[1]} MiB | ${mebibytes} MiB |`,
  )
  const table = [...rows, `| Sum | ${few.sum} MiB | ${many.sum} MiB |`].join('\n')
  expect(read('docs/operations.md')).toContain(table)
})

it('gives a server on Kubernetes more than its parts may take', () => {
  const limitMiB = findInManifest(/limits: \{ memory: (\d+)Gi \}/) * 1024
  // The rest is for code, stacks and buffers.
  expect(limitMiB).toBeGreaterThan(many.sum * 1.05)
})
