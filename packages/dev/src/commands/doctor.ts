import { examine, formatReport, hasProblem } from '../doctor/doctor.ts'
import { readEnv, readVariables } from '../service/env.ts'
import { readOperatorVariables } from '../service/operator-variables.ts'
import { defineCommand } from './command.ts'

export const command = defineCommand({ run: () => doctor() })

/**
 * `npm run doctor`: examines a deployment from this machine, with a server's variables, or the service started by
 * `npm start`. Returns 1 if something does not work.
 */
export async function doctor(
  variables = readVariables(),
  print = (text: string): void => void process.stdout.write(text),
): Promise<number> {
  const running = variables.DATABASE_URL ? {} : await readOperatorVariables(readEnv(variables).dataFolder)
  const diagnoses = await examine({ ...variables, ...running })
  print(formatReport(diagnoses))
  return hasProblem(diagnoses) ? 1 : 0
}
