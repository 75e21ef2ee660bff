import path from 'node:path'
import { z } from 'zod'
import { readJson, writePrivateJson, writePrivateText } from '../files/private-file.ts'

const schema = z.object({
  baseUrl: z.string(),
  gatewayUrl: z.string(),
  /** The owner's single-use sign-in link. */
  signInUrl: z.string(),
  orgId: z.string(),
  sandboxRealmId: z.string(),
  productionRealmId: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  redirectUri: z.string(),
  apiKey: z.string(),
})

/** The running service's addresses, IDs and credentials, as in `quickstart.json`. */
export type QuickstartFacts = z.infer<typeof schema>

/** Reads an earlier start's facts, as far as they are valid. */
export async function readQuickstartFacts(dataFolder: string): Promise<Partial<QuickstartFacts>> {
  return schema.partial().safeParse(await readJson(factsFile(dataFolder))).data ?? {}
}

function factsFile(dataFolder: string) {
  return path.join(dataFolder, 'quickstart.json')
}

/** Stores the facts as `quickstart.json`, and as `quickstart.env` for shells. */
export async function writeQuickstartFacts(dataFolder: string, facts: QuickstartFacts): Promise<void> {
  await writePrivateJson(factsFile(dataFolder), facts)
  await writePrivateText(path.join(dataFolder, 'quickstart.env'), toShellVariables(facts))
}

/** Prints the facts as shell variables: `CLIENT_ID='…'`. */
export function toShellVariables(facts: QuickstartFacts): string {
  const variables = {
    BASE_URL: facts.baseUrl,
    ORG_ID: facts.orgId,
    REALM_ID: facts.sandboxRealmId,
    CLIENT_ID: facts.clientId,
    CLIENT_SECRET: facts.clientSecret,
    REDIRECT_URI: facts.redirectUri,
    API_KEY: facts.apiKey,
  }
  return Object.entries(variables)
    .map(([name, value]) => `${name}='${value.replaceAll("'", "'\\''")}'\n`)
    .join('')
}

/** Returns the consent page's address for the sandbox realm. */
export function getConsentUrl({ baseUrl, clientId, redirectUri, sandboxRealmId }: QuickstartFacts): string {
  const url = new URL('/oauth2/v1/authorize', baseUrl)
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('client_id', clientId)
  url.searchParams.set('redirect_uri', redirectUri)
  url.searchParams.set('state', '1')
  url.searchParams.set('realm_id', sandboxRealmId)
  return url.href
}
