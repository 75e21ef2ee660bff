import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { buildHost } from '../windows/build.ts'
import { hostVersionsFile, readHostRecords, readHostVersion, recordHosts } from '../windows/host-version.ts'

// Adds the version in host.h to host-versions.json. A version that is there keeps its record.
const folder = await mkdtemp(join(tmpdir(), 'hosts-'))
try {
  const [program32, program64] = await Promise.all([buildHost(32, folder), buildHost(64, folder)])
  const version = await readHostVersion()
  const record = await recordHosts({ 32: program32, 64: program64 })
  const known = await readHostRecords()
  if (known[version] !== undefined && !isDeepStrictEqual(known[version], record)) {
    process.stderr.write(`Version ${version} has another record. Raise HOST_VERSION in host.h first.\n`)
    process.exitCode = 1
  } else {
    await writeFile(hostVersionsFile, `${JSON.stringify({ ...known, [version]: record }, undefined, 2)}\n`)
    process.stdout.write(`Version ${version} is recorded.\n`)
  }
} finally {
  await rm(folder, { recursive: true })
}
