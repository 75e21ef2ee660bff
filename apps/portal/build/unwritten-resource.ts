import type { PrerenderedResource } from '../lib/prerendered-resource.ts'

/** A resource with its body, before it is in a file. */
export interface UnwrittenResource extends Omit<PrerenderedResource, 'file' | 'scriptHashes'> {
  readonly body: Buffer
}
