import { z } from 'zod'

/** Where agents find the signed release manifest for everyone. */
export const updatePath = '/agent/updates/stable.json'

/** Precedes the signed manifest, so no other signature by the key counts. */
export const manifestContext = 'Bridge Service agent update manifest v1\0'

/** Bytes a signed manifest may have. */
export const maxSignedManifestBytes = 64 * 1024

/** A version such as `0.2.0`. */
const versionSchema = z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/)

/** A name without a path, which no file system reads otherwise: no hidden files, no trailing dots, no streams. */
const fileNameSchema = z.string().regex(/^[a-z0-9][a-z0-9-]{0,40}\.[a-z0-9]{1,8}$/)

const updateFileSchema = z.object({
  name: fileNameSchema,
  /** Relative to the service's address, on the same origin. */
  url: z.string().min(1).max(500),
  size: z
    .number()
    .int()
    .positive()
    .max(256 * 1024 * 1024),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

const updateManifestSchema = z.object({
  product: z.literal('bridge-agent-windows'),
  version: versionSchema,
  /** An agent with an older protocol version updates whatever `rollout` is. */
  minProtocol: z.number().int().nonnegative(),
  files: z
    .array(updateFileSchema)
    .min(1)
    .max(16)
    .refine((files) => new Set(files.map(({ name }) => name)).size === files.length, 'has a name twice'),
  /** The percentage of installations to update. */
  rollout: z.number().int().min(0).max(100),
  notBefore: z.iso.datetime(),
  expires: z.iso.datetime(),
  /** When it was signed. An agent that has seen a later one rejects it. Older releases have none. */
  issued: z.iso.datetime().optional(),
  /** Allows a version older than the installed one. */
  isDowngrade: z.boolean().default(false),
  /**
   * Whether the release's COM hosts are those of the release before. QuickBooks asks its Admin again for changed ones, so
   * such a release is installed by a person only. Earlier releases, whose versions have their own hosts, do not say.
   */
  hosts: z.enum(['kept', 'changed']).optional(),
})

/** A release file. */
export type UpdateFile = z.output<typeof updateFileSchema>

/** A release's description: which files it has, and which agents install it when. */
export type UpdateManifest = z.output<typeof updateManifestSchema>

const signedManifestSchema = z.object({
  /** The manifest's JSON in base64. */
  manifest: z.base64(),
  /** The Ed25519 signature over context and manifest, in base64. */
  signature: z.base64().length(88),
  keyId: z.string().regex(/^[\w-]{1,40}$/),
})

/** A manifest with its signature, as the service sends it. */
export type SignedManifest = z.output<typeof signedManifestSchema>

/** Parses a signed manifest, whose contents are not trusted before its signature is checked. */
export function parseSignedManifest(text: string): SignedManifest | undefined {
  return parseJson(signedManifestSchema, text)
}

/** Parses a manifest's JSON, whose signature was checked. */
export function parseUpdateManifest(text: string): UpdateManifest | undefined {
  return parseJson(updateManifestSchema, text)
}

function parseJson<Output>(schema: z.ZodType<Output>, text: string): Output | undefined {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
