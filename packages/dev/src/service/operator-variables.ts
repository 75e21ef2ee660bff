import { rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { readJson, writePrivateJson } from '../files/private-file.ts'

/** A running service's variables needed by its operator's commands, by name. */
export type OperatorVariables = Readonly<Record<string, string>>

const schema = z.record(z.string(), z.string())

/** Stores the variables in the data folder while the service runs. */
export function writeOperatorVariables(dataFolder: string, variables: OperatorVariables): Promise<void> {
  return writePrivateJson(toFile(dataFolder), variables)
}

/** Reads the running service's variables; none if no service runs. */
export async function readOperatorVariables(dataFolder: string): Promise<OperatorVariables> {
  return schema.safeParse(await readJson(toFile(dataFolder))).data ?? {}
}

export function deleteOperatorVariables(dataFolder: string): Promise<void> {
  return rm(toFile(dataFolder), { force: true })
}

function toFile(dataFolder: string): string {
  return path.join(dataFolder, 'operator.json')
}
