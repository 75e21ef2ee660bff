import { createHash, type KeyObject, verify } from 'node:crypto'
import {
  compareVersions,
  manifestContext,
  parseSignedManifest,
  parseUpdateManifest,
  type UpdateManifest,
} from '@bridge/agent-protocol'

/** The decision about a manifest. */
export type UpdateDecision =
  | { readonly kind: 'install'; readonly manifest: UpdateManifest }
  /** There is nothing to install now. */
  | {
      readonly kind: 'none'
      readonly reason: 'up-to-date' | 'not-yet' | 'not-in-rollout' | 'failed-before' | 'asks-admin'
      readonly manifest: UpdateManifest
    }
  /** The manifest is not acceptable; one line says why. */
  | { readonly kind: 'rejected'; readonly problem: string }

interface UpdateCheck {
  /** The keys that may sign, by ID. */
  readonly keys: ReadonlyMap<string, KeyObject>
  /** The service's address. */
  readonly serviceUrl: string
  readonly installedVersion: string
  /** The protocol version the installed agent speaks. */
  readonly protocol: number
  /** Versions that were installed and did not work. */
  readonly failedVersions: readonly string[]
  /** When the latest manifest was signed this installation accepted; undefined for none. */
  readonly lastIssued?: string | undefined
  /** Decides, with the version, whether this installation is among the first. */
  readonly installationId: string
  readonly now: Date
}

/** A PC's clock may be wrong by a day, and set to a wrong time zone. */
const clockToleranceMs = 2 * 24 * 60 * 60 * 1000

/** Decides what to do about a signed manifest. Reads its contents only once the signature is checked. */
export function checkUpdate(text: string, check: UpdateCheck): UpdateDecision {
  const signed = parseSignedManifest(text)
  if (!signed) return reject('is malformed')
  const key = check.keys.get(signed.keyId)
  if (!key) return reject(`is signed with the unknown key ${signed.keyId}`)
  const bytes = Buffer.from(signed.manifest, 'base64')
  const message = Buffer.concat([Buffer.from(manifestContext), bytes])
  if (!verify(null, message, key, Buffer.from(signed.signature, 'base64'))) return reject('has a wrong signature')
  const manifest = parseUpdateManifest(bytes.toString())
  if (!manifest) return reject('has contents that this version cannot read')
  return decide(manifest, check)
}

function decide(manifest: UpdateManifest, check: UpdateCheck): UpdateDecision {
  const { version, files, minProtocol, rollout, issued } = manifest
  const { lastIssued } = check
  const time = check.now.getTime()
  if (time > Date.parse(manifest.expires) + clockToleranceMs) return reject(`has expired at ${manifest.expires}`)
  if (isBefore(issued, lastIssued)) return reject(`is older than one that was signed at ${lastIssued}`)
  if (Date.parse(issued ?? '') > time + clockToleranceMs) return reject(`was signed in the future, at ${issued}`)
  const foreign = files.find(({ url }) => !isSameOrigin(url, check.serviceUrl))
  if (foreign) return reject(`names a file of another origin: ${foreign.name}`)
  const order = compareVersions(version, check.installedVersion)
  if (order === 0) return { kind: 'none', reason: 'up-to-date', manifest }
  if (order < 0 && !manifest.isDowngrade) return reject(`has the older version ${version}`)
  if (check.failedVersions.includes(version)) return { kind: 'none', reason: 'failed-before', manifest }
  if (manifest.hosts === 'changed') return { kind: 'none', reason: 'asks-admin', manifest }
  if (check.protocol < minProtocol) return { kind: 'install', manifest }
  if (time < Date.parse(manifest.notBefore)) return { kind: 'none', reason: 'not-yet', manifest }
  if (getRolloutPlace(check.installationId, version) >= rollout)
    return { kind: 'none', reason: 'not-in-rollout', manifest }
  return { kind: 'install', manifest }
}

/** Whether a manifest was signed before the latest one. One without a time is older than any with a time. */
function isBefore(issued: string | undefined, lastIssued: string | undefined): boolean {
  return lastIssued !== undefined && !(Date.parse(issued ?? '') >= Date.parse(lastIssued))
}

function reject(problem: string): UpdateDecision {
  return { kind: 'rejected', problem: `The update manifest ${problem}.` }
}

function isSameOrigin(url: string, serviceUrl: string): boolean {
  if (!URL.canParse(url, serviceUrl)) return false
  const { origin, username, password } = new URL(url, serviceUrl)
  return origin === new URL(serviceUrl).origin && username === '' && password === ''
}

/** Returns an installation's place among 100, from 0: the same for a version, and another for the next one. */
export function getRolloutPlace(installationId: string, version: string): number {
  return createHash('sha256').update(`${installationId} ${version}`).digest().readUInt32BE() % 100
}
