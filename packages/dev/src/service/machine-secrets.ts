import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { z } from 'zod'
import { readJson, writePrivateJson } from '../files/private-file.ts'

const schema = z.object({
  machineSecret: z.string().min(32),
  sessionSecret: z.string().min(32),
  /** The first organization's agent token. */
  agentToken: z.string().optional(),
})

/** Secrets shared by one installation's programs. */
export type MachineSecrets = z.infer<typeof schema>

/** Reads the installation's secrets from `secrets.json`, or creates new ones. */
export async function readMachineSecrets(dataFolder: string): Promise<MachineSecrets> {
  const stored = schema.safeParse(await readJson(secretsFile(dataFolder)))
  if (stored.success) return stored.data
  const secret = () => randomBytes(32).toString('base64url')
  return { machineSecret: secret(), sessionSecret: secret() }
}

function secretsFile(dataFolder: string) {
  return path.join(dataFolder, 'secrets.json')
}

export function writeMachineSecrets(dataFolder: string, secrets: MachineSecrets): Promise<void> {
  return writePrivateJson(secretsFile(dataFolder), secrets)
}
