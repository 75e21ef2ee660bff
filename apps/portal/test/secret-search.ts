import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from 'playwright/test'
import { dataFolder } from './quickstart.ts'

/** Texts by where they were found. */
type Places = Readonly<Record<string, string>>

/** Keeps all response bodies a page gets from now on. */
export function recordResponses(page: Page): readonly Promise<string>[] {
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    // Streams never end, and redirects have no body.
    if (response.headers()['content-type']?.includes('event-stream')) return
    bodies.push(
      response.text().then(
        (text) => `${response.url()} ${text}`,
        () => response.url(),
      ),
    )
  })
  return bodies
}

/**
 * Searches everything outliving a dialog for the secrets it showed: the page, the HTML from the server, the address,
 * the query cache, all storage, responses since then, and the service's log.
 */
export async function expectSecretsAreNowhere(
  page: Page,
  secrets: readonly string[],
  responses: readonly Promise<string>[],
): Promise<void> {
  const places: Places = {
    ...(await readBrowser(page)),
    'HTML from the server': await (await page.request.get(page.url())).text(),
    responses: (await Promise.all(responses)).join('\n'),
    log: readLogs(),
  }
  expect(places['query cache'], 'the query cache was found').toContain('listOrganizations')
  expect(places.log, 'the log was found').not.toBe('')
  for (const [place, text] of Object.entries(places)) {
    expect(secrets.filter((secret) => text.includes(secret)).length, place).toBe(0)
  }
}

function readBrowser(page: Page): Promise<Places> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const cacheNames = await caches.keys()
    return {
      page: document.documentElement.outerHTML,
      fields: [...document.querySelectorAll('input, textarea')].map((field) => Reflect.get(field, 'value')).join('\n'),
      address: location.href + JSON.stringify(history.state),
      localStorage: JSON.stringify(localStorage),
      sessionStorage: JSON.stringify(sessionStorage),
      // The portal uses neither of them. If it begins to, their contents must be searched, too.
      databases: databases.length + cacheNames.length === 0 ? '' : 'unexpected storage',
      'query cache': readQueryCache(),
    }

    interface Fiber {
      readonly child: Fiber | null
      readonly sibling: Fiber | null
      readonly memoizedProps: { readonly client?: unknown } | null
    }
    interface Cache {
      getAll(): readonly { readonly state: unknown; readonly queryKey?: unknown }[]
    }
    interface Client {
      getQueryCache(): Cache
      getMutationCache(): Cache
    }

    function readQueryCache(): string {
      const root = Object.keys(document).find((key) => key.startsWith('__reactContainer')) ?? ''
      const pending: (Fiber | null)[] = [Reflect.get(document, root)]
      while (pending.length > 0) {
        const fiber = pending.pop()
        if (!fiber) continue
        const client = fiber.memoizedProps?.client as Client | undefined
        if (typeof client?.getQueryCache === 'function') return serializeCaches(client)
        pending.push(fiber.child, fiber.sibling)
      }
      return ''
    }

    function serializeCaches(client: Client): string {
      const entries = [...client.getQueryCache().getAll(), ...client.getMutationCache().getAll()]
      return entries.map(({ queryKey, state }) => JSON.stringify([queryKey, state])).join('\n')
    }
  })
}

/** Reads the service's and its gateway's logs. */
function readLogs(): string {
  const folder = path.join(dataFolder(), 'logs')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'utf8')).join('\n')
}
