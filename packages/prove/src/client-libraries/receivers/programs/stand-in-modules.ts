import { registerHooks } from 'node:module'

/** What a receiver's program reads. */
export interface ReceiverCall {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly token: string
}

const scheme = 'stand-in:'

/**
 * Has imports of a receiver lead to stand-ins: what it needs to verify a signature is Node's.
 *
 * @param sources a module's source text by what is imported
 */
export function standIn(sources: Readonly<Record<string, string>>): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      sources[specifier] === undefined
        ? next(specifier, context)
        : { url: `${scheme}${encodeURIComponent(specifier)}`, shortCircuit: true },
    load: (url, context, next) => {
      if (!url.startsWith(scheme)) {
        return next(url, url.endsWith('.ts') ? { ...context, format: 'module-typescript' } : context)
      }
      const source = sources[decodeURIComponent(url.slice(scheme.length))] ?? ''
      return { format: 'module', source, shortCircuit: true }
    },
  })
}
