import { readFileSync } from 'node:fs'
import { responseMemoryBytes } from '@bridge/data-plane/call/data-plane'
import { queueLimits } from '@bridge/data-plane/request-log/request-log'
import { expect, it } from 'vitest'

const mebibyte = 1024 ** 2
const bytesOfCharacter = 2

function read(file: string): string {
  return readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
}

/** Returns the number that the pattern finds in the manifest of servers. */
function findInManifest(pattern: RegExp): number {
  const [, number] = pattern.exec(read('deploy/kubernetes/servers.yaml')) ?? []
  return Number(number)
}

const heapMiB = findInManifest(/--max-old-space-size=(\d+)/)

/** The rows of the table, in MiB. */
const parts = [
  ['Requests that the log has not stored yet', (queueLimits.maxCharacters * bytesOfCharacter) / mebibyte],
  [
    `The heap (\`--max-old-space-size\` in \`NODE_OPTIONS\`), with ${responseMemoryBytes / mebibyte} MiB of long responses and of what queries sort by`,
    heapMiB,
  ],
] as const
const sum = parts.reduce((total, [, mebibytes]) => total + mebibytes, 0)

it('documents what bounds the memory of a server with the default settings', () => {
  const rows = parts.map(([name, mebibytes]) => `| ${name} | ${mebibytes} MiB |`)
  expect(read('docs/operations.md')).toContain([...rows, `| Sum | ${sum} MiB |`].join('\n'))
})

it('gives a server on Kubernetes more than its parts may take', () => {
  const limitMiB = findInManifest(/limits: \{ memory: (\d+)Mi \}/)
  // The rest is for code, stacks and buffers.
  expect(limitMiB).toBeGreaterThan(sum * 1.05)
})
