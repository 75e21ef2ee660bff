import path from 'node:path'
import { z } from 'zod'
import { readJson, writePrivateJson } from './private-file.ts'

const schema = z.object({
  baseUrl: z.string(),
  gatewayUrl: z.string(),
  /** Signs the owner in, once. */
  signInUrl: z.string(),
  orgId: z.string(),
  sandboxRealmId: z.string(),
  productionRealmId: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  redirectUri: z.string(),
  apiKey: z.string(),
})

/** What `quickstart.json` tells whoever wants to call the service that runs here. */
export type QuickstartFacts = z.infer<typeof schema>

/** The facts of an earlier start, as far as they can be read. */
export async function readQuickstartFacts(dataFolder: string): Promise<Partial<QuickstartFacts>> {
  return schema.partial().safeParse(await readJson(fileIn(dataFolder))).data ?? {}
}

function fileIn(dataFolder: string) {
  return path.join(dataFolder, 'quickstart.json')
}

export function writeQuickstartFacts(dataFolder: string, facts: QuickstartFacts): Promise<void> {
  return writePrivateJson(fileIn(dataFolder), facts)
}
