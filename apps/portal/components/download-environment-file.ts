import { saveFile } from '../lib/save-file.ts'

interface Variable {
  readonly environmentName: string
  readonly value: string
}

/** Downloads variables as a `.env` file. */
export function downloadEnvironmentFile(fileName: string, variables: readonly Variable[]): void {
  const lines = variables.map(({ environmentName, value }) => `${environmentName}=${value}\n`)
  saveFile(fileName, 'text/plain', lines.join(''))
}
