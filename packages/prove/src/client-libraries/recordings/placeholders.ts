import type { z } from 'zod'

type Json = z.core.util.JSONType

/** Placeholder sources. */
export interface Values {
  /** `realmId`, `tag`, `clientId`, `clientSecret`, `redirectUri`, `credentials`, `code`, `accessToken`, `refreshToken` */
  readonly names: Readonly<Record<string, string>>
  /** The operation's parameters: `{{1.SyncToken}}` is a field in the second one. */
  readonly parameters: readonly unknown[]
  /** The bodies received in this operation: `{{body 0.Invoice.SyncToken}}` is a field in the first one. */
  readonly bodies: readonly unknown[]
}

const placeholder = /\{\{(?:(url) )?([^{}]+)\}\}/g

/**
 * Fills a text's placeholders. `{{url …}}` encodes the value for an address, `{{since}}` is the second parameter as a UTC
 * time without its offset, and `{{page 2}}` the third page's position, with the second parameter as the page size.
 */
export function fillText(text: string, values: Values): string {
  return text.replace(placeholder, (_whole, encode: string | undefined, name: string) => {
    const value = String(findValue(name, values))
    return encode === undefined ? value : encodeURIComponent(value)
  })
}

/** Fills a JSON body's placeholders. A text consisting only of a placeholder becomes the typed value. */
export function fillJson(json: Json, values: Values): unknown {
  if (typeof json === 'string') {
    const [, name] = /^\{\{([^{}]+)\}\}$/.exec(json) ?? []
    return name === undefined ? fillText(json, values) : findValue(name, values)
  }
  if (Array.isArray(json)) return json.map((each) => fillJson(each, values))
  if (typeof json === 'object' && json !== null)
    return Object.fromEntries(Object.entries(json).map(([key, each]) => [key, fillJson(each, values)]))
  return json
}

function findValue(name: string, { names, parameters, bodies }: Values): unknown {
  const [, pageIndex] = /^page (\d+)$/.exec(name) ?? []
  if (pageIndex !== undefined) return Number(pageIndex) * Number(parameters[1]) + 1
  if (name === 'since') return (parameters[1] as Date).toISOString().slice(0, 19)
  const [, inBody, path = ''] = /^(body )?(\d.*)$/.exec(name) ?? []
  const value =
    path === ''
      ? names[name]
      : path
          .split('.')
          .reduce<unknown>(
            (parent, key) => (parent as Record<string, unknown> | undefined)?.[key],
            inBody === undefined ? parameters : bodies,
          )
  if (value === undefined) throw new Error(`There is no value for {{${name}}}.`)
  return value
}
