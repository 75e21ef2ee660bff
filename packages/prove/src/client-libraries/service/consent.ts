/**
 * Opens a consent page, presses Connect and returns the redirect address, as a browser would. Adds the `realm_id`,
 * because only signed-in members choose a company file on the page.
 */
export async function consent(authorizeUrl: string, realmId: string): Promise<string> {
  const address = new URL(authorizeUrl)
  address.searchParams.set('realm_id', realmId)
  const page = await fetch(address)
  if (!page.ok) throw new Error(`The consent page responded with ${page.status}: ${await page.text()}`)
  const form = new URLSearchParams([...parseHiddenFields(await page.text()), ['decision', 'connect']])
  const redirect = await fetch(new URL('/oauth2/v1/authorize', address), {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  const location = redirect.headers.get('location')
  if (location === null) throw new Error(`The consent page did not redirect: ${redirect.status}`)
  return location
}

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

function parseHiddenFields(page: string): [string, string][] {
  return [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']) => [
      name,
      value.replace(/&(?:amp|lt|gt|quot|#39);/g, (each) => characters[each] ?? each),
    ],
  )
}
