/** A response that the build has rendered. */
export interface PrerenderedResource {
  /** The path of the request. */
  readonly path: string
  /** What Next's router requests: the page, its data, or the data of a segment. */
  readonly variant: 'page' | 'data' | `segment ${string}`
  /** The name of the file with the body. `.br` and `.gz` are next to it. */
  readonly file: string
  readonly type: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The hashes of inline scripts, as the policy quotes them. */
  readonly scriptHashes: readonly string[]
  /** The body contains {@link baseUrlPlaceholder}. */
  readonly hasBaseUrl: boolean
}

export interface PrerenderedManifest {
  readonly resources: readonly PrerenderedResource[]
  /** The hashes of inline scripts of the pages that Next serves for failed requests. */
  readonly errorPageHashes: readonly string[]
}

/** Marks the public address, which the build does not know. */
export const baseUrlPlaceholder = '{{BASE_URL}}'

/** Where the build puts the files, relative to the portal's folder. */
export const prerenderedFolder = 'dist/prerendered'

export const manifestFile = 'manifest.json'
