import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compareHosts, createReleaseKey, readPrivateKey, requireComplete, signRelease } from './sign-release.ts'

const help = `Signs a release of the agent for Windows.

  npm run windows:sign-manifest -- --create-key FILE
  npm run windows:sign-manifest -- --release DIR --version 0.2.0 --key FILE --key-id 2026a

  --create-key FILE   writes a new private key, and prints the public one for release-keys.json
  --release DIR       the release directory, with the files of the version in files/<version>;
                      stable.json in it is replaced
  --version VERSION   the version of the release
  --key FILE          the private key in PEM
  --key-id ID         the ID of the key in release-keys.json
  --rollout PERCENT   the installations that update (100)
  --days DAYS         the days until the manifest expires (30)
  --not-before TIME   when the rollout begins, ISO 8601 (now)
  --min-protocol N    agents with an older protocol update at once (0)
  --downgrade         installs the version on agents with a newer one
`
const dayMs = 24 * 60 * 60 * 1000

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'create-key': { type: 'string' },
      release: { type: 'string' },
      version: { type: 'string' },
      key: { type: 'string' },
      'key-id': { type: 'string' },
      rollout: { type: 'string', default: '100' },
      days: { type: 'string', default: '30' },
      'not-before': { type: 'string' },
      'min-protocol': { type: 'string', default: '0' },
      downgrade: { type: 'boolean', default: false },
    },
  })
  if (values['create-key'] !== undefined) {
    const { privatePem, publicKey } = createReleaseKey()
    await writeFile(values['create-key'], privatePem, { mode: 0o600, flag: 'wx' })
    process.stdout.write(`${publicKey}\n`)
    return
  }
  const { release: folder, version, key, 'key-id': keyId } = values
  if (!(folder && version && key && keyId)) {
    process.stdout.write(help)
    process.exitCode = 1
    return
  }
  const notBefore = values['not-before'] === undefined ? new Date() : new Date(values['not-before'])
  const release = {
    folder,
    version,
    minProtocol: Number(values['min-protocol']),
    rollout: Number(values.rollout),
    notBefore,
    expires: new Date(notBefore.getTime() + Number(values.days) * dayMs),
    issued: new Date(),
    isDowngrade: values.downgrade,
  }
  await requireComplete(folder, version)
  const hosts = await compareHosts(folder, version)
  const signed = await signRelease(release, keyId, await readPrivateKey(key))
  const unfinished = join(folder, 'stable.json.unfinished')
  await writeFile(unfinished, `${JSON.stringify(signed)}\n`)
  await rename(unfinished, join(folder, 'stable.json'))
  process.stdout.write(
    hosts !== 'changed'
      ? `Signed version ${version} for ${values.rollout} % of the installations.\n`
      : `Signed version ${version}. Its COM hosts are not those of the version before it, so no agent installs it:\n` +
          'people run its installer, and QuickBooks asks its Admin once.\n',
  )
}
