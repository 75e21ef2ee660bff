import path from 'node:path'
import { z } from 'zod'
import { readJson, writePrivateJson } from './private-file.ts'

const schema = z.object({
  baseUrl: z.string(),
  gatewayUrl: z.string(),
  /** Single-use link that signs the owner in. */
  signInUrl: z.string(),
  orgId: z.string(),
  sandboxRealmId: z.string(),
  productionRealmId: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  redirectUri: z.string(),
  apiKey: z.string(),
})

/** Addresses, IDs and credentials of the running service, as `quickstart.json` has them. */
export type QuickstartFacts = z.infer<typeof schema>

/** Reads the facts of an earlier start, as far as they are valid. */
export async function readQuickstartFacts(dataFolder: string): Promise<Partial<QuickstartFacts>> {
  return schema.partial().safeParse(await readJson(factsFile(dataFolder))).data ?? {}
}

function factsFile(dataFolder: string) {
  return path.join(dataFolder, 'quickstart.json')
}

export function writeQuickstartFacts(dataFolder: string, facts: QuickstartFacts): Promise<void> {
  return writePrivateJson(factsFile(dataFolder), facts)
}
