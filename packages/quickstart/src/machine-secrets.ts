import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { z } from 'zod'
import { readJson, writePrivateJson } from './private-file.ts'

const schema = z.object({
  machineSecret: z.string().min(32),
  sessionSecret: z.string().min(32),
  /** What the agent of the first organization presents. */
  agentToken: z.string().optional(),
})

/** What the parts of one installation share and nobody else knows. */
export type MachineSecrets = z.infer<typeof schema>

/** The installation's secrets of `secrets.json`; new ones where there are none. */
export async function readMachineSecrets(dataFolder: string): Promise<MachineSecrets> {
  const kept = schema.safeParse(await readJson(fileIn(dataFolder)))
  if (kept.success) return kept.data
  const secret = () => randomBytes(32).toString('base64url')
  return { machineSecret: secret(), sessionSecret: secret() }
}

function fileIn(dataFolder: string) {
  return path.join(dataFolder, 'secrets.json')
}

export function writeMachineSecrets(dataFolder: string, secrets: MachineSecrets): Promise<void> {
  return writePrivateJson(fileIn(dataFolder), secrets)
}
